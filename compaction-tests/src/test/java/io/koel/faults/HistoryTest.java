package io.koel.faults;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.koel.faults.History.Change;
import java.util.Arrays;
import java.util.List;
import java.util.NavigableMap;
import java.util.TreeMap;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class HistoryTest {

  private final History history = new History();

  @BeforeEach
  void writeThreeSteps() {
    history.write(List.of(put("a", "1")));
    history.write(List.of(put("b", "1"), put("a", "2")));
    history.durable();
    history.write(List.of(new Change("a".getBytes(), null)));
  }

  @Test
  void recovered_anyPrefixFromDurableOn_isFound() {
    assertEquals(2, history.recovered(content("a", "2", "b", "1")));
    assertEquals(3, history.recovered(content("b", "1")));
  }

  @Test
  void recovered_lostDurableStep_fails() {
    assertThrows(AssertionError.class, () -> history.recovered(content("a", "1")));
  }

  @Test
  void recovered_halfABatch_fails() {
    assertThrows(AssertionError.class, () -> history.recovered(content("a", "2")));
  }

  @Test
  void recovered_deletedKeyWithOldValue_fails() {
    assertThrows(AssertionError.class, () -> history.recovered(content("a", "1", "b", "1")));
  }

  @Test
  void continueFrom_forgetsLaterSteps() {
    history.continueFrom(2);
    assertEquals(2, history.size());
    history.write(List.of(put("c", "3")));
    assertEquals(3, history.recovered(content("a", "2", "b", "1", "c", "3")));
  }

  private static Change put(String key, String value) {
    return new Change(key.getBytes(), value.getBytes());
  }

  private static NavigableMap<byte[], byte[]> content(String... keysAndValues) {
    NavigableMap<byte[], byte[]> map = new TreeMap<>(Arrays::compareUnsigned);
    for (int i = 0; i < keysAndValues.length; i += 2) {
      map.put(keysAndValues[i].getBytes(), keysAndValues[i + 1].getBytes());
    }
    return map;
  }
}

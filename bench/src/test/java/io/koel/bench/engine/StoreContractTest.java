package io.koel.bench.engine;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What every store under test must do; subclassed once for each. */
abstract class StoreContractTest {

  @TempDir Path dir;

  private Store store;
  private StoreSession session;

  abstract Store open(Path dir, StoreSettings settings) throws IOException;

  @BeforeEach
  void openStore() throws IOException {
    store = open(dir.resolve("db"), StoreSettings.production());
    session = store.session();
  }

  @AfterEach
  void closeStore() throws IOException {
    // Not opened where the store cannot be used on this machine.
    if (store != null) {
      session.close();
      store.close();
    }
  }

  static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  @Test
  void get_afterPut_givesTheValuesLength() throws IOException {
    session.put(bytes("apple"), bytes("red"));
    assertEquals(3, session.get(bytes("apple")));
    assertEquals(StoreSession.ABSENT, session.get(bytes("pear")));
  }

  @Test
  void get_valueLargerThanTheBuffer_givesItsLength() throws IOException {
    session.put(bytes("large"), new byte[100_000]);
    assertEquals(100_000, session.get(bytes("large")));
    assertEquals(1, session.scan(bytes(""), 10));
  }

  @Test
  void get_afterDelete_isAbsent() throws IOException {
    session.put(bytes("apple"), bytes("red"));
    session.delete(bytes("apple"));
    assertEquals(StoreSession.ABSENT, session.get(bytes("apple")));
  }

  @Test
  void get_afterFlushAndSettle_stillFinds() throws IOException {
    session.put(bytes("apple"), bytes("red"));
    session.get(bytes("apple")); // ends a batch, where there are batches
    store.flush();
    store.settle();
    assertEquals(3, session.get(bytes("apple")));
  }

  @Test
  void compact_afterDelete_keepsTheRest() throws IOException {
    session.put(bytes("apple"), bytes("red"));
    session.put(bytes("pear"), bytes("green"));
    session.delete(bytes("apple"));
    assertEquals(StoreSession.ABSENT, session.get(bytes("apple")));
    store.compact();
    store.settle();
    assertEquals(StoreSession.ABSENT, session.get(bytes("apple")));
    assertEquals(5, session.get(bytes("pear")));
  }

  @Test
  void multiGet_someThere_countsThem() throws IOException {
    session.put(bytes("a"), bytes("1"));
    session.put(bytes("c"), bytes("3"));
    assertEquals(2, session.multiGet(new byte[][] {bytes("a"), bytes("b"), bytes("c")}));
  }

  @Test
  void scan_fromBetweenKeys_countsUpToTheLimit() throws IOException {
    for (String key : new String[] {"a", "c", "e", "g"}) {
      session.put(bytes(key), bytes(key));
    }
    assertEquals(3, session.scan(bytes("b"), 10));
    assertEquals(2, session.scan(bytes("b"), 2));
    assertEquals(4, session.scan(new byte[0], Long.MAX_VALUE));
    assertEquals(0, session.scan(bytes("x"), 10));
  }

  @Test
  void settings_always_sayWhatIsInEffect() {
    assertTrue(store.settings().length() > 10, store.settings());
  }
}

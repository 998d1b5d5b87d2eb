package io.koel.scenario;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.common.collect.testing.NavigableMapTestSuiteBuilder;
import com.google.common.collect.testing.TestStringSortedMapGenerator;
import com.google.common.collect.testing.features.CollectionFeature;
import com.google.common.collect.testing.features.CollectionSize;
import com.google.common.collect.testing.features.MapFeature;
import io.koel.Koel;
import io.koel.Options;
import io.koel.faults.StrictStorage;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Deque;
import java.util.Map;
import java.util.NavigableMap;
import java.util.SortedMap;
import java.util.TreeMap;
import junit.framework.Test;
import junit.framework.TestFailure;
import junit.framework.TestResult;
import org.junit.jupiter.api.AfterEach;

/** The map view is a map by the book: guava-testlib's suites for navigable maps. */
class MapViewTest {

  /**
   * A test may look at a few maps at once; stores are used in turn, and emptied for the next use.
   */
  private static final int STORES = 4;

  private final Options options = TinyOptions.of("none").withMemtableBytes(16 << 10);
  private final Deque<Koel> stores = new ArrayDeque<>();

  private NavigableMap<byte[], byte[]> newMap() throws IOException {
    Koel next =
        stores.size() < STORES ? Koel.open(new StrictStorage(), options) : stores.removeFirst();
    stores.addLast(next);
    next.asMap().clear();
    return next.asMap();
  }

  @AfterEach
  void closeStores() throws IOException {
    for (Koel store : stores) {
      store.close();
    }
  }

  @org.junit.jupiter.api.Test
  void asMap_suitesOfNavigableMaps_pass() {
    Test suite =
        NavigableMapTestSuiteBuilder.using(
                new TestStringSortedMapGenerator() {
                  @Override
                  protected SortedMap<String, String> create(Map.Entry<String, String>[] entries) {
                    try {
                      TextMap map = new TextMap(newMap());
                      for (Map.Entry<String, String> entry : entries) {
                        map.put(entry.getKey(), entry.getValue());
                      }
                      return map;
                    } catch (IOException e) {
                      throw new UncheckedIOException(e);
                    }
                  }
                })
            .named("Koel.asMap")
            .withFeatures(
                CollectionSize.ANY,
                CollectionFeature.KNOWN_ORDER,
                CollectionFeature.SUPPORTS_ITERATOR_REMOVE,
                MapFeature.SUPPORTS_PUT,
                MapFeature.SUPPORTS_REMOVE)
            .createTestSuite();
    TestResult result = new TestResult();
    suite.run(result);
    StringBuilder failures = new StringBuilder();
    result.failures().asIterator().forEachRemaining(f -> append(failures, f));
    result.errors().asIterator().forEachRemaining(f -> append(failures, f));
    assertTrue(result.runCount() > 500, () -> result.runCount() + " tests were run");
    assertEquals("", failures.toString());
  }

  private static void append(StringBuilder failures, TestFailure failure) {
    failures.append('\n').append(failure).append(' ');
    failures.append(failure.trace().lines().limit(4).toList());
  }

  @org.junit.jupiter.api.Test
  void equals_ofMapWithSameBytes_isTrue() throws IOException {
    NavigableMap<byte[], byte[]> map = newMap();
    NavigableMap<byte[], byte[]> other = new TreeMap<>(Arrays::compareUnsigned);
    for (byte i = 0; i < 100; i++) {
      map.put(new byte[] {i}, new byte[] {1});
      other.put(new byte[] {i}, new byte[] {1});
    }
    assertEquals(map, other);
    assertEquals(100, map.size());
    other.put(new byte[] {7}, new byte[] {2});
    assertNotEquals(map, other);
    assertArrayEquals(new byte[] {99}, map.descendingMap().firstKey());
  }
}

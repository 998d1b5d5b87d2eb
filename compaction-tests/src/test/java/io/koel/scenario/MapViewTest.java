package io.koel.scenario;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.common.collect.testing.ConcurrentNavigableMapTestSuiteBuilder;
import com.google.common.collect.testing.TestStringSortedMapGenerator;
import com.google.common.collect.testing.features.CollectionFeature;
import com.google.common.collect.testing.features.CollectionSize;
import com.google.common.collect.testing.features.MapFeature;
import io.koel.Koel;
import io.koel.Options;
import io.koel.faults.StrictStorage;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Deque;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.SortedMap;
import java.util.Spliterator;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentNavigableMap;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import junit.framework.Test;
import junit.framework.TestFailure;
import junit.framework.TestResult;
import org.junit.jupiter.api.AfterEach;

/** The map view is a map by the book: guava-testlib's suites for concurrent navigable maps. */
class MapViewTest {

  /**
   * A test may look at a few maps at once; stores are used in turn, and emptied for the next use.
   */
  private static final int STORES = 4;

  private final Options options = TinyOptions.of("none").withMemtableBytes(16 << 10);
  private final Deque<Koel> stores = new ArrayDeque<>();

  private ConcurrentNavigableMap<byte[], byte[]> newMap() throws IOException {
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
  void asMap_suitesOfConcurrentNavigableMaps_pass() {
    Test suite =
        ConcurrentNavigableMapTestSuiteBuilder.using(
                new TestStringSortedMapGenerator() {
                  @Override
                  protected SortedMap<String, String> create(Map.Entry<String, String>[] entries) {
                    try {
                      NavigableMap<String, String> map = TextView.of(newMap());
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
  void bulkOperations_withEqualArrays_compareByBytes() throws IOException {
    NavigableMap<byte[], byte[]> map = newMap();
    for (byte i = 0; i < 10; i++) {
      map.put(new byte[] {i}, new byte[] {(byte) (i / 2)});
    }
    assertTrue(map.keySet().removeAll(List.of(new byte[] {9})));
    assertTrue(map.values().remove(new byte[] {4}));
    assertTrue(map.values().removeAll(List.of(new byte[] {3}, new byte[] {7})));
    assertFalse(map.keySet().retainAll(List.copyOf(map.keySet())));
    assertEquals(6, map.size());
    assertTrue(map.values().retainAll(List.of(new byte[] {0}, new byte[] {1})));
    assertTrue(map.keySet().retainAll(List.of(new byte[] {1}, new byte[] {2})));
    assertEquals(2, map.size());
    assertArrayEquals(new byte[] {1}, map.firstKey());
    assertArrayEquals(new byte[] {2}, map.lastKey());
  }

  @org.junit.jupiter.api.Test
  void anyCall_withNull_isRefused() throws IOException {
    ConcurrentNavigableMap<byte[], byte[]> map = newMap();
    byte[] some = {1};
    map.put(some, some);
    for (ConcurrentNavigableMap<byte[], byte[]> each : List.of(map, map.descendingMap())) {
      assertThrows(NullPointerException.class, () -> each.get(null));
      assertThrows(NullPointerException.class, () -> each.put(null, some));
      assertThrows(NullPointerException.class, () -> each.put(some, null));
      assertThrows(NullPointerException.class, () -> each.putIfAbsent(some, null));
      assertThrows(NullPointerException.class, () -> each.replace(some, null));
      assertThrows(NullPointerException.class, () -> each.replace(some, some, null));
      assertThrows(NullPointerException.class, () -> each.replace(some, null, some));
      assertThrows(NullPointerException.class, () -> each.remove(null));
      assertThrows(NullPointerException.class, () -> each.lowerKey(null));
      assertThrows(NullPointerException.class, () -> each.floorKey(null));
      assertThrows(NullPointerException.class, () -> each.ceilingKey(null));
      assertThrows(NullPointerException.class, () -> each.higherKey(null));
      assertThrows(NullPointerException.class, () -> each.subMap(null, some));
      assertThrows(NullPointerException.class, () -> each.subMap(some, null));
      assertThrows(NullPointerException.class, () -> each.headMap(null));
      assertThrows(NullPointerException.class, () -> each.tailMap(null));
    }
    assertArrayEquals(some, map.get(some));
  }

  @org.junit.jupiter.api.Test
  void merge_byManyThreads_losesNoIncrement() throws Exception {
    int threads = 4;
    int increments = 3_000;
    byte[][] counters = {{1}, {2}, {3}};
    ConcurrentNavigableMap<byte[], byte[]> map = newMap();
    ExecutorService pool = Executors.newFixedThreadPool(threads);
    try {
      List<Future<?>> done = new ArrayList<>();
      for (int t = 0; t < threads; t++) {
        byte[] own = {9, (byte) t};
        done.add(
            pool.submit(
                () -> {
                  for (int i = 0; i < increments; i++) {
                    map.merge(counters[i % counters.length], number(1), MapViewTest::sum);
                    // Tiny memtables, so that flushes and compactions come in between.
                    map.put(own, new byte[100]);
                  }
                }));
      }
      for (Future<?> each : done) {
        each.get();
      }
    } finally {
      pool.shutdown();
    }
    for (byte[] counter : counters) {
      assertArrayEquals(number(threads * increments / counters.length), map.get(counter));
    }
  }

  private static byte[] number(int number) {
    return ByteBuffer.allocate(Integer.BYTES).putInt(number).array();
  }

  private static byte[] sum(byte[] a, byte[] b) {
    return number(ByteBuffer.wrap(a).getInt() + ByteBuffer.wrap(b).getInt());
  }

  @org.junit.jupiter.api.Test
  void pollFirstEntry_byManyThreads_givesEachEntryOnce() throws Exception {
    int entries = 2_000;
    ConcurrentNavigableMap<byte[], byte[]> map = newMap();
    for (int i = 0; i < entries; i++) {
      map.put(number(i), number(i));
    }
    ExecutorService pool = Executors.newFixedThreadPool(3);
    List<Future<Integer>> polled = new ArrayList<>();
    for (int t = 0; t < 3; t++) {
      polled.add(
          pool.submit(
              () -> {
                int count = 0;
                while (map.pollFirstEntry() != null) {
                  count++;
                }
                return count;
              }));
    }
    int sum = 0;
    for (Future<Integer> each : polled) {
      sum += each.get();
    }
    pool.shutdown();
    assertEquals(entries, sum);
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

  @org.junit.jupiter.api.Test
  void rangesOfRanges_thatLieOutside_areRefusedOnBothSides() throws IOException {
    NavigableMap<byte[], byte[]> map = newMap();
    NavigableMap<byte[], byte[]> byBook = new ConcurrentSkipListMap<>(Arrays::compareUnsigned);
    byte[][] keys = {{1}, {2}, {3}};
    for (NavigableMap<byte[], byte[]> each : List.of(map, byBook)) {
      for (byte[] key : keys) {
        each.put(key, key);
      }
    }
    for (UnaryOperator<NavigableMap<byte[], byte[]>> range : ranges(keys)) {
      for (UnaryOperator<NavigableMap<byte[], byte[]>> inner : ranges(keys)) {
        assertEquals(
            sizeOf(() -> inner.apply(range.apply(byBook))),
            sizeOf(() -> inner.apply(range.apply(map))));
        assertEquals(
            sizeOf(() -> inner.apply(range.apply(byBook).descendingMap())),
            sizeOf(() -> inner.apply(range.apply(map).descendingMap())));
      }
    }
  }

  private static List<UnaryOperator<NavigableMap<byte[], byte[]>>> ranges(byte[][] keys) {
    List<UnaryOperator<NavigableMap<byte[], byte[]>>> ranges = new ArrayList<>();
    for (byte[] key : keys) {
      for (boolean inclusive : new boolean[] {false, true}) {
        ranges.add(map -> map.headMap(key, inclusive));
        ranges.add(map -> map.tailMap(key, inclusive));
        ranges.add(map -> map.subMap(key, inclusive, key, inclusive));
      }
    }
    return ranges;
  }

  /** How many entries there are; -1 if the range is refused. */
  private static int sizeOf(Supplier<NavigableMap<byte[], byte[]>> range) {
    try {
      return range.get().size();
    } catch (IllegalArgumentException e) {
      return -1;
    }
  }

  @org.junit.jupiter.api.Test
  void keySet_hashesAndRemovesByBytes() throws IOException {
    ConcurrentNavigableMap<byte[], byte[]> map = newMap();
    for (byte i = 0; i < 100; i++) {
      map.put(new byte[] {i}, new byte[] {1});
    }
    assertEquals(map.keySet().hashCode(), map.keySet().hashCode());
    assertEquals(map.keySet().hashCode(), map.descendingMap().keySet().hashCode());
    Koel store = stores.getLast();
    long before = store.stats().scans().entries();
    assertTrue(map.keySet().removeAll(List.of(new byte[] {7}, new byte[] {101}, "text")));
    assertFalse(map.keySet().removeAll(List.of(new byte[] {7})));
    assertEquals(before, store.stats().scans().entries(), "only the keys themselves are looked at");
    assertEquals(99, map.size());
  }

  @org.junit.jupiter.api.Test
  void iterator_overLargeValues_readsFewAtOnce() throws IOException {
    try (Koel store = Koel.open(new StrictStorage(), Options.defaults())) {
      for (byte i = 0; i < 30; i++) {
        store.put(new byte[] {i}, new byte[600_000]);
      }
      Iterator<byte[]> values = store.asMap().values().iterator();
      values.next();
      assertTrue(store.stats().scans().entries() <= 2, store.stats().scans()::toString);
      for (int i = 1; i < 30; i++) {
        assertEquals(600_000, values.next().length);
      }
      assertFalse(values.hasNext());
    }
  }

  @org.junit.jupiter.api.Test
  void functions_thatChangeTheArrayTheyAreGiven_areAppliedOnce() throws IOException {
    ConcurrentNavigableMap<byte[], byte[]> map = newMap();
    byte[] key = {7};
    map.put(key, new byte[] {1});
    assertArrayEquals(new byte[] {3}, map.merge(key, new byte[] {2}, MapViewTest::addedInPlace));
    assertArrayEquals(
        new byte[] {8}, map.compute(key, (k, before) -> addedInPlace(before, new byte[] {5})));
    assertArrayEquals(
        new byte[] {9},
        map.computeIfPresent(key, (k, before) -> addedInPlace(before, new byte[] {1})));
    map.replaceAll((k, before) -> addedInPlace(before, new byte[] {1}));
    assertArrayEquals(new byte[] {10}, map.get(key));
    assertNull(
        map.compute(
            key,
            (k, before) -> {
              before[0] = 0;
              return null;
            }));
    assertTrue(map.isEmpty());
  }

  @org.junit.jupiter.api.Test
  void merge_thatComesAgain_givesTheFunctionTheSame() throws IOException {
    ConcurrentNavigableMap<byte[], byte[]> map = newMap();
    byte[] key = {7};
    byte[] one = {1};
    map.put(key, new byte[] {10});
    AtomicInteger calls = new AtomicInteger();
    byte[] sum =
        map.merge(
            key,
            one,
            (before, more) -> {
              if (calls.incrementAndGet() == 1) {
                map.put(key, new byte[] {20});
              }
              return addedInPlace(more, before);
            });
    assertEquals(2, calls.get());
    assertArrayEquals(new byte[] {21}, sum);
    assertArrayEquals(new byte[] {21}, map.get(key));
    assertArrayEquals(new byte[] {1}, one);
    map.compute(
        key,
        (k, before) -> {
          k[0] = 8;
          return before;
        });
    assertEquals(1, map.size());
    assertArrayEquals(new byte[] {7}, map.firstKey());
  }

  private static byte[] addedInPlace(byte[] sum, byte[] more) {
    sum[0] += more[0];
    return sum;
  }

  @org.junit.jupiter.api.Test
  void streams_whileEntriesCome_goOn() throws IOException {
    ConcurrentNavigableMap<byte[], byte[]> map = newMap();
    for (int i = 0; i < 200; i++) {
      map.put(number(i), number(i));
    }
    // Keys that come behind are streamed as well, those that come too soon are not.
    int longest = Integer.BYTES + 1;
    List<byte[]> keys =
        map.keySet().stream().peek(key -> map.put(Arrays.copyOf(key, longest), key)).toList();
    assertTrue(keys.size() >= 200 && keys.size() <= 400, keys.size() + " keys");
    assertEquals(400, map.keySet().stream().distinct().count());
    assertEquals(map.comparator(), map.keySet().spliterator().getComparator());
    assertEquals(0, map.keySet().spliterator().characteristics() & Spliterator.SIZED);
    assertEquals(0, map.values().spliterator().characteristics() & Spliterator.SIZED);
    assertEquals(0, map.entrySet().spliterator().characteristics() & Spliterator.SIZED);
  }
}

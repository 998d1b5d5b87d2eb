package io.koel.bench.engine;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.koel.bench.workload.KeySpace;
import io.koel.filter.FilterSpecException;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class RocksStoreTest extends StoreContractTest {

  private static final int KEYS = 2000;

  @Override
  Store open(Path dir, StoreSettings settings) throws IOException {
    return RocksStore.open(dir, settings);
  }

  private RocksStore loaded(String filter) throws IOException {
    RocksStore rocks =
        RocksStore.open(dir.resolve("levels"), StoreSettings.small().withFilter(filter));
    KeySpace keys = new KeySpace(KEYS, 100, 1);
    try (StoreSession session = rocks.session()) {
      for (long i = 0; i < KEYS; i++) {
        session.put(keys.key(i), keys.value(i, 0));
      }
    }
    rocks.moveLevelZeroTo(6);
    return rocks;
  }

  @Test
  void moveLevelZeroTo_deepLevel_leavesNothingAbove() throws IOException {
    try (RocksStore rocks = loaded("none")) {
      List<LevelShape> shape = rocks.shape();
      assertEquals(1, shape.size());
      assertEquals(6, shape.get(0).level());
      assertEquals(KEYS, shape.get(0).entries());
      assertEquals(0, shape.get(0).filterBytes());
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"bloom(bits=10)", "ribbon(bits=10)"})
  void counts_missingKeys_addUpToTheLookups(String filter) throws IOException {
    try (RocksStore rocks = loaded(filter);
        StoreSession session = rocks.session()) {
      LookupCounts before = rocks.counts();
      KeySpace keys = new KeySpace(KEYS, 100, 1);
      byte[] key = new byte[KeySpace.KEY_BYTES];
      // The last key's successor lies beyond the only table, which RocksDB sees without its filter.
      for (long i = 0; i < KEYS - 1; i++) {
        keys.fillMissing(key, i);
        assertEquals(StoreSession.ABSENT, session.get(key));
      }
      LookupCounts counts = rocks.counts().minus(before);
      assertEquals(KEYS - 1, counts.checks());
      assertEquals(0, counts.truePositives());
      assertTrue(counts.denied() > KEYS * 0.95, counts.toString());
      assertTrue(rocks.shape().get(0).filterBytes() > 0);
    }
  }

  @Test
  void counts_presentKeysWithoutCache_readOneBlockEach() throws IOException {
    try (RocksStore rocks = loaded("bloom(bits=10)");
        StoreSession session = rocks.session()) {
      LookupCounts before = rocks.counts();
      KeySpace keys = new KeySpace(KEYS, 100, 1);
      for (long i = 0; i < KEYS; i++) {
        assertEquals(100, session.get(keys.key(i)));
      }
      assertEquals(new LookupCounts(0, KEYS, 0, KEYS, 0), rocks.counts().minus(before));
    }
  }

  @Test
  void counts_withoutStatistics_areThoseOfStatistics() throws IOException {
    loaded("bloom(bits=10)").close();
    StoreSettings settings = StoreSettings.small().withFilter("bloom(bits=10)").withCache(64 << 10);
    LookupCounts exact = mixedLookups(settings);
    assertTrue(exact.denied() > 0 && exact.falsePositives() > 0, exact.toString());
    assertTrue(exact.diskReads() > 0 && exact.cacheHits() > 0, exact.toString());
    assertEquals(exact, mixedLookups(settings.withExactCounts(false)));
  }

  /** Gets, multi-gets and a scan, of keys that are there and of some that are not. */
  private LookupCounts mixedLookups(StoreSettings settings) throws IOException {
    KeySpace keys = new KeySpace(KEYS, 100, 1);
    try (RocksStore rocks = RocksStore.open(dir.resolve("levels"), settings)) {
      try (StoreSession session = rocks.session()) {
        byte[] missing = new byte[KeySpace.KEY_BYTES];
        for (long i = 0; i < KEYS - 1; i++) {
          keys.fillMissing(missing, i);
          assertEquals(StoreSession.ABSENT, session.get(missing));
          assertEquals(100, session.get(keys.key(i)));
          assertEquals(1, session.multiGet(new byte[][] {keys.key(i), missing}));
        }
        assertEquals(KEYS, session.scan(new byte[0], Long.MAX_VALUE));
      }
      return rocks.counts();
    }
  }

  @Test
  void bytesWritten_withoutStatistics_areThoseOfStatistics() throws IOException {
    StoreSettings exact = StoreSettings.small();
    long expected = bytesOfLoad(dir.resolve("exact"), exact);
    long actual = bytesOfLoad(dir.resolve("fast"), exact.withExactCounts(false));
    // Its properties tell gibibytes with six digits, and table files hold texts of varied length.
    assertEquals(expected, actual, 4096);
    assertTrue(expected > 3 * KEYS * 116, "log, flush and compaction: " + expected);
  }

  private static long bytesOfLoad(Path dir, StoreSettings settings) throws IOException {
    KeySpace keys = new KeySpace(KEYS, 100, 1);
    try (RocksStore rocks = RocksStore.open(dir, settings)) {
      try (StoreSession session = rocks.session()) {
        for (long i = 0; i < KEYS; i++) {
          session.put(keys.key(keys.shuffled(i)), keys.value(i, 0));
        }
      }
      rocks.moveLevelZeroTo(6);
      return rocks.bytesWritten().getAsLong();
    }
  }

  @Test
  void compact_loneTableWithTombstones_dropsThem() throws IOException {
    try (RocksStore rocks = RocksStore.open(dir.resolve("lone"), StoreSettings.production());
        StoreSession session = rocks.session()) {
      session.put(bytes("apple"), bytes("red"));
      session.put(bytes("pear"), bytes("green"));
      session.delete(bytes("apple"));
      rocks.flush();
      assertEquals(1, rocks.shape().get(0).tombstones());
      rocks.compact();
      assertEquals(0, rocks.shape().stream().mapToLong(LevelShape::tombstones).sum());
    }
  }

  @Test
  void settle_tablesWithAnotherFilter_isAnError() throws IOException {
    loaded("bloom(bits=10)").close();
    StoreSettings ribbon = StoreSettings.small().withFilter("ribbon(bits=10)");
    try (RocksStore rocks = RocksStore.open(dir.resolve("levels"), ribbon)) {
      IOException refused = assertThrows(IOException.class, rocks::settle);
      assertTrue(refused.getMessage().contains("has filter bloomfilter"), refused.getMessage());
    }
  }

  @Test
  void parse_filterThatRocksDbLacks_isRefused() {
    FilterSpecException refused =
        assertThrows(FilterSpecException.class, () -> RocksFilter.parse("cuckoo(bits=12)"));
    assertTrue(refused.getMessage().contains("bloom, none, ribbon"), refused.getMessage());
  }

  @Test
  void bitsPerKey_bloom_isWhatWasAskedFor() throws IOException {
    assertEquals(10, RocksFilterSize.bitsPerKey("bloom(bits=10)", 20_000), 0.1);
  }
}

package io.koel.sst;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.koel.filter.FilterCatalog;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;

class BlockCacheTest {

  private final ByteArrayStorage storage = new ByteArrayStorage();
  private final CountingIo io = new CountingIo();
  private final List<Entry> entries = Tables.random(new Random(1), 5000);

  private TableReader open(long number, BlockCache cache) throws IOException {
    if (!storage.list().contains("t")) {
      Tables.write(storage, "t", TableOptions.defaults(), entries);
    }
    return TableReader.open(
        storage,
        "t",
        new TableReaderOptions(
            number, Tables.SEED, ReadMode.BUFFERED, cache, FilterCatalog.installed()),
        io);
  }

  @Test
  void size_underRandomLookups_staysWithinCapacityAndMatchesTheSlots() throws IOException {
    BlockCache cache = BlockCache.ofBytes(60_000);
    Random random = Seed.random(getClass());
    FoundEntry out = new FoundEntry();
    try (TableReader reader = open(1, cache)) {
      for (int i = 0; i < 20_000; i++) {
        Entry entry = entries.get(random.nextInt(entries.size()));
        assertEquals(LookupOutcome.FOUND, Tables.find(reader, entry.key(), entry.sequence(), out));
        assertTrue(cache.sizeInBytes() <= 60_000, "size: " + cache.sizeInBytes());
      }
      assertTrue(cache.sizeInBytes() > 40_000, "size: " + cache.sizeInBytes());
      assertEquals(20_000, cache.hits() + cache.misses());
      assertTrue(cache.evictions() > 1000);
      assertEquals(io.cached(), cache.hits());
      assertSlotsMatch(reader, cache);
    }
  }

  /** What the slots hold is what was counted. */
  private void assertSlotsMatch(TableReader reader, BlockCache cache) {
    BlockCache.Slots slots = cache.slots(1, reader.index().blockCount());
    assertEquals(cache.sizeInBytes(), slots.heldInBytes());
  }

  @Test
  void hotBlocks_amongManyColdOnes_stay() throws IOException {
    BlockCache cache = BlockCache.ofBytes(60_000);
    Random random = Seed.random(getClass());
    FoundEntry out = new FoundEntry();
    try (TableReader reader = open(1, cache)) {
      Entry hot = entries.get(2500);
      int hotReads = 0;
      for (int i = 0; i < 5000; i++) {
        Entry cold = entries.get(random.nextInt(entries.size()));
        Tables.find(reader, cold.key(), cold.sequence(), out);
        int before = io.disk(BlockKind.DATA);
        Tables.find(reader, hot.key(), hot.sequence(), out);
        hotReads += io.disk(BlockKind.DATA) - before;
        io.clear();
      }
      assertTrue(hotReads < 50, "the hot block was read " + hotReads + " times");
    }
  }

  @Test
  void evictTable_thatIsGone_freesItsBytesOnly() throws IOException {
    BlockCache cache = BlockCache.ofBytes(100 << 20);
    try (TableReader first = open(1, cache);
        TableReader second = open(2, cache)) {
      Tables.all(first.cursor(0, ReadPurpose.SCAN));
      long one = cache.sizeInBytes();
      Tables.all(second.cursor(0, ReadPurpose.SCAN));
      assertEquals(2 * one, cache.sizeInBytes());
      cache.evictTable(1);
      assertEquals(one, cache.sizeInBytes());
      cache.evictTable(1);
      cache.evictTable(99);
      assertEquals(one, cache.sizeInBytes());
      assertEquals(entries, Tables.all(first.cursor(0, ReadPurpose.SCAN)));
    }
  }

  @Test
  void readers_ofOneTable_shareItsBlocks() throws IOException {
    BlockCache cache = BlockCache.ofBytes(100 << 20);
    try (TableReader first = open(1, cache);
        TableReader second = open(1, cache)) {
      Tables.all(first.cursor(0, ReadPurpose.SCAN));
      io.clear();
      Tables.all(second.cursor(0, ReadPurpose.SCAN));
      assertEquals(0, io.disk(BlockKind.DATA));
    }
  }

  @Test
  void tableNumber_usedForAnotherTable_isRefused() throws IOException {
    BlockCache cache = BlockCache.ofBytes(1000);
    open(1, cache).close();
    assertThrows(IllegalStateException.class, () -> cache.slots(1, 3));
  }

  @Test
  void ofBytes_zeroOrLess_keepsNothingOrIsRefused() {
    assertSame(BlockCache.none(), BlockCache.ofBytes(0));
    assertThrows(IllegalArgumentException.class, () -> BlockCache.ofBytes(-1));
  }

  @Test
  void manyThreads_onASmallCache_readRightAndStayWithinCapacity() throws Exception {
    BlockCache cache = BlockCache.ofBytes(60_000);
    ExecutorService threads = Executors.newFixedThreadPool(4);
    try (TableReader reader = open(1, cache)) {
      List<Future<?>> readers = new ArrayList<>();
      for (int t = 0; t < 4; t++) {
        Random random = new Random(t);
        readers.add(
            threads.submit(
                () -> {
                  FoundEntry out = new FoundEntry();
                  for (int i = 0; i < 10_000; i++) {
                    int at = random.nextInt(entries.size());
                    Entry entry = entries.get(at);
                    assertEquals(
                        LookupOutcome.FOUND,
                        Tables.find(reader, entry.key(), entry.sequence(), out));
                    assertEquals(at, out.ordinal());
                    assertEquals(
                        entry, new Entry(entry.key(), out.sequence(), out.kind(), out.copyValue()));
                  }
                  return null;
                }));
      }
      for (Future<?> done : readers) {
        done.get();
      }
      assertTrue(cache.sizeInBytes() <= 60_000, "size: " + cache.sizeInBytes());
      assertSlotsMatch(reader, cache);
    } finally {
      threads.shutdownNow();
    }
  }
}

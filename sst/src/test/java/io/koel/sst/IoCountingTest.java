package io.koel.sst;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.koel.filter.FilterCatalog;
import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Every block that is read is counted once, as what it is. */
class IoCountingTest {

  private final ByteArrayStorage storage = new ByteArrayStorage();
  private final CountingIo io = new CountingIo();
  private final List<Entry> entries = Tables.random(new Random(1), 5000);
  private TableProperties properties;

  @BeforeEach
  void writeTable() throws IOException {
    TableOptions options =
        TableOptions.defaults()
            .withLevel(3)
            .withFilterPolicy(FilterCatalog.policy("semisorted-cuckoo(bits=13)"));
    properties = Tables.write(storage, "t", options, entries);
  }

  private TableReader open(BlockCache cache) throws IOException {
    return Tables.open(storage, "t", cache, io);
  }

  @Test
  void open_readsEachPartOnce_forTheTablesLevel() throws IOException {
    try (TableReader reader = open(BlockCache.none())) {
      Set<BlockKind> kinds =
          io.reads().stream().map(CountingIo.Read::kind).collect(Collectors.toSet());
      assertEquals(
          Set.of(BlockKind.FOOTER, BlockKind.PROPERTIES, BlockKind.INDEX, BlockKind.FILTER), kinds);
      assertEquals(4, io.reads().size());
      assertTrue(
          io.reads().stream().allMatch(r -> r.level() == 3 && r.source() == ReadSource.DISK));
      assertEquals(properties.fileSize() - properties.dataBytes(), io.diskBytes());
      assertTrue(reader.memoryInBytes() > properties.filterBytes() / 2);
    }
  }

  @Test
  void find_present_readsOneBlockFromDiskAndThenFromCache() throws IOException {
    try (TableReader reader = open(BlockCache.ofBytes(100 << 20))) {
      io.clear();
      FoundEntry out = new FoundEntry();
      for (Entry entry : entries) {
        int before = io.reads().size();
        assertEquals(
            LookupOutcome.FOUND, reader.findUnfiltered(entry.key(), entry.sequence(), 2, out));
        assertEquals(before + 1, io.reads().size());
      }
      assertTrue(io.reads().stream().allMatch(r -> r.level() == 2 && r.kind() == BlockKind.DATA));
      assertEquals(properties.dataBlocks(), io.disk(BlockKind.DATA));
      assertEquals(properties.dataBytes(), io.diskBytes());
      assertEquals(entries.size() - properties.dataBlocks(), io.cached());
    }
  }

  @Test
  void find_deniedOrOutsideTheRange_readsNothing() throws IOException {
    try (TableReader reader = open(BlockCache.none())) {
      io.clear();
      FoundEntry out = new FoundEntry();
      int denied = 0;
      for (int i = 0; i < 1000; i++) {
        byte[] key = ("absent " + i).getBytes();
        int before = io.reads().size();
        LookupOutcome outcome = Tables.find(reader, key, 5, out);
        denied += outcome == LookupOutcome.DENIED ? 1 : 0;
        assertEquals(outcome == LookupOutcome.DENIED ? before : before + 1, io.reads().size());
      }
      assertTrue(denied > 950, "denied: " + denied);
      byte[] beyond = new byte[2000];
      Arrays.fill(beyond, (byte) -1);
      io.clear();
      assertEquals(LookupOutcome.ABSENT, reader.findUnfiltered(beyond, 5, 0, out));
      assertEquals(List.of(), io.reads());
    }
  }

  @Test
  void cursor_withoutCache_countsEveryBlockOnce() throws IOException {
    for (ReadPurpose purpose : ReadPurpose.values()) {
      try (TableReader reader = open(BlockCache.none());
          TableCursor cursor = reader.cursor(1, purpose)) {
        io.clear();
        assertEquals(entries, Tables.all(cursor));
        assertEquals(properties.dataBlocks(), io.disk(BlockKind.DATA));
        assertEquals(properties.dataBytes(), io.diskBytes());
      }
    }
  }

  @Test
  void scan_fillsTheCache_compactionDoesNot() throws IOException {
    BlockCache cache = BlockCache.ofBytes(100 << 20);
    try (TableReader reader = open(cache)) {
      io.clear();
      Tables.all(reader.cursor(0, ReadPurpose.COMPACTION));
      assertEquals(0, cache.sizeInBytes());
      assertEquals(properties.dataBlocks(), io.disk(BlockKind.DATA));
      Tables.all(reader.cursor(0, ReadPurpose.SCAN));
      assertTrue(cache.sizeInBytes() >= properties.plainDataBytes());
      io.clear();
      Tables.all(reader.cursor(0, ReadPurpose.SCAN));
      Tables.all(reader.cursor(0, ReadPurpose.COMPACTION));
      assertEquals(0, io.disk(BlockKind.DATA));
      assertEquals(2 * properties.dataBlocks(), io.cached());
    }
  }

  @Test
  void shortScan_ofFewBlocks_readsNoMore() throws IOException {
    try (TableReader reader = open(BlockCache.none());
        TableCursor cursor = reader.cursor(0, ReadPurpose.SCAN)) {
      io.clear();
      Entry start = entries.get(2000);
      cursor.seek(start.key(), 0, start.key().length, start.sequence());
      cursor.next();
      assertTrue(io.disk(BlockKind.DATA) <= 2);
    }
  }

  @Test
  void verify_readsEverythingPastTheCache() throws IOException {
    BlockCache cache = BlockCache.ofBytes(100 << 20);
    try (TableReader reader = open(cache)) {
      Tables.all(reader.cursor(0, ReadPurpose.SCAN));
      io.clear();
      reader.verify();
      assertEquals(properties.dataBlocks(), io.disk(BlockKind.DATA));
      assertEquals(1, io.disk(BlockKind.FILTER));
      assertEquals(0, io.cached());
    }
  }
}

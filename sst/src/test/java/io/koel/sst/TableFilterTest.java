package io.koel.sst;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.koel.filter.FilterBlock;
import io.koel.filter.FilterCatalog;
import io.koel.filter.FilterFamily;
import io.koel.filter.KeyHash;
import java.io.IOException;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Tables and the filters in them. */
class TableFilterTest {

  private final ByteArrayStorage storage = new ByteArrayStorage();
  private final List<Entry> entries = Tables.random(new Random(1), 2000);
  private final FoundEntry out = new FoundEntry();

  private TableProperties write(String spec) throws IOException {
    return Tables.write(
        storage,
        "t",
        TableOptions.defaults().withFilterPolicy(FilterCatalog.policy(spec)),
        entries);
  }

  static Stream<String> families() {
    return FilterCatalog.installed().families().stream().map(FilterFamily::name);
  }

  @ParameterizedTest
  @MethodSource("families")
  void anyFamily_withItsDefaults_findsEveryKeyAndDeniesMostOthers(String family)
      throws IOException {
    TableProperties properties = write(family);
    try (TableReader reader = Tables.open(storage, "t")) {
      assertFalse(reader.filterUnknown());
      assertEquals(FilterCatalog.policy(family).spec(), properties.filterSpec());
      assertEquals(properties.distinctKeys(), reader.filter().orElseThrow().keyCount());
      reader.verify();
      for (Entry entry : entries) {
        assertEquals(LookupOutcome.FOUND, Tables.find(reader, entry.key(), entry.sequence(), out));
        assertTrue(reader.mightContain(entry.key(), KeyHash.of(entry.key(), Tables.SEED)));
      }
      int denied = 0;
      for (int i = 0; i < 2000; i++) {
        byte[] key = ("absent " + i).getBytes();
        denied += Tables.find(reader, key, 1, out) == LookupOutcome.DENIED ? 1 : 0;
      }
      assertTrue(denied > 1900, family + " denied " + denied);
      FilterBlock block = reader.readFilterBlock();
      assertEquals(family, block.family());
      assertEquals(Tables.SEED, block.hashSeed());
    }
  }

  @Test
  void foreignSeed_isRehashed() throws IOException {
    write("semisorted-cuckoo(bits=13)");
    TableReaderOptions foreign =
        new TableReaderOptions(
            1, 123, ReadMode.BUFFERED, BlockCache.none(), FilterCatalog.installed());
    try (TableReader reader = TableReader.open(storage, "t", foreign, IoCounter.NONE)) {
      for (Entry entry : entries) {
        long hash = KeyHash.of(entry.key(), 123);
        assertEquals(LookupOutcome.FOUND, reader.find(entry.key(), hash, entry.sequence(), 0, out));
        assertEquals(
            LookupOutcome.FOUND,
            reader.findUnfiltered(entry.key(), hash, entry.sequence(), 0, out));
        assertTrue(reader.mightContain(entry.key(), hash));
      }
    }
  }

  @Test
  void unknownFamily_isReadWithoutItsFilter() throws IOException {
    write("semisorted-cuckoo(bits=13)");
    TableReaderOptions options =
        new TableReaderOptions(
            1, Tables.SEED, ReadMode.BUFFERED, BlockCache.none(), FilterCatalog.of(List.of()));
    try (TableReader reader = TableReader.open(storage, "t", options, IoCounter.NONE)) {
      assertTrue(reader.filterUnknown());
      assertTrue(reader.filter().isEmpty());
      assertTrue(reader.mightContain("absent".getBytes(), 1));
      assertEquals(LookupOutcome.ABSENT, Tables.find(reader, "absent".getBytes(), 1, out));
      reader.verify();
      assertEquals("semisorted-cuckoo", reader.readFilterBlock().family());
    }
  }

  @Test
  void noFilter_isSaid() throws IOException {
    assertEquals(0, write("none").filterBytes());
    try (TableReader reader = Tables.open(storage, "t")) {
      assertFalse(reader.filterUnknown());
      assertTrue(reader.filter().isEmpty());
      assertTrue(reader.mightContain("absent".getBytes(), 1));
      assertThrows(IllegalStateException.class, reader::readFilterBlock);
    }
  }
}

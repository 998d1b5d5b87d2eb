package io.koel.engine;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.koel.Cursor;
import io.koel.engine.batch.EncodedBatch;
import io.koel.engine.memtable.Memtable;
import io.koel.engine.read.ReaderSlots;
import io.koel.engine.read.Tables;
import io.koel.engine.span.EmptySpans;
import io.koel.engine.stats.LookupCounters;
import io.koel.engine.table.TableCache;
import io.koel.engine.table.TableHandle;
import io.koel.engine.version.ObsoleteFiles;
import io.koel.engine.version.VersionSet;
import io.koel.sst.FileStorage;
import io.koel.sst.Storage;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.AbstractList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What readers see of memtables that change while they begin. */
class ReadPathTest {

  private static final int SEED = 7;
  private static final byte[] FIRST = {1};
  private static final byte[] SECOND = {2};

  @TempDir Path directory;

  private final ReaderSlots slots = new ReaderSlots(LookupCounters.COUNT);
  private final Memtable memtable = new Memtable(SEED, 1 << 16);
  private VersionSet versions;
  private Views views;
  private ReadPath reads;

  /** What happens when a reader asks for the last sequence. */
  private Runnable onPublished = () -> {};

  private long published;

  @BeforeEach
  void open() throws IOException {
    Storage storage = FileStorage.at(directory);
    versions = VersionSet.create(storage, 1 << 20, new NothingObsolete(), SEED);
    versions.startManifest();
    views = new Views(slots, new LoggedMemtable(memtable, 1), versions.current());
    TableCache.Opener none =
        number -> {
          throw new IOException("there are no tables");
        };
    TableCache cache = new TableCache(none, slots::awaitReaders, 1);
    reads =
        new ReadPath(
            new Lifecycle(),
            slots,
            views,
            this::published,
            new EmptySpans(() -> {}),
            new Tables(storage, cache, SEED),
            cache,
            SEED);
    put(memtable, FIRST, 1);
  }

  @AfterEach
  void close() throws IOException {
    versions.close();
  }

  private long published() {
    onPublished.run();
    return published;
  }

  private void put(Memtable into, byte[] key, long sequence) {
    EncodedBatch batch = new EncodedBatch();
    batch.put(key, key);
    batch.setFirstSequence(sequence);
    into.apply(batch.entries());
    published = sequence;
  }

  private void switchMemtableAndPut() {
    onPublished = () -> {};
    Memtable next = new Memtable(SEED, 1 << 16);
    views.switchMemtable(new LoggedMemtable(next, 2));
    put(next, SECOND, 2);
  }

  /** Else it could claim to later scans that nothing is where the new entry is. */
  @Test
  void scan_whenTheMemtableChangesAsItBegins_seesAllUpToItsSequence() throws IOException {
    for (ScanOrder order : ScanOrder.values()) {
      onPublished = this::switchMemtableAndPut;
      try (Cursor cursor = reads.scan(null, null, order, ReadPath.LATEST)) {
        byte[][] keys = {FIRST, SECOND};
        for (int i = 0; i < keys.length; i++) {
          assertTrue(cursor.next(), order + " misses what was put last");
          assertArrayEquals(keys[order == ScanOrder.ASCENDING ? i : 1 - i], cursor.key());
        }
        assertFalse(cursor.next());
      }
    }
  }

  @Test
  void get_ofMoreKeysThanASlotIsHeldFor_givesAllOfOneInstant() throws IOException {
    byte[][] keys = new byte[1_000][];
    Arrays.fill(keys, FIRST);
    keys[500] = SECOND;
    onPublished = this::switchMemtableAndPut;
    byte[][] values = reads.get(Arrays.asList(keys), ReadPath.LATEST);
    assertEquals(keys.length, values.length);
    for (int i = 0; i < keys.length; i++) {
      assertArrayEquals(keys[i], values[i]);
    }
  }

  /** A list may do what it likes, such as what waits for all lookups. */
  @Test
  void get_ofListThatWaitsForLookups_doesNotHang() {
    List<byte[]> list =
        new AbstractList<>() {
          @Override
          public byte[] get(int index) {
            slots.awaitReaders();
            return FIRST;
          }

          @Override
          public int size() {
            slots.awaitReaders();
            return 3;
          }
        };
    assertTimeoutPreemptively(
        Duration.ofSeconds(20), () -> assertEquals(3, reads.get(list, ReadPath.LATEST).length));
  }

  @Test
  void get_ofListWithNull_namesTheKeyAndHoldsNothing() throws IOException {
    assertThrows(
        NullPointerException.class, () -> reads.get(Arrays.asList(FIRST, null), ReadPath.LATEST));
    assertTimeoutPreemptively(Duration.ofSeconds(20), slots::awaitReaders);
  }

  private static final class NothingObsolete implements ObsoleteFiles {
    @Override
    public void tableObsolete(TableHandle table) {}

    @Override
    public void generationObsolete(long table, int generation) {}

    @Override
    public void manifestObsolete(long number) {}
  }
}

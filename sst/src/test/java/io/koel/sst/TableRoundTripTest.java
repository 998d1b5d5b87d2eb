package io.koel.sst;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Everything that was written is found again, in every way, and nothing else is. */
class TableRoundTripTest {

  @TempDir Path temp;
  private Storage storage;
  private final Random random = Seed.random(getClass());

  @BeforeEach
  void createStorage() throws IOException {
    storage = FileStorage.create(temp.resolve("tables"));
  }

  @ParameterizedTest
  @EnumSource(Compression.class)
  void randomTables_everyOption_matchTheModel(Compression compression) throws IOException {
    for (int round = 0; round < 12; round++) {
      TableOptions options =
          TableOptions.defaults()
              .withCompression(compression)
              .withBlockSize(64 << random.nextInt(12))
              .withRestartInterval(1 << random.nextInt(7));
      List<Entry> entries = Tables.random(random, 1 + random.nextInt(1500));
      String name = compression + "-" + round;
      TableProperties written = Tables.write(storage, name, options, entries);
      BlockCache cache = round % 2 == 0 ? BlockCache.none() : BlockCache.ofBytes(50_000);
      try (TableReader reader = Tables.open(storage, name, cache, IoCounter.NONE)) {
        assertEquals(written, reader.properties());
        checkProperties(entries, reader.properties());
        reader.verify();
        checkCursor(reader, entries, ReadPurpose.SCAN);
        checkCursor(reader, entries, ReadPurpose.COMPACTION);
        checkSeeks(reader, entries);
        checkFinds(reader, entries);
      }
    }
  }

  private static void checkProperties(List<Entry> entries, TableProperties properties) {
    assertEquals(entries.size(), properties.entries());
    assertEquals(
        entries.stream().filter(e -> e.kind() == EntryKind.TOMBSTONE).count(),
        properties.tombstones());
    assertArrayEquals(entries.get(0).key(), properties.smallestKey());
    assertArrayEquals(entries.get(entries.size() - 1).key(), properties.largestKey());
    assertEquals(
        entries.stream().mapToLong(Entry::sequence).min().getAsLong(),
        properties.smallestSequence());
    assertEquals(
        entries.stream().mapToLong(Entry::sequence).max().getAsLong(),
        properties.largestSequence());
    assertEquals(
        entries.stream().map(e -> ByteBuffer.wrap(e.key())).distinct().count(),
        properties.distinctKeys());
  }

  private static void checkCursor(TableReader reader, List<Entry> entries, ReadPurpose purpose)
      throws IOException {
    try (TableCursor cursor = reader.cursor(0, purpose)) {
      assertFalse(cursor.valid());
      assertEquals(entries, Tables.all(cursor));
      assertFalse(cursor.valid());
      int at = entries.size() - 1;
      for (boolean valid = cursor.last(); valid; valid = cursor.prev()) {
        assertEquals(entries.get(at), Entry.at(cursor));
        assertEquals(at--, cursor.ordinal());
      }
      assertEquals(-1, at);
    }
  }

  private void checkSeeks(TableReader reader, List<Entry> entries) throws IOException {
    try (TableCursor cursor = reader.cursor(0, ReadPurpose.SCAN)) {
      for (int i = 0; i < 400; i++) {
        Entry target = randomTarget(entries);
        byte[] padded = new byte[target.key().length + 2];
        System.arraycopy(target.key(), 0, padded, 1, target.key().length);
        int found = Collections.binarySearch(entries, target, Entry.INTERNAL_ORDER);
        int atOrAfter = found >= 0 ? found : -found - 1;
        int atOrBefore = found >= 0 ? found : -found - 2;
        boolean valid = cursor.seek(padded, 1, target.key().length, target.sequence());
        checkAt(cursor, valid, entries, atOrAfter);
        wander(cursor, entries, atOrAfter);
        valid = cursor.seekForPrev(padded, 1, target.key().length, target.sequence());
        checkAt(cursor, valid, entries, atOrBefore);
        wander(cursor, entries, atOrBefore);
      }
    }
  }

  private void wander(TableCursor cursor, List<Entry> entries, int start) throws IOException {
    int at = start;
    for (int step = 0; step < 5 && cursor.valid(); step++) {
      boolean forward = random.nextBoolean();
      at += forward ? 1 : -1;
      checkAt(cursor, forward ? cursor.next() : cursor.prev(), entries, at);
    }
  }

  private static void checkAt(TableCursor cursor, boolean valid, List<Entry> entries, int at) {
    assertEquals(at >= 0 && at < entries.size(), valid);
    assertEquals(valid, cursor.valid());
    if (valid) {
      assertEquals(entries.get(at), Entry.at(cursor));
      assertEquals(at, cursor.ordinal());
    }
  }

  private Entry randomTarget(List<Entry> entries) {
    Entry some = entries.get(random.nextInt(entries.size()));
    byte[] key = some.key();
    if (random.nextInt(3) == 0) {
      key = Arrays.copyOf(key, Math.max(0, key.length + random.nextInt(3) - 1));
      if (key.length > 0) {
        key[key.length - 1] += (byte) (random.nextInt(3) - 1);
      }
    }
    long sequence =
        switch (random.nextInt(4)) {
          case 0 -> EntryCursor.MAX_SEQUENCE;
          case 1 -> 0;
          case 2 -> Math.max(0, some.sequence() - 1);
          default -> some.sequence();
        };
    return new Entry(key, sequence, EntryKind.PUT, new byte[0]);
  }

  private void checkFinds(TableReader reader, List<Entry> entries) throws IOException {
    FoundEntry out = new FoundEntry();
    for (int i = 0; i < 400; i++) {
      Entry target = randomTarget(entries);
      int found = Collections.binarySearch(entries, target, Entry.INTERNAL_ORDER);
      int at = found >= 0 ? found : -found - 1;
      boolean present = at < entries.size() && entries.get(at).hasKey(target.key());
      LookupOutcome outcome = Tables.find(reader, target.key(), target.sequence(), out);
      assertEquals(present ? LookupOutcome.FOUND : LookupOutcome.ABSENT, outcome);
      if (present) {
        Entry expected = entries.get(at);
        assertEquals(
            expected, new Entry(target.key(), out.sequence(), out.kind(), out.copyValue()));
        assertEquals(at, out.ordinal());
      }
    }
  }

  @Test
  void oneUserKey_overManyBlocks_isFoundAtEverySequence() throws IOException {
    List<Entry> entries = new ArrayList<>();
    entries.add(Entry.put("a", 5, "before"));
    for (int sequence = 2000; sequence > 0; sequence -= 2) {
      entries.add(Entry.put("key", sequence, "value " + sequence));
    }
    entries.add(Entry.put("key1", 7, "after"));
    Tables.write(storage, "t", TableOptions.defaults().withBlockSize(256), entries);
    try (TableReader reader = Tables.open(storage, "t")) {
      assertTrue(reader.properties().dataBlocks() > 50);
      assertEquals(3, reader.properties().distinctKeys());
      reader.verify();
      FoundEntry out = new FoundEntry();
      for (int sequence = 2000; sequence > 1; sequence--) {
        assertEquals(LookupOutcome.FOUND, Tables.find(reader, "key".getBytes(), sequence, out));
        assertEquals(sequence / 2 * 2, out.sequence());
      }
      assertEquals(LookupOutcome.ABSENT, Tables.find(reader, "key".getBytes(), 1, out));
    }
  }

  @Test
  void keyAndValue_ofTheLargestAllowedSizes_areStored() throws IOException {
    byte[] large = new byte[64 << 20];
    random.nextBytes(large);
    byte[] longKey = Arrays.copyOf(large, 64 << 10);
    byte[] longerSibling = longKey.clone();
    longerSibling[longKey.length - 1]++;
    List<Entry> entries =
        Stream.of(
                new Entry(new byte[0], 1, EntryKind.PUT, large),
                new Entry(new byte[0], 0, EntryKind.PUT, new byte[0]),
                new Entry(longKey, 3, EntryKind.PUT, large),
                new Entry(longerSibling, 3, EntryKind.TOMBSTONE, new byte[0]))
            .sorted(Entry.INTERNAL_ORDER)
            .toList();
    Tables.write(storage, "t", TableOptions.defaults().withCompression(Compression.LZ4), entries);
    try (TableReader reader = Tables.open(storage, "t")) {
      reader.verify();
      checkCursor(reader, entries, ReadPurpose.SCAN);
      FoundEntry out = new FoundEntry();
      assertEquals(LookupOutcome.FOUND, Tables.find(reader, longKey, 3, out));
      assertEquals(large.length, out.valueLength());
      assertEquals(LookupOutcome.FOUND, Tables.find(reader, longerSibling, 3, out));
      assertEquals(EntryKind.TOMBSTONE, out.kind());
    }
  }

  @Test
  void compression_ofWhatDoesNotShrink_isLeftOut() throws IOException {
    byte[] noise = new byte[1000];
    random.nextBytes(noise);
    List<Entry> entries = List.of(new Entry("k".getBytes(), 1, EntryKind.PUT, noise));
    for (Compression compression : Compression.values()) {
      TableOptions options = TableOptions.defaults().withCompression(compression);
      TableProperties noisy = Tables.write(storage, "noise-" + compression, options, entries);
      assertEquals(noisy.plainDataBytes() + TableFormat.BLOCK_TRAILER_LENGTH, noisy.dataBytes());
      TableProperties plain =
          Tables.write(
              storage,
              "zeros-" + compression,
              options,
              List.of(new Entry("k".getBytes(), 1, EntryKind.PUT, new byte[1000])));
      assertEquals(
          compression != Compression.NONE,
          plain.dataBytes() < plain.plainDataBytes() / 4,
          compression.toString());
    }
  }
}

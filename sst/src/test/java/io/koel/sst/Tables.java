package io.koel.sst;

import io.koel.filter.FilterCatalog;
import io.koel.filter.KeyHash;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Random;
import java.util.TreeSet;

/** Makes tables and their contents for tests. */
final class Tables {

  static final long SEED = 77;

  private Tables() {}

  static TableProperties write(
      Storage storage, String name, TableOptions options, Collection<Entry> entries)
      throws IOException {
    try (TableWriter writer = TableWriter.create(storage, name, options.withHashSeed(SEED))) {
      for (Entry entry : entries) {
        entry.addTo(writer);
      }
      return writer.finish();
    }
  }

  static TableReader open(Storage storage, String name) throws IOException {
    return open(storage, name, BlockCache.none(), IoCounter.NONE);
  }

  static TableReader open(Storage storage, String name, BlockCache cache, IoCounter io)
      throws IOException {
    return TableReader.open(storage, name, readerOptions(cache), io);
  }

  static TableReaderOptions readerOptions(BlockCache cache) {
    return new TableReaderOptions(1, SEED, ReadMode.BUFFERED, cache, FilterCatalog.installed());
  }

  static LookupOutcome find(TableReader reader, byte[] key, long sequence, FoundEntry out)
      throws IOException {
    return reader.find(key, KeyHash.of(key, SEED), sequence, 0, out);
  }

  static List<Entry> all(EntryCursor cursor) throws IOException {
    List<Entry> entries = new ArrayList<>();
    for (boolean valid = cursor.first(); valid; valid = cursor.next()) {
      entries.add(Entry.at(cursor));
    }
    return entries;
  }

  /**
   * Random entries in order: short keys over few letters, so that many share prefixes or are
   * prefixes of others; some long ones; several versions of some; sequences that are far apart or
   * close.
   */
  static List<Entry> random(Random random, int count) {
    TreeSet<Entry> entries = new TreeSet<>(Entry.INTERNAL_ORDER);
    long sequences = 1L << random.nextInt(57);
    while (entries.size() < count) {
      byte[] key = randomKey(random);
      int versions = random.nextInt(10) == 0 ? 1 + random.nextInt(40) : 1;
      for (int i = 0; i < versions; i++) {
        long sequence = Math.floorMod(random.nextLong(), sequences) / 64 * 64 + i;
        entries.add(randomEntry(random, key, Math.min(sequence, EntryCursor.MAX_SEQUENCE)));
      }
    }
    return new ArrayList<>(entries);
  }

  static byte[] randomKey(Random random) {
    int length = random.nextInt(50) == 0 ? random.nextInt(1000) : random.nextInt(12);
    byte[] key = new byte[length];
    int letters = random.nextBoolean() ? 3 : 256;
    for (int i = 0; i < length; i++) {
      key[i] = (byte) (random.nextInt(letters) - 1);
    }
    return key;
  }

  private static Entry randomEntry(Random random, byte[] key, long sequence) {
    if (random.nextInt(5) == 0) {
      return new Entry(key, sequence, EntryKind.TOMBSTONE, new byte[0]);
    }
    byte[] value = new byte[random.nextInt(100) == 0 ? random.nextInt(5000) : random.nextInt(60)];
    if (random.nextBoolean()) {
      random.nextBytes(value);
    }
    return new Entry(key, sequence, EntryKind.PUT, value);
  }
}

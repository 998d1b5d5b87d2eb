package io.koel.limits;

import io.koel.Cursor;
import io.koel.Koel;
import io.koel.Options;
import io.koel.filter.HashMix;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Random;

/**
 * Writes a database that is many times larger than the heap, closes it, opens it and reads it in
 * every way. To be run with a small heap; a full one ends the process.
 */
public final class LargeDatabase {

  private static final int VALUE_BYTES = 1_000;
  private static final int LOOKUPS = 20_000;

  private final Path directory;
  private final long keys;

  private LargeDatabase(Path directory, long keys) {
    this.directory = directory;
    this.keys = keys;
  }

  /** Arguments: directory, megabytes. */
  public static void main(String[] args) throws IOException {
    long keys = Long.parseLong(args[1]) * (1 << 20) / VALUE_BYTES;
    LargeDatabase large = new LargeDatabase(Path.of(args[0]), keys);
    long heap = Runtime.getRuntime().maxMemory() >> 20;
    large.write();
    large.read();
    System.out.printf("%,d keys with a heap of %d MiB%n", keys, heap);
  }

  /** Memory as by default, which follows the heap; more tables than may be open. */
  private static Options options() {
    return Options.defaults().withTableBytes(8 << 20).withMaxOpenFiles(16);
  }

  private void write() throws IOException {
    try (Koel db = Koel.open(directory, options())) {
      for (long i = 0; i < keys; i++) {
        db.put(key(i), value(i));
      }
      for (long i = 0; i < keys; i += 10) {
        db.delete(key(i));
      }
    }
  }

  private void read() throws IOException {
    try (Koel db = Koel.open(directory, options())) {
      Random random = new Random(keys);
      for (int n = 0; n < LOOKUPS; n++) {
        long i = (long) (random.nextDouble() * keys);
        byte[] found = db.get(key(i));
        if (i % 10 == 0 ? found != null : found == null || !isValue(found, i)) {
          throw new AssertionError("key " + i + " is wrong");
        }
      }
      checkScan(db.scan(), 1);
      checkScan(db.scanReverse(null, null), -1);
      db.verify();
      if (db.stats().openTables() > options().maxOpenFiles()) {
        throw new AssertionError(db.stats().openTables() + " tables are open");
      }
    }
  }

  /** Every key that is left comes once, in order, with its value. */
  private void checkScan(Cursor cursor, int direction) throws IOException {
    long digest = 0;
    byte[] before = null;
    try (cursor) {
      while (cursor.next()) {
        byte[] key = cursor.key();
        long number = ByteBuffer.wrap(cursor.value()).getLong();
        if (!Arrays.equals(key(number), key) || !Arrays.equals(value(number), cursor.value())) {
          throw new AssertionError("a scan shows a wrong entry for key " + number);
        }
        if (before != null && direction * Arrays.compareUnsigned(before, key) >= 0) {
          throw new AssertionError("a scan shows key " + number + " out of order");
        }
        digest += digestOf(number);
        before = key;
      }
    }
    long expected = 0;
    for (long i = 0; i < keys; i++) {
      expected += i % 10 == 0 ? 0 : digestOf(i);
    }
    if (digest != expected) {
      throw new AssertionError("a scan shows other keys than are left");
    }
  }

  /** Of one key; those of all are added up, whatever their order. */
  private static long digestOf(long number) {
    return HashMix.mix(number, VALUE_BYTES);
  }

  /** Scattered, so that every table of a level is touched all the time. */
  private static byte[] key(long number) {
    return ByteBuffer.allocate(Long.BYTES).putLong(number * 0x9e3779b97f4a7c15L).array();
  }

  private static byte[] value(long number) {
    byte[] value = new byte[VALUE_BYTES];
    new Random(number).nextBytes(value);
    ByteBuffer.wrap(value).putLong(number);
    return value;
  }

  private static boolean isValue(byte[] value, long number) {
    return value.length == VALUE_BYTES && ByteBuffer.wrap(value).getLong() == number;
  }
}

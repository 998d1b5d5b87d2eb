package io.koel.fuzz;

import io.koel.Durability;
import io.koel.FilterDeletes;
import io.koel.Koel;
import io.koel.Options;
import io.koel.faults.StrictStorage;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Locale;

/** A small, good file of each kind, taken from a database. */
final class GoodFiles {

  private static final int KEYS = 60;

  private final StrictStorage storage = new StrictStorage();

  GoodFiles() {
    Options options =
        Options.defaults()
            .withFilterPolicy("semisorted-cuckoo(bits=6)")
            .withFilterDeletes(FilterDeletes.FULL)
            // One data block, so that its checksum has a known place.
            .withBlockBytes(64 << 10)
            .withLevelBaseBytes(1 << 10)
            .withTableBytes(1 << 20)
            .withLevelRatio(2)
            .withVerificationPercent(1000)
            .withLevel0Triggers(2, 20, 36);
    try (Koel db = Koel.open(storage, options)) {
      for (int i = 0; i < KEYS; i++) {
        db.put(key(i), ("value of " + i).getBytes());
      }
      db.compact();
      db.put(key(0), new byte[20]);
      db.delete(key(3), Durability.SYNC);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  static byte[] key(int number) {
    return String.format(Locale.ROOT, "key%04d", number).getBytes();
  }

  /** The first file whose name ends so. */
  byte[] file(String suffix) {
    try {
      for (String name : storage.list()) {
        if (name.endsWith(suffix)) {
          return storage.content(name);
        }
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    throw new IllegalStateException("there is no " + suffix);
  }
}

package io.koel.scenario;

import io.koel.Cursor;
import io.koel.Durability;
import io.koel.Koel;
import io.koel.Options;
import io.koel.WriteBatch;
import io.koel.faults.History;
import io.koel.faults.History.Change;
import io.koel.faults.Injected;
import io.koel.faults.StrictStorage;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.NavigableMap;
import java.util.Random;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/**
 * The power is cut at random moments, again and again; what is found is a prefix of the history.
 */
class PowerCutTest {

  private static final int ROUNDS = 80;

  private final Options options = TinyOptions.of("semisorted-cuckoo(bits=6)");
  private final History history = new History();

  @Test
  void open_afterPowerCuts_findsPrefixOfHistory() throws IOException {
    Random random = Seeds.random("PowerCutTest");
    StrictStorage storage = new StrictStorage();
    for (int round = 0; round < ROUNDS; round++) {
      // Some cuts come while the store is being opened.
      storage.cutPowerAtCall(
          storage.calls() + 1 + random.nextInt(random.nextInt(10) == 0 ? 30 : 900));
      writeUntilPowerCut(storage, random);
      storage = storage.afterPowerCut(random.nextLong());
      history.continueFrom(history.recovered(contents(storage)));
    }
  }

  private void writeUntilPowerCut(StrictStorage storage, Random random) {
    Koel db = null;
    try {
      db = Koel.open(storage, options);
      while (true) {
        write(db, random);
      }
    } catch (IOException powerCut) {
      Injected.requireCauseOf(powerCut);
    } finally {
      closeWithoutPower(db);
    }
  }

  private static void closeWithoutPower(Koel db) {
    try {
      if (db != null) {
        db.close();
      }
    } catch (IOException powerCut) {
      // Nothing can be written any more; that threads end is what matters.
      Injected.requireCauseOf(powerCut);
    }
  }

  private void write(Koel db, Random random) throws IOException {
    List<Change> changes = new ArrayList<>();
    WriteBatch batch = new WriteBatch();
    for (int n = 1 + random.nextInt(8); n > 0; n--) {
      byte[] key = Integer.toString(random.nextInt(500)).getBytes();
      byte[] value = random.nextInt(3) == 0 ? null : new byte[random.nextInt(100)];
      changes.add(new Change(key, value));
      if (value == null) {
        batch.delete(key);
      } else {
        random.nextBytes(value);
        batch.put(key, value);
      }
    }
    Durability durability = random.nextInt(4) == 0 ? Durability.SYNC : Durability.NONE;
    history.write(changes);
    db.write(batch, durability);
    if (durability == Durability.SYNC) {
      history.durable();
    }
    if (random.nextInt(200) == 0) {
      db.compact();
      history.durable();
    }
  }

  private NavigableMap<byte[], byte[]> contents(StrictStorage storage) throws IOException {
    NavigableMap<byte[], byte[]> contents = new TreeMap<>(Arrays::compareUnsigned);
    try (Koel db = Koel.open(storage, options);
        Cursor cursor = db.scan()) {
      while (cursor.next()) {
        contents.put(cursor.key(), cursor.value());
      }
      db.verify();
    }
    return contents;
  }
}

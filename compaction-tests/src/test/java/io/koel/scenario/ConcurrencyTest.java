package io.koel.scenario;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.koel.Cursor;
import io.koel.Durability;
import io.koel.Koel;
import io.koel.Options;
import io.koel.Snapshot;
import io.koel.WriteBatch;
import io.koel.faults.StrictStorage;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLongArray;
import org.junit.jupiter.api.Test;

/**
 * Writers, readers, cursors, snapshots and compactions at once. Each writer owns accounts whose sum
 * every batch keeps, and writes rising version numbers, so that a reader can tell a torn batch, a
 * lost update and a step back in time. An account without money may be closed, which deletes it; so
 * compactions mark and forget keys under the readers' hands, with fingerprints that collide.
 */
class ConcurrencyTest {

  private static final int WRITERS = 2;
  private static final int ACCOUNTS = 600;
  private static final long START_BALANCE = 1_000;
  private static final int BATCHES = 4_000;

  private final AtomicBoolean done = new AtomicBoolean();

  /** For each account, the newest version whose write has begun. */
  private final AtomicLongArray begun = new AtomicLongArray(WRITERS * ACCOUNTS);

  /** For each account, the newest version whose write was acknowledged; negative if it closed. */
  private final AtomicLongArray acknowledged = new AtomicLongArray(WRITERS * ACCOUNTS);

  @Test
  void reads_whileOthersWriteAndCompact_areConsistent() throws Exception {
    long seed = Seeds.random("ConcurrencyTest").nextLong();
    ExecutorService pool = Executors.newCachedThreadPool();
    Options options =
        TinyOptions.of("cuckoo(bits=4)")
            .withMemtableBytes(16 << 10)
            .withLevelBaseBytes(8 << 10)
            .withVerificationPercent(1_000_000);
    try (Koel db = Koel.open(new StrictStorage(), options)) {
      for (int writer = 0; writer < WRITERS; writer++) {
        openAccounts(db, writer);
      }
      List<Future<?>> writers = new ArrayList<>();
      for (int writer = 0; writer < WRITERS; writer++) {
        int own = writer;
        writers.add(pool.submit(task(() -> transfer(db, own, new Random(seed + own)))));
      }
      List<Future<?>> others = new ArrayList<>();
      others.add(pool.submit(task(() -> readVersions(db, new Random(seed + 10)))));
      others.add(pool.submit(task(() -> sumByCursor(db))));
      others.add(pool.submit(task(() -> sumByReverseSnapshot(db))));
      others.add(pool.submit(task(() -> compactAgainAndAgain(db))));
      for (Future<?> writer : writers) {
        writer.get();
      }
      done.set(true);
      for (Future<?> other : others) {
        other.get();
      }
      assertEquals(WRITERS * ACCOUNTS * START_BALANCE, sum(db.scan()));
      assertTrue(db.stats().tombstones().keysMarked() > 100, db.stats().tombstones()::toString);
      db.verify();
    } finally {
      done.set(true);
      pool.shutdown();
    }
  }

  /** A task; when one fails, all end. */
  private Callable<Void> task(Task task) {
    return () -> {
      try {
        task.run();
        return null;
      } catch (Throwable e) {
        done.set(true);
        throw e;
      }
    };
  }

  private interface Task {
    void run() throws IOException;
  }

  private static void openAccounts(Koel db, int writer) throws IOException {
    WriteBatch batch = new WriteBatch();
    for (int account = 0; account < ACCOUNTS; account++) {
      batch.put(key(writer, account), value(0, START_BALANCE));
    }
    db.write(batch);
  }

  /** Moves money between accounts; the version is the number of the batch. */
  private void transfer(Koel db, int writer, Random random) throws IOException {
    long[] balances = new long[ACCOUNTS];
    java.util.Arrays.fill(balances, START_BALANCE);
    for (int version = 1; version <= BATCHES && !done.get(); version++) {
      int from = random.nextInt(ACCOUNTS);
      int to = (from + 1 + random.nextInt(ACCOUNTS - 1)) % ACCOUNTS;
      boolean closes = random.nextInt(3) == 0;
      long amount = closes ? balances[from] : 1;
      balances[from] -= amount;
      balances[to] += amount;
      WriteBatch batch = new WriteBatch();
      // A delete before the put: no reader may see the gap.
      batch.delete(key(writer, from));
      if (!closes) {
        batch.put(key(writer, from), value(version, balances[from]));
      }
      batch.put(key(writer, to), value(version, balances[to]));
      begun.set(writer * ACCOUNTS + from, version);
      begun.set(writer * ACCOUNTS + to, version);
      db.write(batch, random.nextInt(100) == 0 ? Durability.SYNC : Durability.NONE);
      acknowledged.set(writer * ACCOUNTS + from, closes ? -version : version);
      acknowledged.set(writer * ACCOUNTS + to, version);
    }
  }

  private void readVersions(Koel db, Random random) throws IOException {
    while (!done.get()) {
      int writer = random.nextInt(WRITERS);
      int account = random.nextInt(ACCOUNTS);
      long before = acknowledged.get(writer * ACCOUNTS + account);
      byte[] value = db.get(key(writer, account));
      boolean changes = begun.get(writer * ACCOUNTS + account) != Math.abs(before);
      if (value == null) {
        assertTrue(before < 0 || changes, "an account is gone");
      } else {
        long version = ByteBuffer.wrap(value).getLong();
        assertTrue(
            version == before || version > Math.abs(before) && changes,
            "read version " + version + " after " + before + " was there");
      }
    }
  }

  private void sumByCursor(Koel db) throws IOException {
    while (!done.get()) {
      assertEquals(WRITERS * ACCOUNTS * START_BALANCE, sum(db.scan()));
    }
  }

  private void sumByReverseSnapshot(Koel db) throws IOException {
    while (!done.get()) {
      try (Snapshot snapshot = db.snapshot()) {
        long first = sum(snapshot.scanReverse(null, null));
        assertEquals(WRITERS * ACCOUNTS * START_BALANCE, first);
        long byGets = 0;
        for (int i = 0; i < WRITERS * ACCOUNTS; i++) {
          byte[] value = snapshot.get(key(i / ACCOUNTS, i % ACCOUNTS));
          byGets += value == null ? 0 : ByteBuffer.wrap(value).getLong(Long.BYTES);
        }
        assertEquals(first, byGets);
      }
    }
  }

  private void compactAgainAndAgain(Koel db) throws IOException {
    while (!done.get()) {
      db.compact();
    }
  }

  private static long sum(Cursor cursor) throws IOException {
    long sum = 0;
    try (cursor) {
      while (cursor.next()) {
        sum += ByteBuffer.wrap(cursor.value()).getLong(Long.BYTES);
      }
    }
    return sum;
  }

  private static byte[] key(int writer, int account) {
    return String.format("%d/%05d", writer, account).getBytes();
  }

  private static byte[] value(long version, long balance) {
    return ByteBuffer.allocate(48).putLong(version).putLong(balance).array();
  }
}

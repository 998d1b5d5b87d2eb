package io.koel.scenario;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.koel.Cursor;
import io.koel.Durability;
import io.koel.Koel;
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
 * lost update and a step back in time.
 */
class ConcurrencyTest {

  private static final int WRITERS = 2;
  private static final int ACCOUNTS = 300;
  private static final long START_BALANCE = 1_000;
  private static final int BATCHES = 4_000;

  private final AtomicBoolean done = new AtomicBoolean();

  /** For each account, the newest version whose write was acknowledged. */
  private final AtomicLongArray acknowledged = new AtomicLongArray(WRITERS * ACCOUNTS);

  @Test
  void reads_whileOthersWriteAndCompact_areConsistent() throws Exception {
    long seed = Seeds.random("ConcurrencyTest").nextLong();
    ExecutorService pool = Executors.newCachedThreadPool();
    try (Koel db =
        Koel.open(
            new StrictStorage(), TinyOptions.of("bloom(bits=8)").withMemtableBytes(32 << 10))) {
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
      balances[from]--;
      balances[to]++;
      WriteBatch batch = new WriteBatch();
      // A delete before the put: tombstones go everywhere, but no reader may see the gap.
      batch.delete(key(writer, from)).put(key(writer, from), value(version, balances[from]));
      batch.put(key(writer, to), value(version, balances[to]));
      db.write(batch, random.nextInt(100) == 0 ? Durability.SYNC : Durability.NONE);
      acknowledged.set(writer * ACCOUNTS + from, version);
      acknowledged.set(writer * ACCOUNTS + to, version);
    }
  }

  private void readVersions(Koel db, Random random) throws IOException {
    while (!done.get()) {
      int writer = random.nextInt(WRITERS);
      int account = random.nextInt(ACCOUNTS);
      long before = acknowledged.get(writer * ACCOUNTS + account);
      byte[] value = db.get(key(writer, account));
      assertNotNull(value, "an account is gone");
      long version = ByteBuffer.wrap(value).getLong();
      assertTrue(version >= before, "read version " + version + " after " + before + " was there");
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
          assertNotNull(value, "an account is gone from a snapshot");
          byGets += ByteBuffer.wrap(value).getLong(Long.BYTES);
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

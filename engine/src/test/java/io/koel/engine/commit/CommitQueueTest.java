package io.koel.engine.commit;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.koel.Durability;
import io.koel.engine.batch.BatchReader;
import io.koel.engine.batch.EncodedBatch;
import io.koel.engine.log.LogChain;
import io.koel.engine.log.LogFixture;
import io.koel.engine.log.LogWriter;
import io.koel.engine.log.MemoryFile;
import io.koel.engine.memtable.Memtable;
import io.koel.filter.KeyHash;
import io.koel.sst.EntryCursor;
import io.koel.sst.FoundEntry;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CommitQueueTest {

  private static final long LOG = 4;
  private static final long LAST_BEFORE = 100;

  @TempDir Path directory;

  private final MemoryFile file = new MemoryFile();
  private final Target target = new Target(new LogChain(new LogWriter(file, LOG)));
  private final CommitQueue queue = new CommitQueue(target, LAST_BEFORE);
  private final ExecutorService threads = Executors.newCachedThreadPool();

  @AfterEach
  void stop() {
    threads.shutdownNow();
  }

  @Test
  void commit_alone_isWrittenAppliedAndPublished() throws Exception {
    queue.commit(batch(1, 2, 3), Durability.NONE);
    assertEquals(LAST_BEFORE + 3, target.published);
    assertEquals(1, file.appends());
    assertEquals(0, file.syncs());
    queue.commit(batch(4), Durability.SYNC);
    assertEquals(file.size(), file.syncedLength());
    assertVisible(1, 2, 3, 4);
    assertLogHolds(LAST_BEFORE + 4);
  }

  @Test
  void commit_noneDurability_isWithTheSystemWhenItReturns() throws Exception {
    for (int i = 1; i <= 5; i++) {
      queue.commit(batch(i), Durability.NONE);
      assertLogHolds(LAST_BEFORE + i);
    }
  }

  @Test
  void commit_emptyBatch_writesNothingButSyncsWhenAsked() throws Exception {
    queue.commit(batch(1), Durability.NONE);
    queue.commit(new EncodedBatch(), Durability.NONE);
    assertEquals(0, file.syncs());
    queue.commit(new EncodedBatch(), Durability.SYNC);
    assertEquals(1, file.syncs());
    assertEquals(file.size(), file.syncedLength());
    assertLogHolds(LAST_BEFORE + 1);
  }

  @Test
  void commit_manyThreads_givesEachWriteOneSequenceAndLosesNone() throws Exception {
    int writers = 6;
    int each = 3_000;
    AtomicInteger next = new AtomicInteger();
    List<Future<?>> done = new ArrayList<>();
    for (int w = 0; w < writers; w++) {
      Durability durability = w == 0 ? Durability.SYNC : Durability.NONE;
      done.add(
          threads.submit(
              () -> {
                for (int i = 0; i < each; i++) {
                  int number = next.incrementAndGet();
                  queue.commit(batch(number), durability);
                  assertVisible(number);
                }
                return null;
              }));
    }
    for (Future<?> writer : done) {
      writer.get();
    }
    assertEquals(LAST_BEFORE + writers * each, target.published);
    assertEquals(writers * each, target.memtable.entries());
    assertLogHolds(LAST_BEFORE + writers * each);
  }

  @Test
  void commitIf_conditionHoldsOrNot_commitsOrLeavesNoTrace() throws Exception {
    assertFalse(queue.commitIf(() -> false, batch(1), Durability.SYNC));
    assertEquals(LAST_BEFORE, target.published);
    assertEquals(0, file.syncs());
    assertTrue(queue.commitIf(() -> target.published == LAST_BEFORE, batch(2), Durability.SYNC));
    assertEquals(file.size(), file.syncedLength());
    assertVisible(2);
    assertLogHolds(LAST_BEFORE + 1);
  }

  @Test
  void commitIf_amongOtherCommits_nothingComesBetweenConditionAndBatch() throws Exception {
    int writers = 4;
    int each = 2_000;
    AtomicInteger next = new AtomicInteger();
    List<Future<?>> done = new ArrayList<>();
    for (int w = 0; w < writers; w++) {
      boolean conditional = w % 2 == 0;
      done.add(
          threads.submit(
              () -> {
                for (int i = 0; i < each; i++) {
                  EncodedBatch batch = batch(next.incrementAndGet());
                  long[] before = new long[1];
                  if (conditional) {
                    queue.commitIf(
                        () -> {
                          before[0] = target.published;
                          return true;
                        },
                        batch,
                        Durability.NONE);
                    assertEquals(before[0] + 1, batch.firstSequence());
                  } else {
                    queue.commit(batch, Durability.NONE);
                  }
                }
                return null;
              }));
    }
    for (Future<?> writer : done) {
      writer.get();
    }
    assertEquals(LAST_BEFORE + writers * each, target.published);
    assertLogHolds(LAST_BEFORE + writers * each);
  }

  @Test
  void commit_syncWritersDuringASync_shareTheNextOne() throws Exception {
    CountDownLatch syncing = new CountDownLatch(1);
    CountDownLatch goOn = new CountDownLatch(1);
    file.beforeSync(
        () -> {
          syncing.countDown();
          awaitQuietly(goOn);
        });
    List<Future<?>> done = new ArrayList<>();
    done.add(submit(1, Durability.SYNC));
    syncing.await();
    for (int i = 2; i <= 9; i++) {
      done.add(submit(i, Durability.SYNC));
    }
    awaitWaiting(8);
    assertEquals(LAST_BEFORE, target.published, "nothing is visible before it is synced");
    goOn.countDown();
    for (Future<?> writer : done) {
      writer.get();
    }
    assertEquals(2, file.syncs());
    assertVisible(1, 2, 3, 4, 5, 6, 7, 8, 9);
  }

  /** Else large batches, one right after another, would keep the others waiting. */
  @Test
  void commit_ofALargeBatch_takesThoseThatWaitAlong() throws Exception {
    EncodedBatch large = new EncodedBatch();
    large.put(key(1), new byte[2 << 20]);
    List<Future<?>> waiting = new ArrayList<>();
    boolean isCommitted =
        queue.commitIf(
            () -> {
              for (int i = 2; i <= 5; i++) {
                waiting.add(submit(i, Durability.NONE));
              }
              awaitWaiting(4);
              return true;
            },
            large,
            Durability.NONE);
    assertTrue(isCommitted);
    for (Future<?> writer : waiting) {
      writer.get();
    }
    assertEquals(List.of(LAST_BEFORE + 5), target.publications, "one group has them all");
    assertVisible(2, 3, 4, 5);
  }

  @Test
  void commit_whenTheWriteFails_failsTheGroupAndAllLater() throws Exception {
    failsAllAndShowsNothing(false);
  }

  @Test
  void commit_whenTheSyncFails_failsTheGroupAndAllLater() throws Exception {
    failsAllAndShowsNothing(true);
    assertEquals(2, file.syncs(), "the failed sync is not tried again");
  }

  private void failsAllAndShowsNothing(boolean onSync) throws Exception {
    CountDownLatch syncing = new CountDownLatch(1);
    CountDownLatch goOn = new CountDownLatch(1);
    file.beforeSync(
        () -> {
          syncing.countDown();
          awaitQuietly(goOn);
        });
    Future<?> good = submit(1, Durability.SYNC);
    syncing.await();
    List<Future<?>> bad = new ArrayList<>();
    for (int i = 2; i <= 6; i++) {
      bad.add(submit(i, i % 2 == 0 ? Durability.SYNC : Durability.NONE));
    }
    awaitWaiting(5);
    IOException cause = new IOException("the disk is gone");
    MemoryFile.Hook failing =
        () -> {
          throw cause;
        };
    if (onSync) {
      // The first sync is past its hook by the time that this one is asked for.
      file.beforeSync(failing);
    } else {
      file.beforeAppend(failing);
    }
    goOn.countDown();
    good.get();
    for (Future<?> writer : bad) {
      assertCausedBy(cause, assertThrows(ExecutionException.class, writer::get).getCause());
    }
    file.beforeAppend(() -> {});
    file.beforeSync(() -> {});
    for (Durability durability : Durability.values()) {
      assertCausedBy(
          cause, assertThrows(IOException.class, () -> queue.commit(batch(7), durability)));
    }
    assertSame(cause, queue.failure().orElseThrow());
    assertVisible(1);
    assertEquals(LAST_BEFORE + 1, target.published);
    assertEquals(1, target.memtable.entries());
  }

  @Test
  void commit_whenPrepareFails_failsThatCallerOnly() throws Exception {
    IOException stop = new IOException("stalled for too long");
    target.beforePrepare =
        () -> {
          throw stop;
        };
    assertSame(
        stop, assertThrows(IOException.class, () -> queue.commit(batch(1), Durability.SYNC)));
    target.beforePrepare = () -> {};
    queue.commit(batch(2), Durability.NONE);
    assertTrue(queue.failure().isEmpty());
    assertVisible(2);
    assertLogHolds(LAST_BEFORE + 1);
  }

  @Test
  void commit_queuedWhenPrepareFails_isWithdrawn() throws Exception {
    CountDownLatch preparing = new CountDownLatch(1);
    CountDownLatch goOn = new CountDownLatch(1);
    IllegalStateException closed = new IllegalStateException("closed");
    target.beforePrepare =
        () -> {
          preparing.countDown();
          awaitQuietly(goOn);
          throw closed;
        };
    List<Future<?>> all = new ArrayList<>();
    all.add(submit(1, Durability.NONE));
    preparing.await();
    all.add(submit(2, Durability.NONE));
    all.add(submit(3, Durability.NONE));
    awaitWaiting(2);
    goOn.countDown();
    for (Future<?> writer : all) {
      assertSame(closed, assertThrows(ExecutionException.class, writer::get).getCause());
    }
    target.beforePrepare = () -> {};
    queue.commit(batch(4), Durability.NONE);
    assertEquals(1, target.memtable.entries());
    assertVisible(4);
  }

  @Test
  void commit_interrupted_isDoneAndKeepsTheFlag() throws Exception {
    CountDownLatch syncing = new CountDownLatch(1);
    CountDownLatch goOn = new CountDownLatch(1);
    file.beforeSync(
        () -> {
          syncing.countDown();
          awaitQuietly(goOn);
        });
    Future<?> first = submit(1, Durability.SYNC);
    syncing.await();
    Future<Boolean> second =
        threads.submit(
            () -> {
              Thread.currentThread().interrupt();
              queue.commit(batch(2), Durability.NONE);
              return Thread.interrupted();
            });
    awaitWaiting(1);
    goOn.countDown();
    first.get();
    assertTrue(second.get());
    assertVisible(1, 2);
  }

  @Test
  void runExclusively_amongWriters_seesNoCommitUnderWay() throws Exception {
    List<Future<?>> done = new ArrayList<>();
    AtomicInteger next = new AtomicInteger();
    for (int w = 0; w < 3; w++) {
      done.add(
          threads.submit(
              () -> {
                for (int i = 0; i < 2_000; i++) {
                  queue.commit(batch(next.incrementAndGet()), Durability.NONE);
                }
                return null;
              }));
    }
    for (int i = 0; i < 200; i++) {
      long difference =
          queue.runExclusively(() -> target.published - LAST_BEFORE - target.memtable.entries());
      assertEquals(0, difference);
    }
    for (Future<?> writer : done) {
      writer.get();
    }
    assertEquals(6_000, target.memtable.entries());
  }

  @Test
  void runExclusively_afterAFailure_doesNotRun() throws Exception {
    file.beforeAppend(
        () -> {
          throw new IOException("injected");
        });
    assertThrows(IOException.class, () -> queue.commit(batch(1), Durability.NONE));
    AtomicInteger runs = new AtomicInteger();
    assertThrows(IOException.class, () -> queue.runExclusively(runs::incrementAndGet));
    assertEquals(0, runs.get());
  }

  @Test
  void commit_insideOfAnExclusiveAction_isRefused() throws Exception {
    assertThrows(
        IllegalStateException.class,
        () ->
            queue.runExclusively(
                () -> {
                  queue.commit(batch(1), Durability.NONE);
                  return null;
                }));
    queue.commit(batch(2), Durability.NONE);
    assertVisible(2);
  }

  private Future<?> submit(int number, Durability durability) {
    return threads.submit(
        () -> {
          queue.commit(batch(number), durability);
          return null;
        });
  }

  private void awaitWaiting(int count) {
    while (queue.waitingForTest() < count) {
      Thread.onSpinWait();
    }
  }

  private static void awaitQuietly(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
  }

  private static void assertCausedBy(Throwable cause, Throwable e) {
    assertTrue(e instanceof IOException, e.toString());
    assertSame(cause, e.getCause());
    assertTrue(e.getMessage().contains(cause.getMessage()), e.getMessage());
  }

  private static EncodedBatch batch(int... numbers) {
    EncodedBatch batch = new EncodedBatch();
    for (int number : numbers) {
      batch.put(key(number), key(-number));
    }
    return batch;
  }

  private static byte[] key(int number) {
    return ByteBuffer.allocate(4).putInt(number).array();
  }

  private void assertVisible(int... numbers) {
    FoundEntry found = new FoundEntry();
    long snapshot = target.published;
    for (int number : numbers) {
      byte[] key = key(number);
      assertTrue(target.memtable.get(key, KeyHash.of(key, 0), snapshot, found), "lost " + number);
      assertArrayEquals(key(-number), found.copyValue());
    }
  }

  /** The log has all sequences up to this one, in order, and the memtable's entries. */
  private void assertLogHolds(long last) throws IOException {
    long sequence = LAST_BEFORE;
    FoundEntry found = new FoundEntry();
    for (byte[] record : LogFixture.read(directory, file.bytes(), LOG).records()) {
      BatchReader entries = BatchReader.of(record, 0, record.length, "record");
      assertEquals(sequence + 1, entries.firstSequence());
      while (entries.next()) {
        byte[] key = new byte[4];
        System.arraycopy(entries.array(), entries.keyOffset(), key, 0, 4);
        assertTrue(target.memtable.get(key, KeyHash.of(key, 0), EntryCursor.MAX_SEQUENCE, found));
        assertEquals(entries.sequence(), found.sequence());
      }
      sequence = entries.lastSequence();
    }
    assertEquals(last, sequence);
    assertFalse(queue.failure().isPresent());
  }

  private static final class Target implements CommitTarget {

    private final LogChain log;
    private final Memtable memtable = new Memtable(0, 1 << 20);
    private final List<Long> publications = new CopyOnWriteArrayList<>();
    private volatile long published = LAST_BEFORE;
    private volatile MemoryFile.Hook beforePrepare = () -> {};

    Target(LogChain log) {
      this.log = log;
    }

    @Override
    public void prepare() throws IOException {
      beforePrepare.run();
    }

    @Override
    public LogChain log() {
      return log;
    }

    @Override
    public void apply(EncodedBatch batch) {
      memtable.apply(batch.entries());
    }

    @Override
    public void publish(long lastSequence) {
      publications.add(lastSequence);
      published = lastSequence;
    }
  }
}

package io.koel.engine.commit;

import io.koel.Durability;
import io.koel.engine.batch.EncodedBatch;
import io.koel.engine.log.LogChain;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.BooleanSupplier;

/**
 * Commits batches one after the other, and those that come at the same time together: one write to
 * the log, and at most one sync, for all of them.
 *
 * <p>Thread-safe.
 */
/*
 * Whoever holds the lock is the leader. It takes its own batch and all that wait, gives them
 * sequences, appends each to the log as a record of its own, flushes or syncs once, adds them to the
 * memtable, publishes the last sequence, and wakes their threads.
 *
 * A thread that finds the lock free leads at once: nothing is queued, parked or woken. Any other
 * queues a request, then tries for the lock again before it parks. No wake-up is lost: if that try
 * failed, somebody held the lock when the request was already in the queue, and after giving the
 * lock back everybody looks at the queue and wakes its head.
 *
 * Newcomers may overtake a thread that was just woken, but they take the queue along when they
 * lead, so that nobody starves. An exclusive action has no such help, so newcomers let it pass.
 */
public final class CommitQueue {

  /** An action that runs while no batch is being committed. */
  @FunctionalInterface
  public interface Action<T> {
    T run() throws IOException;
  }

  private static final int MAX_GROUP_BYTES = 1 << 20;
  // About as long as a commit without sync takes; then it is a longer one, and parking pays.
  private static final int SPINS = 100;

  private final CommitTarget target;
  private final ReentrantLock leadership = new ReentrantLock();
  private final ConcurrentLinkedQueue<Request> waiting = new ConcurrentLinkedQueue<>();
  private final AtomicInteger exclusiveWaiting = new AtomicInteger();
  private volatile Throwable failure;

  // The leader's own.
  private final List<Request> group = new ArrayList<>();
  private long lastSequence;

  /**
   * A queue.
   *
   * @param lastSequence the highest sequence in use; the next entry gets the one after
   */
  public CommitQueue(CommitTarget target, long lastSequence) {
    this.target = target;
    this.lastSequence = lastSequence;
  }

  /**
   * Writes a batch and returns when it is visible, and as durable as asked. An empty batch with
   * {@link Durability#SYNC} makes all writes before it durable.
   *
   * @throws IOException if log or memtable failed, now or before: then neither this batch nor any
   *     later one becomes visible. It may have reached the log, and so be there after a reopening.
   */
  public void commit(EncodedBatch batch, Durability durability) throws IOException {
    requireNotLeading();
    requireNoFailure();
    if (batch.count() == 0 && durability == Durability.NONE) {
      return;
    }
    if (exclusiveWaiting.get() == 0 && leadership.tryLock()) {
      try {
        lead(batch, durability);
      } finally {
        resign();
      }
    } else {
      await(new Request(batch, durability));
    }
  }

  private void await(Request request) throws IOException {
    waiting.add(request);
    boolean interrupted = false;
    int spins = 0;
    try {
      while (!request.done) {
        if (exclusiveWaiting.get() == 0 && leadership.tryLock()) {
          try {
            leadFor(request);
          } finally {
            resign();
          }
        } else if (spins < SPINS) {
          spins++;
          Thread.onSpinWait();
        } else {
          LockSupport.park(this);
          interrupted |= Thread.interrupted();
        }
      }
    } finally {
      if (interrupted) {
        Thread.currentThread().interrupt();
      }
    }
    if (request.failure != null) {
      throw failed(request.failure);
    }
  }

  private void leadFor(Request request) throws IOException {
    if (!request.done) {
      try {
        lead(null, Durability.NONE);
      } catch (Throwable e) {
        waiting.remove(request);
        throw e;
      }
    }
  }

  /**
   * Commits the leader's own batch, if it is not in the queue, and those of the queue. Throws only
   * what concerns the leader.
   */
  private void lead(EncodedBatch own, Durability durability) throws IOException {
    if (failure == null) {
      // Else a memtable with half a batch might be handed on to be flushed.
      target.prepare();
    }
    boolean sync = durability == Durability.SYNC;
    // The leader's own do not count: large batches, one after another, must not starve the others.
    int bytes = 0;
    for (Request next; bytes < MAX_GROUP_BYTES && (next = waiting.poll()) != null; ) {
      group.add(next);
      bytes += next.batch.sizeInBytes();
      sync |= next.durability == Durability.SYNC;
    }
    Throwable wrong = failure;
    if (wrong == null) {
      try {
        write(own, sync);
      } catch (Throwable e) {
        failure = e;
        wrong = e;
      }
    }
    for (int i = 0; i < group.size(); i++) {
      group.get(i).complete(wrong);
    }
    group.clear();
    if (own != null && wrong != null) {
      throw failed(wrong);
    }
  }

  private void write(EncodedBatch own, boolean sync) throws IOException {
    LogChain log = target.log();
    long last = lastSequence;
    if (own != null) {
      last = append(log, own, last);
    }
    for (int i = 0; i < group.size(); i++) {
      last = append(log, group.get(i).batch, last);
    }
    if (sync) {
      log.sync();
    } else {
      log.flush();
    }
    if (own != null) {
      target.apply(own);
    }
    for (int i = 0; i < group.size(); i++) {
      target.apply(group.get(i).batch);
    }
    lastSequence = last;
    target.publish(last);
  }

  private static long append(LogChain log, EncodedBatch batch, long last) throws IOException {
    if (batch.count() > 0) {
      batch.setFirstSequence(last + 1);
      log.append(batch.array(), 0, batch.sizeInBytes());
    }
    return last + batch.count();
  }

  /** Gives the lock back and wakes who may be waiting for it. */
  private void resign() {
    leadership.unlock();
    Request next = waiting.peek();
    if (next != null) {
      LockSupport.unpark(next.thread);
    }
  }

  /**
   * Runs an action while no batch is being committed, such as a change of memtable and log. It must
   * be short and must not commit. REQUIRES: not called by what a waiting {@link
   * CommitTarget#prepare} waits for.
   *
   * @throws IOException if the action throws it, or if log or memtable failed before: then the
   *     action is not run
   */
  public <T> T runExclusively(Action<T> action) throws IOException {
    requireNotLeading();
    exclusiveWaiting.incrementAndGet();
    leadership.lock();
    exclusiveWaiting.decrementAndGet();
    try {
      requireNoFailure();
      return action.run();
    } finally {
      resign();
    }
  }

  /**
   * Commits a batch if a condition holds when it is the batch's turn: no other comes between the
   * two. The condition must be short and must not commit.
   *
   * @return whether the condition held, and so the batch was committed as by {@link #commit}
   */
  public boolean commitIf(BooleanSupplier condition, EncodedBatch batch, Durability durability)
      throws IOException {
    return runExclusively(
        () -> {
          boolean holds = condition.getAsBoolean();
          if (holds) {
            lead(batch, durability);
          }
          return holds;
        });
  }

  /**
   * Runs an action as {@link #runExclusively} does if that is possible at once; else not at all.
   */
  public void tryRunExclusively(Runnable action) {
    requireNotLeading();
    if (leadership.tryLock()) {
      try {
        action.run();
      } finally {
        resign();
      }
    }
  }

  /** Why nothing can be written any more, if so. */
  public Optional<Throwable> failure() {
    return Optional.ofNullable(failure);
  }

  /** The number of batches that wait for a leader. */
  int waitingForTest() {
    return waiting.size();
  }

  private void requireNoFailure() throws IOException {
    Throwable earlier = failure;
    if (earlier != null) {
      throw failed(earlier);
    }
  }

  private void requireNotLeading() {
    if (leadership.isHeldByCurrentThread()) {
      throw new IllegalStateException("called from within a commit or an exclusive action");
    }
  }

  private static IOException failed(Throwable cause) {
    return new IOException("writes fail since log or memtable failed: " + cause, cause);
  }

  /** A batch that waits for a leader. */
  private static final class Request {

    final EncodedBatch batch;
    final Durability durability;
    final Thread thread = Thread.currentThread();
    Throwable failure;
    volatile boolean done;

    Request(EncodedBatch batch, Durability durability) {
      this.batch = batch;
      this.durability = durability;
    }

    void complete(Throwable wrong) {
      failure = wrong;
      done = true;
      LockSupport.unpark(thread);
    }
  }
}

package io.koel.bench.workload;

import io.koel.bench.engine.LookupCounts;
import io.koel.bench.engine.Store;
import io.koel.bench.engine.StoreSession;
import io.koel.bench.workload.Task.Kind;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;

/** Runs workloads on a store with some threads, and measures them. */
public final class WorkloadRunner {

  /** Keys are made this many at a time, outside of the measured time. */
  private static final int CHUNK = 1024;

  private static final long WARM_UP = 50_000;

  private final KeySpace keys;
  private final long operations;
  private final int threads;
  private final long seed;
  private final WorkProgress progress;
  private final long writesPerSecond;

  /**
   * @param operations for workloads that do not go over all entries
   * @param progress hears of the operations done
   */
  public WorkloadRunner(
      KeySpace keys, long operations, int threads, long seed, WorkProgress progress) {
    this(keys, operations, threads, seed, progress, BenchPlan.UNLIMITED);
  }

  /**
   * @param writesPerSecond of the thread that overwrites while others read
   */
  WorkloadRunner(
      KeySpace keys,
      long operations,
      int threads,
      long seed,
      WorkProgress progress,
      long writesPerSecond) {
    if (threads < 1) {
      throw new IllegalArgumentException("threads " + threads + " is below 1");
    }
    this.keys = keys;
    this.operations = operations;
    this.threads = threads;
    this.seed = seed;
    this.progress = progress;
    this.writesPerSecond = writesPerSecond;
  }

  /** Lets the compiler see a task that only reads before it is measured. */
  public void warmUp(Task task, Store store) throws IOException {
    if (task.kind() == Kind.READ && !task.whileWriting()) {
      long some = Math.min(WARM_UP, operations);
      new WorkloadRunner(keys, some, threads, seed, WorkProgress.NONE).run(task, store, -1);
    }
  }

  public long operationsOf(Task task) {
    return switch (task.kind()) {
      case FILL -> keys.entries();
      case HALF -> keys.entries() / 2;
      case READ, WRITE -> operations;
      case SCAN -> threads;
      case ONCE -> 1;
    };
  }

  /** Runs a task; {@code round} gives each repetition other random numbers. */
  public Outcome run(Task task, Store store, int round) throws IOException {
    LookupCounts countsBefore = store.counts();
    OptionalLong writtenBefore = store.bytesWritten();
    Overwriter overwriter = new Overwriter(keys, seed, writesPerSecond);
    ExecutorService pool = Executors.newFixedThreadPool(threads + 1);
    try {
      Future<BackgroundWrites> background = null;
      if (task.whileWriting()) {
        background = pool.submit(() -> overwriter.writeTo(store));
        overwriter.awaitBegun();
      }
      List<Future<Worker>> running = new ArrayList<>();
      for (int thread = 0; thread < threads; thread++) {
        Worker worker = new Worker(task, store, thread, round);
        running.add(pool.submit(worker::call));
      }
      Outcome outcome = gather(task, store, running, countsBefore, writtenBefore);
      overwriter.stop();
      return background == null ? outcome : outcome.with(result(background));
    } finally {
      overwriter.stop();
      finish(pool);
    }
  }

  /**
   * Waits for workers that go on after another one failed: nobody may close the store under them.
   */
  private static void finish(ExecutorService pool) {
    pool.shutdown();
    boolean interrupted = false;
    while (!pool.isTerminated()) {
      try {
        pool.awaitTermination(1, TimeUnit.MINUTES);
      } catch (InterruptedException e) {
        interrupted = true;
      }
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }

  private Outcome gather(
      Task task,
      Store store,
      List<Future<Worker>> running,
      LookupCounts countsBefore,
      OptionalLong writtenBefore)
      throws IOException {
    Latencies latencies = new Latencies();
    long done = 0;
    long found = 0;
    long nanos = 0;
    for (Future<Worker> future : running) {
      Worker worker = result(future);
      latencies.add(worker.latencies);
      done += worker.done;
      found += worker.found;
      nanos = Math.max(nanos, worker.nanos);
    }
    if (task.kind().writes()) {
      long start = System.nanoTime();
      store.settle();
      nanos += System.nanoTime() - start;
    }
    return new Outcome(
        done,
        found,
        nanos,
        threads,
        latencies,
        store.counts().minus(countsBefore),
        amplification(task, store, done, writtenBefore),
        BackgroundWrites.NONE);
  }

  private OptionalDouble amplification(Task task, Store store, long done, OptionalLong before)
      throws IOException {
    OptionalLong after = store.bytesWritten();
    boolean puts = task.kind() == Kind.FILL || task.kind() == Kind.WRITE;
    if (!puts || done == 0 || before.isEmpty() || after.isEmpty()) {
      return OptionalDouble.empty();
    }
    double put = (double) done * (KeySpace.KEY_BYTES + keys.valueBytes());
    return OptionalDouble.of((after.getAsLong() - before.getAsLong()) / put);
  }

  private static <T> T result(Future<T> future) throws IOException {
    try {
      return future.get();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException("interrupted while a workload was running", e);
    } catch (ExecutionException e) {
      throw new IOException("workload failed: " + e.getCause().getMessage(), e.getCause());
    }
  }

  /** One thread's share: every {@code threads}-th operation. */
  private final class Worker {

    private final Task task;
    private final Store store;
    private final int thread;
    private final int round;
    private final Latencies latencies = new Latencies();
    private long done;
    private long found;
    private long nanos;

    Worker(Task task, Store store, int thread, int round) {
      this.task = task;
      this.store = store;
      this.thread = thread;
      this.round = round;
    }

    Worker call() throws IOException {
      byte[][] prepared = new byte[CHUNK][KeySpace.KEY_BYTES];
      long share = operationsOf(task) / threads;
      if (thread < operationsOf(task) % threads) {
        share++;
      }
      try (StoreSession session = store.session()) {
        long salt = Mix.mix(seed + 1000L * round + thread);
        Step step = new Step(store, session, keys, salt, prepared);
        for (long from = 0; from < share; from += CHUNK) {
          long to = Math.min(share, from + CHUNK);
          for (long i = from; i < to; i++) {
            task.prepare(step, i, prepared[(int) (i - from)]);
          }
          step.prepared((int) (to - from));
          runChunk(step, from, to);
          progress.advance(to - from);
        }
        if (task.kind() == Kind.SCAN) {
          done = step.scanned();
          found = done;
        }
      }
      return this;
    }

    private void runChunk(Step step, long from, long to) throws IOException {
      boolean striped = task.kind().meetsEachKeyOnce();
      long begin = System.nanoTime();
      int stride = task.keysPerCall();
      for (long i = from; i < to; i += stride) {
        // A worker's i-th operation; where each key is met once, the workers take turns.
        long operation = striped ? i * threads + thread : i;
        boolean timed = task.kind() != Kind.SCAN && i / stride % Latencies.EVERY == 0;
        long start = timed ? System.nanoTime() : 0;
        found += task.run(step, operation);
        if (timed) {
          latencies.record(System.nanoTime() - start);
        }
      }
      nanos += System.nanoTime() - begin;
      done += to - from;
    }
  }
}

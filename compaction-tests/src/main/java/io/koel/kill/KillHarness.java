package io.koel.kill;

import io.koel.Koel;
import io.koel.Options;
import io.koel.crash.Audit;
import io.koel.metamorphic.OptionSets;
import io.koel.sst.FileStorage;
import java.io.DataInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.NavigableMap;
import java.util.Random;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/**
 * Starts {@link KillTarget} in a JVM of its own, kills it by SIGKILL at a random moment, and judges
 * the store that it leaves, again and again in one directory.
 *
 * <p>A kill takes no page from the operating system, so that every step that was acknowledged must
 * be there, synced or not; and the rest is a prefix, because the store is compared with the whole
 * state after the step that it says it is at.
 */
public final class KillHarness {

  private static final long MAX_WRITING_NANOS = TimeUnit.MILLISECONDS.toNanos(600);
  private static final long MAX_OPENING_NANOS = TimeUnit.MILLISECONDS.toNanos(120);
  private static final long PATIENCE_SECONDS = 120;

  private final Path directory;
  private final long seed;
  private final Random random;
  private final KnownHistory history;
  private final List<OptionSets.Named> optionSets = OptionSets.all();
  private long acknowledged;
  private long kills;
  private long killsWhileOpening;

  public KillHarness(Path directory, long seed) {
    this.directory = directory;
    this.seed = seed;
    this.random = new Random(seed);
    this.history = new KnownHistory(seed);
  }

  public long kills() {
    return kills;
  }

  /** How many of the kills came before the store was open. */
  public long killsWhileOpening() {
    return killsWhileOpening;
  }

  /** How many steps are known to be stored. */
  public long steps() {
    return acknowledged;
  }

  /** Lets the target write, and kills it; every other time once more while it opens the store. */
  public void round() throws IOException {
    kill(MAX_WRITING_NANOS, false);
    if (random.nextBoolean()) {
      kill(MAX_OPENING_NANOS, true);
    }
    try {
      judge();
    } catch (AssertionError e) {
      throw new AssertionError("seed " + seed + ", kill " + kills, e);
    }
  }

  private void kill(long maxNanos, boolean whileOpening) throws IOException {
    Process target = start();
    Listener listener = new Listener(new DataInputStream(target.getInputStream()));
    try {
      listener.start();
      listener.await(whileOpening ? listener.opening : listener.open);
      pause((long) (random.nextDouble() * maxNanos));
      if (!target.isAlive()) {
        throw new AssertionError("the target ended by itself: " + log());
      }
    } finally {
      // Not the process's own method, which throws away what the target said last.
      target.toHandle().destroyForcibly();
      awaitEnd(target);
      listener.awaitEnd();
    }
    kills++;
    killsWhileOpening += listener.open.getCount();
    acknowledged = Math.max(acknowledged, listener.acknowledged);
  }

  /** Hears what the target says, to the end. */
  private final class Listener extends Thread {

    final CountDownLatch opening = new CountDownLatch(1);
    final CountDownLatch open = new CountDownLatch(1);
    private final DataInputStream told;
    private volatile long acknowledged;
    private volatile IOException failure;

    Listener(DataInputStream told) {
      super("kill-listener");
      this.told = told;
    }

    @Override
    public void run() {
      try (told) {
        if (told.readLong() != KillTarget.OPENING) {
          throw new IOException("the target does not begin with opening");
        }
        opening.countDown();
        while (true) {
          acknowledged = told.readLong();
          open.countDown();
        }
      } catch (EOFException end) {
        // It was killed.
      } catch (IOException e) {
        failure = e;
      }
    }

    void await(CountDownLatch latch) throws IOException {
      try {
        while (!latch.await(1, TimeUnit.SECONDS)) {
          if (!isAlive()) {
            throw new AssertionError("the target ended by itself: " + log());
          }
        }
      } catch (InterruptedException e) {
        throw wasInterrupted(e);
      }
    }

    void awaitEnd() throws IOException {
      try {
        join();
      } catch (InterruptedException e) {
        throw wasInterrupted(e);
      }
      if (failure != null) {
        throw failure;
      }
    }
  }

  private static AssertionError wasInterrupted(InterruptedException e) {
    Thread.currentThread().interrupt();
    return new AssertionError("interrupted", e);
  }

  private Process start() throws IOException {
    int set = random.nextInt(optionSets.size());
    List<String> command =
        List.of(
            Path.of(System.getProperty("java.home"), "bin", "java").toString(),
            "-ea",
            "-Xmx256m",
            "-XX:TieredStopAtLevel=1",
            "-XX:+UseSerialGC",
            "-Xshare:auto",
            "-cp",
            System.getProperty("java.class.path"),
            KillTarget.class.getName(),
            directory.toString(),
            Long.toString(seed),
            Integer.toString(set));
    return new ProcessBuilder(command).redirectError(logFile().toFile()).start();
  }

  private Path logFile() {
    return directory.resolveSibling(directory.getFileName() + ".err");
  }

  /** Deletes what the targets complained of, which is beside their directory. */
  public void deleteLog() throws IOException {
    Files.deleteIfExists(logFile());
  }

  private String log() throws IOException {
    return Files.readString(logFile());
  }

  private static void pause(long nanos) {
    long end = System.nanoTime() + nanos;
    for (long left = nanos; left > 0; left = end - System.nanoTime()) {
      LockSupport.parkNanos(left);
    }
  }

  private static void awaitEnd(Process target) {
    try {
      if (!target.waitFor(PATIENCE_SECONDS, TimeUnit.SECONDS)) {
        throw new AssertionError("the target cannot be killed");
      }
    } catch (InterruptedException e) {
      throw wasInterrupted(e);
    }
  }

  private void judge() throws IOException {
    String said = log();
    if (!said.isBlank()) {
      throw new AssertionError("the target complained: " + said);
    }
    FileStorage storage = FileStorage.create(directory);
    Options options = optionSets.get(random.nextInt(optionSets.size())).options();
    try (Koel db = Koel.open(storage, options)) {
      long step = KnownHistory.stepOf(db.get(KnownHistory.STEP_KEY));
      if (step < acknowledged) {
        throw new AssertionError("step " + acknowledged + " was acknowledged, found is " + step);
      }
      acknowledged = step;
      NavigableMap<byte[], byte[]> expected = history.stateAfter(step);
      Audit.requireEqual(expected, Audit.read(db.scan()), "the store at step " + step);
      for (int i = 0; i < KnownHistory.keys(); i++) {
        byte[] key = KnownHistory.key(i);
        if (!Arrays.equals(expected.get(key), db.get(key))) {
          throw new AssertionError("get(" + new String(key) + ") differs from a scan");
        }
      }
      db.verify();
      // Some stores are closed in the midst of their compactions.
      if (random.nextBoolean()) {
        db.awaitIdle();
      }
    }
    Audit.noOrphans(storage);
  }
}

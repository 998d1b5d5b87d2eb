package io.koel.bench.workload;

import java.io.IOException;
import java.util.Arrays;
import java.util.Locale;
import java.util.stream.Collectors;

/**
 * Named workloads. Names and meaning follow RocksDB's db_bench, with two differences: random fills
 * and deletes meet each key once, so that it is known what is there, and a workload that writes
 * ends when the store has come to rest.
 */
public enum Workload implements Task {
  FILLSEQ("puts all keys in order", Kind.FILL, (step, i) -> step.put(i, 0)),
  FILLRANDOM(
      "puts all keys in random order",
      Kind.FILL,
      (step, i) -> step.put(step.keys().shuffled(i), 0)),
  OVERWRITE(
      "puts random keys that are there", Kind.WRITE, (step, i) -> step.put(step.random(i), 1)),
  DELETERANDOM(
      "deletes half of the keys in random order",
      Kind.HALF,
      (step, i) -> step.delete(step.keys().shuffled(i))),
  READRANDOM("gets random keys that were put", Kind.READ, Step::get, Workload::present),
  READMISSING("gets keys that were never put", Kind.READ, Step::get, Workload::missing),
  READDELETED("gets keys that deleterandom deleted", Kind.READ, Step::get, Workload::deleted),
  MULTIREADRANDOM(
      "gets 32 random keys at once; a key is an operation",
      Kind.READ,
      (step, i) -> step.getMany(i, Workload.MULTI),
      Workload::present) {
    @Override
    public int keysPerCall() {
      return MULTI;
    }
  },
  MULTIREADMISSING(
      "gets 32 missing keys at once; a key is an operation",
      Kind.READ,
      (step, i) -> step.getMany(i, Workload.MULTI),
      Workload::missing) {
    @Override
    public int keysPerCall() {
      return MULTI;
    }
  },
  SEEKRANDOM(
      "seeks a random key and reads 10 entries from there",
      Kind.READ,
      (step, i) -> step.seek(i, 10),
      Workload::missing),
  READSEQ(
      "reads all entries in order; an entry is an operation",
      Kind.SCAN,
      (step, i) -> step.scanAll()),
  READWHILEWRITING(
      "readrandom, while one more thread overwrites", Kind.READ, Step::get, Workload::present) {
    @Override
    public boolean whileWriting() {
      return true;
    }
  },
  COMPACT("compacts everything, as one operation", Kind.ONCE, (step, i) -> step.compact());

  private static final int MULTI = 32;

  /** What one operation does. */
  private interface Action {
    int run(Step step, long operation) throws IOException;
  }

  /** Which key one operation needs. */
  private interface KeyMaker {
    void make(Step step, long operation, byte[] key);
  }

  private final String description;
  private final Kind kind;
  private final Action action;
  private final KeyMaker keyMaker;

  Workload(String description, Kind kind, Action action) {
    this(description, kind, action, (step, i, key) -> {});
  }

  Workload(String description, Kind kind, Action action, KeyMaker keyMaker) {
    this.description = description;
    this.kind = kind;
    this.action = action;
    this.keyMaker = keyMaker;
  }

  private static void present(Step step, long operation, byte[] key) {
    step.keys().fill(key, step.random(operation));
  }

  private static void missing(Step step, long operation, byte[] key) {
    step.keys().fillMissing(key, step.random(operation));
  }

  private static void deleted(Step step, long operation, byte[] key) {
    long position = step.random(operation) % Math.max(1, step.keys().entries() / 2);
    step.keys().fill(key, step.keys().shuffled(position));
  }

  @Override
  public void prepare(Step step, long operation, byte[] key) {
    keyMaker.make(step, operation, key);
  }

  @Override
  public int run(Step step, long operation) throws IOException {
    return action.run(step, operation);
  }

  @Override
  public Kind kind() {
    return kind;
  }

  public boolean fillsEmptyStore() {
    return kind == Kind.FILL;
  }

  public String description() {
    return description;
  }

  /** The name as users write it. */
  public String label() {
    return name().toLowerCase(Locale.ROOT);
  }

  /**
   * The workload of this name.
   *
   * @throws IllegalArgumentException if there is none; the message lists the known names
   */
  public static Workload named(String name) {
    for (Workload workload : values()) {
      if (workload.label().equals(name)) {
        return workload;
      }
    }
    throw new IllegalArgumentException(
        "unknown workload '"
            + name
            + "'; known are "
            + Arrays.stream(values()).map(Workload::label).collect(Collectors.joining(", ")));
  }
}

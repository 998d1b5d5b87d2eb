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
  FILLSEQ("puts all keys in order", Kind.FILL) {
    @Override
    public int run(Step step, long operation) throws IOException {
      return step.put(operation, 0);
    }
  },
  FILLRANDOM("puts all keys in random order", Kind.FILL) {
    @Override
    public int run(Step step, long operation) throws IOException {
      return step.put(step.keys().shuffled(operation), 0);
    }
  },
  OVERWRITE("puts random keys that are there", Kind.WRITE) {
    @Override
    public int run(Step step, long operation) throws IOException {
      return step.put(step.random(operation), 1);
    }
  },
  DELETERANDOM("deletes half of the keys in random order", Kind.HALF) {
    @Override
    public int run(Step step, long operation) throws IOException {
      return step.delete(step.keys().shuffled(operation));
    }
  },
  READRANDOM("gets random keys that were put", Kind.READ) {
    @Override
    public int run(Step step, long operation) throws IOException {
      return step.get(operation);
    }

    @Override
    public void prepare(Step step, long operation, byte[] key) {
      step.keys().fill(key, step.random(operation));
    }
  },
  READMISSING("gets keys that were never put", Kind.READ) {
    @Override
    public int run(Step step, long operation) throws IOException {
      return step.get(operation);
    }

    @Override
    public void prepare(Step step, long operation, byte[] key) {
      step.keys().fillMissing(key, step.random(operation));
    }
  },
  READDELETED("gets keys that deleterandom deleted", Kind.READ) {
    @Override
    public int run(Step step, long operation) throws IOException {
      return step.get(operation);
    }

    @Override
    public void prepare(Step step, long operation, byte[] key) {
      long position = step.random(operation) % Math.max(1, step.keys().entries() / 2);
      step.keys().fill(key, step.keys().shuffled(position));
    }
  },
  MULTIREADRANDOM("gets 32 random keys at once; a key is an operation", Kind.READ) {
    @Override
    public int keysPerCall() {
      return 32;
    }

    @Override
    public int run(Step step, long operation) throws IOException {
      return step.getMany(operation, keysPerCall());
    }

    @Override
    public void prepare(Step step, long operation, byte[] key) {
      step.keys().fill(key, step.random(operation));
    }
  },
  MULTIREADMISSING("gets 32 missing keys at once; a key is an operation", Kind.READ) {
    @Override
    public int keysPerCall() {
      return 32;
    }

    @Override
    public int run(Step step, long operation) throws IOException {
      return step.getMany(operation, keysPerCall());
    }

    @Override
    public void prepare(Step step, long operation, byte[] key) {
      step.keys().fillMissing(key, step.random(operation));
    }
  },
  SEEKRANDOM("seeks a random key and reads 10 entries from there", Kind.READ) {
    @Override
    public int run(Step step, long operation) throws IOException {
      return step.seek(operation, 10);
    }

    @Override
    public void prepare(Step step, long operation, byte[] key) {
      step.keys().fillMissing(key, step.random(operation));
    }
  },
  READSEQ("reads all entries in order; an entry is an operation", Kind.SCAN) {
    @Override
    public int run(Step step, long operation) throws IOException {
      return step.scanAll();
    }
  },
  READWHILEWRITING("readrandom, while one more thread overwrites", Kind.READ) {
    @Override
    public int run(Step step, long operation) throws IOException {
      return step.get(operation);
    }

    @Override
    public void prepare(Step step, long operation, byte[] key) {
      step.keys().fill(key, step.random(operation));
    }

    @Override
    public boolean whileWriting() {
      return true;
    }
  };

  private final String description;
  private final Kind kind;

  Workload(String description, Kind kind) {
    this.description = description;
    this.kind = kind;
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

package io.koel.bench.compare;

import io.koel.bench.workload.Step;
import io.koel.bench.workload.Task;
import java.io.IOException;
import java.util.Locale;

/** The kinds of keys that a comparison looks up. */
public enum LookupKind {
  PRESENT("keys that are there"),
  ABSENT("keys that never were there"),
  DELETED("keys that were deleted");

  private final String meaning;

  LookupKind(String meaning) {
    this.meaning = meaning;
  }

  public String meaning() {
    return meaning;
  }

  public String label() {
    return name().toLowerCase(Locale.ROOT);
  }

  /** Lookups of this kind among the keys that were placed as {@code placement} says. */
  Task task(Placement placement) {
    return new Task() {
      @Override
      public Kind kind() {
        return Kind.READ;
      }

      @Override
      public void prepare(Step step, long operation, byte[] key) {
        long random = step.random(operation);
        switch (LookupKind.this) {
          case PRESENT -> step.keys().fill(key, placement.liveNumber(random));
          case ABSENT -> step.keys().fillMissing(key, random);
          case DELETED -> step.keys().fill(key, placement.deletedNumber(random));
        }
      }

      @Override
      public int run(Step step, long operation) throws IOException {
        return step.get(operation);
      }
    };
  }
}

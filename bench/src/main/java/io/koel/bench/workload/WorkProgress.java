package io.koel.bench.workload;

/** Hears how far work has come; called from any thread. */
public interface WorkProgress {

  /** For who does not want to know. */
  WorkProgress NONE = done -> {};

  void advance(long operations);
}

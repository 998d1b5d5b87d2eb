package io.koel.bench.workload;

/** What a thread wrote while others read, and how long it took. */
public record BackgroundWrites(long count, long nanos) {

  static final BackgroundWrites NONE = new BackgroundWrites(0, 0);

  public double perSecond() {
    return nanos == 0 ? 0 : count * 1e9 / nanos;
  }
}

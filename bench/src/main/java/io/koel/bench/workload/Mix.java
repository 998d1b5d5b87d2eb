package io.koel.bench.workload;

/** Scrambles a number: the finalizer of SplitMix64, a bijection. */
final class Mix {

  private Mix() {}

  static long mix(long z) {
    z += 0x9e3779b97f4a7c15L;
    z = (z ^ z >>> 30) * 0xbf58476d1ce4e5b9L;
    z = (z ^ z >>> 27) * 0x94d049bb133111ebL;
    return z ^ z >>> 31;
  }
}

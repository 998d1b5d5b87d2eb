package io.koel.filter;

/**
 * Arithmetic by which families make indexes and fingerprints of a key hash. Nobody rehashes keys.
 */
public final class HashMix {

  private HashMix() {}

  /**
   * Another well-mixed hash for each salt; for one salt a bijection, so that different hashes stay
   * different. (David Stafford's variant 13 of the MurmurHash3 finaliser.)
   */
  public static long mix(long hash, long salt) {
    long h = hash + salt * 0x9e3779b97f4a7c15L;
    h = (h ^ h >>> 30) * 0xbf58476d1ce4e5b9L;
    h = (h ^ h >>> 27) * 0x94d049bb133111ebL;
    return h ^ h >>> 31;
  }

  /**
   * Maps the upper 32 bits of a hash to 0 .. n-1 by multiplication instead of division.
   *
   * <p>REQUIRES: 0 &lt; n &lt; 2^31.
   */
  public static int reduceHigh(long hash, int n) {
    return (int) ((hash >>> 32) * n >>> 32);
  }

  /** Maps the lower 32 bits of a hash to 0 .. n-1; see {@link #reduceHigh}. */
  public static int reduceLow(long hash, int n) {
    return (int) ((hash & 0xffffffffL) * n >>> 32);
  }
}

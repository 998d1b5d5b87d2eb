package io.koel.filter.cuckoo;

/**
 * Cuckoo filters with sorted buckets: one bit of each fingerprint costs nothing. Spec: {@code
 * semisorted-cuckoo(bits=13)}, with 5 to 32 bits, or {@code semisorted-cuckoo(fpp=0.001)}; 13 bits
 * when nothing is given.
 *
 * <p>Layout version 1 is that of {@link CuckooFamily}, but for the buckets, which have 4 * f - 4
 * bits:
 *
 * <pre>
 * bucket := code low low low low
 * code   := C(u1,1) + C(u2+1,2) + C(u3+2,3) + C(u4+3,4), 12 bits, below 3,876
 * low    := the lower f - 4 bits of a fingerprint
 * </pre>
 *
 * where the four fingerprints are ascending, empty slots count as 0, u1 to u4 are the fingerprints'
 * upper four bits, and C is the binomial coefficient.
 *
 * <p>Source: the paper named there, section 5.2.
 */
public final class SemiSortedCuckooFamily extends AbstractCuckooFamily {

  private static final int DEFAULT_BITS = 13;

  /** Called by {@link java.util.ServiceLoader}. */
  public SemiSortedCuckooFamily() {
    super("semisorted-cuckoo", BucketLayout.SEMI_SORTED, DEFAULT_BITS);
  }
}

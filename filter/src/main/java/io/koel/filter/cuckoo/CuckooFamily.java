package io.koel.filter.cuckoo;

/**
 * Cuckoo filters: a fingerprint of each key in one of two buckets of four. Spec: {@code
 * cuckoo(bits=12)}, with 4 to 32 bits, or {@code cuckoo(fpp=0.001)}; 12 bits when nothing is given.
 *
 * <p>Layout version 1 of the payload. Numbers are little-endian; within the buckets a bit string
 * begins with the lowest bit of its first byte.
 *
 * <pre>
 * offset  bytes  field
 *  0      4      m, number of buckets: even, 2 or more
 *  4      2      salt of the mixed hash
 *  6      1      f, bits of a fingerprint
 *  7      1      0
 *  8      8      number of stored fingerprints; the number of keys, if q is 0
 * 16      4      q, number of pinned classes
 * 20      b      the buckets, 4 * f bits each, one after another; b = ceil(m * 4 * f / 8)
 * 20+b    7      0, so that 8 bytes can be read wherever a fingerprint begins
 * 27+b    8*q    the pinned classes, ascending
 *
 * bucket             := fingerprint fingerprint fingerprint fingerprint, f bits each, 0 is empty
 * mixed              := HashMix.mix(key hash, salt)
 * fingerprint of key := 1 + floor((mixed mod 2^32) * (2^f - 1) / 2^32)
 * first bucket       := floor(floor(mixed / 2^32) * m / 2^32)
 * second bucket      := (offset(fingerprint) - first bucket) mod m
 * offset(x)          := 1 + 2 * floor(floor(w / 2^32) * (m / 2) / 2^32)
 *   where v          := x * 0x9e3779b97f4a7c15 mod 2^64
 *         w          := (v xor floor(v / 2^32)) * 0xd6e8feb86659fd93 mod 2^64
 * pinned class       := fingerprint as 4 bytes, then the lower of its two buckets as 4 bytes
 * </pre>
 *
 * The keys of one fingerprint and one pair of buckets are a class; the filter cannot tell them
 * apart. It has a copy of the fingerprint for each of them, of which there is room for 8. A class
 * is <em>pinned</em> if more keys than that were given when the filter was built, which takes keys
 * that were made to collide: it has one copy, which stays whatever is removed.
 *
 * <p>Source: Fan, Andersen, Kaminsky, Mitzenmacher, "Cuckoo Filter: Practically Better Than Bloom",
 * CoNEXT 2014. Ours differs in the second bucket, which allows other numbers of buckets than powers
 * of two.
 */
public final class CuckooFamily extends AbstractCuckooFamily {

  private static final int DEFAULT_BITS = 12;

  /** Called by {@link java.util.ServiceLoader}. */
  public CuckooFamily() {
    super("cuckoo", BucketLayout.PLAIN, DEFAULT_BITS);
  }
}

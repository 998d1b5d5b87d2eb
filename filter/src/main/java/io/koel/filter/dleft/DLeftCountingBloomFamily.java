package io.koel.filter.dleft;

import io.koel.filter.CorruptionException;
import io.koel.filter.DynamicFilter;
import io.koel.filter.DynamicFilterFamily;
import io.koel.filter.FilterBlock;
import io.koel.filter.FilterPolicy;
import io.koel.filter.FilterReader;
import io.koel.filter.FilterSpec;
import io.koel.filter.SpecPolicy;

/**
 * The d-left counting Bloom filter: fingerprints with counters in a hash table of four subtables
 * with buckets of four cells; see {@link DLeftTable}.
 *
 * <p>Spec: {@code dleft-counting-bloom(bits=12)}, bits of a fingerprint, 4 to 28, or {@code
 * dleft-counting-bloom(fpp=0.01)}, the share of absent keys let through. Fingerprints have whole
 * bits, so the rate is never higher than asked, but may be half of it.
 *
 * <pre>
 * offset  bytes    field (numbers are little-endian)
 * 0       4        f, bits of a fingerprint, 4 to 28
 * 4       4        m, buckets of one subtable, 1 or more
 * 8       4        salt of the hashes
 * 12      4        x, number of extra counts
 * 16      m(2f+4)  the buckets of the first subtable, of the second, and so on
 * ...     16x      the extra counts, in ascending order of their classes
 *
 * a bucket, as bits from the low end of each byte on:
 * 0       f each   four fingerprints, 0 in an empty cell
 * 4f      2 each   their counters, 0 in an empty cell
 *
 * an extra count:
 * 0       4        fingerprint
 * 4       4        bucket in the first subtable
 * 8       8        copies beyond the three that the cell counts
 * </pre>
 *
 * <pre>
 * mixed       := HashMix.mix(key hash, salt)
 * fingerprint := 1 + floor((mixed mod 2^32) * (2^f - 1) / 2^32)
 * b           := floor(floor(mixed / 2^32) * m / 2^32)
 * bucket in subtable i := (b + d(i)) mod m
 * d(0)        := 0
 * d(1)        := floor(floor(s / 2^32) * m / 2^32)
 * d(2)        := floor((s mod 2^32) * m / 2^32)
 * d(3)        := floor(floor((s * 0xd6e8feb86659fd93 mod 2^64) / 2^32) * m / 2^32)
 *   where s   := HashMix.mix(fingerprint, 1)
 * </pre>
 *
 * {@link DLeftGeometry} says why. All keys of one fingerprint and one b share a cell.
 */
public final class DLeftCountingBloomFamily implements DynamicFilterFamily {

  static final String NAME = "dleft-counting-bloom";
  static final int VERSION = 1;

  /** So many salts are tried before there is more room. */
  private static final int SALTS_PER_SIZE = 4;

  private static final double GROWTH = 1.05;

  /**
   * How many times a built filter's buckets one gets that keys come to and go from. It has no
   * second try with another salt, and keys that go leave holes where the next ones may not fit.
   * (Without it, one in fifty filters refused a key at 0.95 of its capacity.)
   */
  private static final double ROOM_FOR_CHANGES = 1.12;

  @Override
  public String name() {
    return NAME;
  }

  @Override
  public int version() {
    return VERSION;
  }

  @Override
  public FilterPolicy policy(FilterSpec spec) {
    DLeftTarget target = DLeftTarget.of(spec);
    FilterSpec canonical =
        FilterSpec.sized(
            NAME,
            target.fingerprintBits() == 0,
            target.fingerprintBits(),
            target.falsePositiveRate());
    return new SpecPolicy(canonical, this, (hashes, count) -> payload(target, hashes, count));
  }

  @Override
  public FilterReader open(FilterBlock block) throws CorruptionException {
    DLeftGeometry geometry = DLeftCounts.decodeGeometry(block);
    return new DLeftReader(
        new DLeftTable(geometry, block.payload(), DLeftGeometry.HEADER_LENGTH), block);
  }

  @Override
  public DynamicFilter create(FilterSpec spec, long capacity, long hashSeed) {
    if (capacity < 0) {
      throw new IllegalArgumentException("capacity " + capacity + " is below 0");
    }
    DLeftGeometry geometry = DLeftTarget.of(spec).geometryFor(capacity, ROOM_FOR_CHANGES);
    return new DynamicDLeftFilter(new DLeftCounts(geometry), hashSeed, 0);
  }

  @Override
  public DynamicFilter thaw(FilterBlock block) throws CorruptionException {
    return new DynamicDLeftFilter(DLeftCounts.decode(block), block.hashSeed(), block.keyCount());
  }

  private static byte[] payload(DLeftTarget target, long[] hashes, int count) {
    // Ends: with ever more buckets, each class comes to have one of its own.
    for (double room = 1; ; room *= GROWTH) {
      for (int salt = 0; salt < SALTS_PER_SIZE; salt++) {
        DLeftCounts counts = new DLeftCounts(target.geometryFor(count, room).withSalt(salt));
        if (addAll(counts, hashes, count)) {
          return counts.encode();
        }
      }
    }
  }

  private static boolean addAll(DLeftCounts counts, long[] hashes, int count) {
    DLeftGeometry geometry = counts.geometry();
    for (int i = 0; i < count; i++) {
      if (!counts.add(geometry.fingerprintClass(hashes[i]))) {
        return false;
      }
    }
    return true;
  }
}

package io.koel.filter.quotient;

import io.koel.filter.CorruptionException;
import io.koel.filter.DynamicFilter;
import io.koel.filter.DynamicFilterFamily;
import io.koel.filter.FilterBlock;
import io.koel.filter.FilterPolicy;
import io.koel.filter.FilterReader;
import io.koel.filter.FilterSpec;
import io.koel.filter.SpecPolicy;
import java.util.Arrays;

/**
 * The quotient filter: a key's fingerprint is cut into a quotient, which says where it is stored,
 * and a remainder, which is what is stored. See {@link QuotientTable} for how collisions are kept
 * apart.
 *
 * <p>Spec: {@code quotient(bits=9)}, bits of a remainder, 1 to 32, or {@code quotient(fpp=0.01)},
 * the share of absent keys let through. Remainders have whole bits, so the rate is never higher
 * than asked, but may be half of it.
 *
 * <pre>
 * offset  bytes    field (numbers are little-endian)
 * 0       4        r, bits of a remainder, 1 to 32
 * 4       4        s, number of slots, 2 or more
 * 8       24+8r    block of the slots 0 to 63
 * ...              and so on; the last block has only the words that its slots need
 *
 * a block, where slot i of the block is:
 * 0       8        occupied, bit i
 * 8       8        continuation, bit i
 * 16      8        shifted, bit i
 * 24      8r       remainder, bits ir to ir+r-1, from the low end of each byte
 * </pre>
 *
 * {@code HashMix.mix(key hash, 0)} gives the quotient by its upper half, {@code half * s / 2^32},
 * and the remainder by its lowest r bits. Bits that no slot uses are 0. The same keys give the same
 * bytes, whatever was added and removed on the way.
 */
public final class QuotientFamily implements DynamicFilterFamily {

  static final String NAME = "quotient";
  static final int VERSION = 1;

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
    QuotientTarget target = QuotientTarget.of(spec);
    FilterSpec canonical =
        FilterSpec.sized(
            NAME, target.remainderBits() == 0, target.remainderBits(), target.falsePositiveRate());
    return new SpecPolicy(canonical, this, (hashes, count) -> payload(target, hashes, count));
  }

  @Override
  public FilterReader open(FilterBlock block) throws CorruptionException {
    return new QuotientReader(QuotientCheck.openTable(block), block.keyCount());
  }

  @Override
  public DynamicFilter create(FilterSpec spec, long capacity, long hashSeed) {
    if (capacity < 0) {
      throw new IllegalArgumentException("capacity " + capacity + " is below 0");
    }
    QuotientGeometry geometry = QuotientTarget.of(spec).geometryFor(capacity);
    QuotientTable table = new QuotientTable(geometry, geometry.newPayload());
    return new DynamicQuotientFilter(table, hashSeed, 0);
  }

  @Override
  public DynamicFilter thaw(FilterBlock block) throws CorruptionException {
    QuotientTable stored = QuotientCheck.openTable(block);
    QuotientCheck.requireWholeClusters(stored, block);
    QuotientTable copy = new QuotientTable(stored.geometry(), stored.payload().clone());
    return new DynamicQuotientFilter(copy, block.hashSeed(), block.keyCount());
  }

  private static byte[] payload(QuotientTarget target, long[] hashes, int count) {
    QuotientGeometry geometry = target.geometryFor(count);
    QuotientTable table = new QuotientTable(geometry, geometry.newPayload());
    for (int i = 0; i < count; i++) {
      hashes[i] = geometry.fingerprint(hashes[i]);
    }
    Arrays.sort(hashes, 0, count);
    table.fill(hashes, count);
    return table.payload();
  }
}

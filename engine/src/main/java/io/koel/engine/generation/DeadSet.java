package io.koel.engine.generation;

import io.koel.filter.CorruptionException;
import io.koel.sst.DeadEntries;
import java.io.IOException;
import java.nio.ByteBuffer;
import org.roaringbitmap.RoaringBitmap;

/**
 * The ordinals of a table's dead entries: exact, and with set semantics, so that marking twice is
 * marking once. It is the authority on what is dead; a filter only saves reads.
 *
 * <p>Immutable. Ordinals are below 2^31, as a table has at most that many entries.
 */
public final class DeadSet implements DeadEntries {

  /** Nothing is dead: what every table starts with. */
  public static final DeadSet EMPTY = new DeadSet(new RoaringBitmap());

  private final RoaringBitmap ordinals;
  private final long count;

  private DeadSet(RoaringBitmap ordinals) {
    this.ordinals = ordinals;
    this.count = ordinals.getLongCardinality();
  }

  /** How many entries are dead. */
  public long count() {
    return count;
  }

  @Override
  public boolean isDead(long ordinal) {
    return ordinals.contains((int) ordinal);
  }

  @Override
  public boolean allDead(long from, long toInclusive) {
    return ordinals.contains(from, toInclusive + 1);
  }

  /** How many of the entries from {@code from} to {@code toInclusive} are dead. */
  public long countWithin(long from, long toInclusive) {
    return ordinals.rangeCardinality(from, toInclusive + 1);
  }

  /** The memory that the set takes, about. */
  public long sizeInBytes() {
    return ordinals.getLongSizeInBytes();
  }

  /** The set in RoaringBitmap's portable serialised form. */
  byte[] encode() {
    ByteBuffer out = ByteBuffer.allocate(ordinals.serializedSizeInBytes());
    ordinals.serialize(out);
    return out.array();
  }

  /** The most bytes that {@link #encode} gives for a table of so many entries. */
  static long maxEncodedLength(long entryCount) {
    long ordinals = Math.min(entryCount, 1L << 31);
    return RoaringBitmap.maximumSerializedSize(ordinals, ordinals);
  }

  /**
   * Reads what {@link #encode} wrote, which must take up all of {@code in}.
   *
   * @param entryCount the table's number of entries, which bounds the ordinals
   */
  static DeadSet decode(ByteBuffer in, long entryCount) throws CorruptionException {
    RoaringBitmap ordinals = new RoaringBitmap();
    int length = in.remaining();
    try {
      ordinals.deserialize(in.slice());
      // Checksums keep accidents out; this keeps out bytes that were made up to pass them.
      if (!ordinals.validate() || ordinals.serializedSizeInBytes() != length) {
        throw new CorruptionException("the dead set is not a well-formed bitmap");
      }
    } catch (CorruptionException e) {
      throw e;
    } catch (IOException | RuntimeException e) {
      throw new CorruptionException("the dead set is not a bitmap: " + e.getMessage(), e);
    }
    if (!ordinals.isEmpty() && Integer.toUnsignedLong(ordinals.last()) >= entryCount) {
      throw new CorruptionException(
          "the dead set names entry "
              + Integer.toUnsignedLong(ordinals.last())
              + " of a table of "
              + entryCount);
    }
    return new DeadSet(ordinals);
  }

  @Override
  public String toString() {
    return count + " dead entries";
  }

  /** A growing copy of a dead set. Not thread-safe. */
  public static final class Builder {

    private final RoaringBitmap ordinals;

    public Builder(DeadSet base) {
      ordinals = base.ordinals.clone();
    }

    /** Marks an entry; true if it was not dead before. */
    public boolean mark(long ordinal) {
      return ordinals.checkedAdd(Math.toIntExact(ordinal));
    }

    public boolean isDead(long ordinal) {
      return ordinals.contains((int) ordinal);
    }

    public DeadSet build() {
      RoaringBitmap compact = ordinals.clone();
      compact.runOptimize();
      return new DeadSet(compact);
    }
  }
}

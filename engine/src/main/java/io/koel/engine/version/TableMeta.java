package io.koel.engine.version;

import io.koel.sst.TableProperties;
import java.util.Arrays;

/**
 * What is known of a table without opening it. Never changes.
 *
 * @param number the table's number, never used again in this database
 * @param sizeInBytes the length of its file
 * @param smallest its smallest user key; nobody may change the array
 * @param largest its largest user key; nobody may change the array
 * @param smallestSequence the oldest sequence of its entries
 * @param largestSequence the newest sequence of its entries
 * @param entries how many entries it has
 * @param tombstones how many of them are tombstones
 * @param distinctKeys how many user keys it has
 * @param filterBytes the size of its filter block, 0 if it has none
 */
public record TableMeta(
    long number,
    long sizeInBytes,
    byte[] smallest,
    byte[] largest,
    long smallestSequence,
    long largestSequence,
    long entries,
    long tombstones,
    long distinctKeys,
    long filterBytes) {

  /** What is known of a table by its own properties. */
  public static TableMeta of(long number, TableProperties p) {
    return new TableMeta(
        number,
        p.fileSize(),
        p.smallestKey(),
        p.largestKey(),
        p.smallestSequence(),
        p.largestSequence(),
        p.entries(),
        p.tombstones(),
        p.distinctKeys(),
        p.filterBytes());
  }

  /** Whether the key lies between the table's bounds. */
  public boolean covers(byte[] key) {
    return Arrays.compareUnsigned(smallest, key) <= 0 && Arrays.compareUnsigned(key, largest) <= 0;
  }

  /**
   * Whether any key of the range lies between the table's bounds.
   *
   * @param from the range's first key, or null for no bound
   * @param to the range's last key, inclusive, or null for no bound
   */
  public boolean overlaps(byte[] from, byte[] to) {
    return (from == null || Arrays.compareUnsigned(largest, from) >= 0)
        && (to == null || Arrays.compareUnsigned(smallest, to) <= 0);
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof TableMeta that
        && number == that.number
        && sizeInBytes == that.sizeInBytes
        && Arrays.equals(smallest, that.smallest)
        && Arrays.equals(largest, that.largest)
        && smallestSequence == that.smallestSequence
        && largestSequence == that.largestSequence
        && entries == that.entries
        && tombstones == that.tombstones
        && distinctKeys == that.distinctKeys
        && filterBytes == that.filterBytes;
  }

  @Override
  public int hashCode() {
    return Long.hashCode(number);
  }

  @Override
  public String toString() {
    return "table " + number + " (" + sizeInBytes + " bytes, " + entries + " entries)";
  }
}

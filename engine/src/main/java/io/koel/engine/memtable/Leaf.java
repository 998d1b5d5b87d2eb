package io.koel.engine.memtable;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/**
 * The lowest nodes of an {@link EntryTree}: up to {@link #CAPACITY} entries of one key range, in
 * the order in which they were added. Adding one moves nothing, which is what readers without locks
 * need. To find a key, its {@link KeyPrefix} is looked for among those of the entries, newest
 * first; only splits and cursors need the order, and sort.
 *
 * <p>All keys of the range begin with the same bytes, namely those that the range's bounds have in
 * common. The prefixes leave them out.
 *
 * <p>A leaf is a bare long array, so that reaching it is one step in memory:
 *
 * <pre>
 * index           content
 * 0               number of entries
 * 1               number of key bytes that the prefixes leave out
 * 2               prefix of the first entry's key, then those of the others
 * 2 + CAPACITY    address of the first entry in the lower half, of the second in the upper half,
 *                 then those of the others
 * </pre>
 */
final class Leaf {

  static final int CAPACITY = 32;
  static final int SIZE_IN_BYTES = 16 + 8 * (2 + CAPACITY + CAPACITY / 2);

  private static final int PREFIXES = 2;
  private static final int ADDRESSES = PREFIXES + CAPACITY;
  private static final VarHandle ELEMENT = MethodHandles.arrayElementVarHandle(long[].class);

  private Leaf() {}

  /** An empty leaf for a range whose keys have their first {@code skipped} bytes in common. */
  static long[] create(int skipped) {
    long[] leaf = new long[ADDRESSES + CAPACITY / 2];
    leaf[1] = skipped;
    return leaf;
  }

  /** The number of entries; whoever calls this sees all of them. */
  static int count(long[] leaf) {
    return (int) (long) ELEMENT.getAcquire(leaf, 0);
  }

  static int skipped(long[] leaf) {
    return (int) leaf[1];
  }

  static long prefix(long[] leaf, int slot) {
    return leaf[PREFIXES + slot];
  }

  static int address(long[] leaf, int slot) {
    return (int) (leaf[ADDRESSES + (slot >> 1)] >>> ((slot & 1) << 5));
  }

  /** REQUIRES: there is room, and nobody else adds. */
  static void add(long[] leaf, long prefix, int address) {
    int slot = (int) leaf[0];
    leaf[PREFIXES + slot] = prefix;
    leaf[ADDRESSES + (slot >> 1)] |= (address & 0xffffffffL) << ((slot & 1) << 5);
    ELEMENT.setRelease(leaf, 0, slot + 1L);
  }
}

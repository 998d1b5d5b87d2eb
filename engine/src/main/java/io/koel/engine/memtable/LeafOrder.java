package io.koel.engine.memtable;

/**
 * The entries of one leaf in internal order: {@code (load accessors*)*}. Used again for the next
 * leaf.
 *
 * <p>What is sorted are longs: a key prefix whose lowest bits give way to the entry's slot. Where
 * the rest of two prefixes is equal, the entries are compared. Insertion sort, because a leaf is
 * small.
 */
final class LeafOrder {

  private static final long SLOT_MASK = Leaf.CAPACITY - 1;

  private final EntryArena arena;
  private final long[] sorted = new long[Leaf.CAPACITY];
  private long[] leaf;
  private int count;

  LeafOrder(EntryArena arena) {
    this.arena = arena;
  }

  /** Takes over the entries that a leaf has by now. */
  void load(long[] newLeaf) {
    leaf = newLeaf;
    count = Leaf.count(newLeaf);
    for (int slot = 0; slot < count; slot++) {
      insert(slot, Leaf.prefix(newLeaf, slot) & ~SLOT_MASK | slot);
    }
  }

  private void insert(int at, long item) {
    while (at > 0 && isBefore(item, sorted[at - 1])) {
      sorted[at] = sorted[at - 1];
      at--;
    }
    sorted[at] = item;
  }

  private boolean isBefore(long a, long b) {
    return ((a ^ b) & ~SLOT_MASK) != 0
        ? a < b
        : arena.compare(Leaf.address(leaf, slot(a)), Leaf.address(leaf, slot(b))) < 0;
  }

  private static int slot(long item) {
    return (int) (item & SLOT_MASK);
  }

  int count() {
    return count;
  }

  /** The address of the entry at a place of the order. */
  int address(int rank) {
    return Leaf.address(leaf, slotAt(rank));
  }

  /** The slot of the entry at a place of the order. */
  int slotAt(int rank) {
    return slot(sorted[rank]);
  }

  /** Whether the entries were added in order. */
  boolean isAscending() {
    for (int rank = 0; rank < count; rank++) {
      if (slotAt(rank) != rank) {
        return false;
      }
    }
    return true;
  }

  /** The number of entries before (key, sequence), which lies in the leaf's range. */
  int countBefore(byte[] key, int offset, int length, long sequence) {
    long prefix = KeyPrefix.of(key, offset, length, Leaf.skipped(leaf));
    int low = 0;
    int high = count;
    while (low < high) {
      int middle = (low + high) >>> 1;
      if (isBefore(middle, prefix, key, offset, length, sequence)) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    return low;
  }

  private boolean isBefore(
      int rank, long prefix, byte[] key, int offset, int length, long sequence) {
    int slot = slotAt(rank);
    long other = Leaf.prefix(leaf, slot);
    return other != prefix
        ? other < prefix
        : arena.compare(Leaf.address(leaf, slot), key, offset, length, sequence) < 0;
  }
}

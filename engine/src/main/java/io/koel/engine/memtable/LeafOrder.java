package io.koel.engine.memtable;

/**
 * The entries of one leaf in internal order: {@code ((load | loadFrom) accessors*)*}. Used again
 * for the next leaf.
 *
 * <p>What is sorted are longs: a key prefix whose lowest bits give way to the entry's slot. Where
 * the rest of two prefixes is equal, the entries are compared. Insertion sort, because a leaf is
 * small.
 *
 * <p>A cursor that seeks mostly takes an entry or two, since others that it is merged with have the
 * next ones. So {@link #loadFrom} only parts the entries before the target from the others, and the
 * first of those are picked one by one; who goes on gets the rest sorted.
 */
final class LeafOrder {

  private static final long SLOT_MASK = Leaf.CAPACITY - 1;
  private static final int PICKS_BEFORE_SORTING = 4;

  private final EntryArena arena;
  private final long[] sorted = new long[Leaf.CAPACITY];
  private long[] leaf;
  private int count;

  // The ranks from here on, up to there, are in order; no entry before them belongs after them.
  private int orderedFrom;
  private int orderedTo;

  LeafOrder(EntryArena arena) {
    this.arena = arena;
  }

  /** Takes over the entries that a leaf has by now. */
  void load(long[] newLeaf) {
    leaf = newLeaf;
    count = Leaf.count(newLeaf);
    for (int slot = 0; slot < count; slot++) {
      insert(0, slot, item(slot));
    }
    orderedFrom = 0;
    orderedTo = count;
  }

  /**
   * Takes over the entries that a leaf has by now.
   *
   * @return the number of entries before (key, sequence), which lies in the leaf's range
   */
  int loadFrom(long[] newLeaf, byte[] key, int offset, int length, long sequence) {
    leaf = newLeaf;
    count = Leaf.count(newLeaf);
    long prefix = KeyPrefix.of(key, offset, length, Leaf.skipped(newLeaf));
    int low = 0;
    int high = count - 1;
    for (int slot = 0; slot < count; slot++) {
      // Written to both ends, of which one then moves on: the order is random, a branch would be
      // guessed wrong every other time.
      long item = item(slot);
      sorted[low] = item;
      sorted[high] = item;
      int before = isBefore(slot, prefix, key, offset, length, sequence) ? 1 : 0;
      low += before;
      high -= 1 - before;
    }
    orderedFrom = low;
    orderedTo = low;
    return low;
  }

  private long item(int slot) {
    return Leaf.prefix(leaf, slot) & ~SLOT_MASK | slot;
  }

  /** Brings a rank in order, unless it is. REQUIRES: its neighbour is, or it is the first asked. */
  private void settle(int rank) {
    if (rank < orderedFrom) {
      sort(0, orderedFrom);
      orderedFrom = 0;
    } else if (rank < orderedFrom + PICKS_BEFORE_SORTING) {
      pick(rank);
      orderedTo = rank + 1;
    } else {
      sort(orderedTo, count);
      orderedTo = count;
    }
  }

  /** Brings the first of the entries from a rank on to that rank. */
  private void pick(int rank) {
    int first = rank;
    for (int i = rank + 1; i < count; i++) {
      first = isBefore(sorted[i], sorted[first]) ? i : first;
    }
    long item = sorted[first];
    sorted[first] = sorted[rank];
    sorted[rank] = item;
  }

  private void sort(int from, int to) {
    for (int i = from + 1; i < to; i++) {
      insert(from, i, sorted[i]);
    }
  }

  private void insert(int from, int at, long item) {
    while (at > from && isBefore(item, sorted[at - 1])) {
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
    if (rank < orderedFrom || rank >= orderedTo) {
      settle(rank);
    }
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
      if (isBefore(slotAt(middle), prefix, key, offset, length, sequence)) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    return low;
  }

  private boolean isBefore(
      int slot, long prefix, byte[] key, int offset, int length, long sequence) {
    long other = Leaf.prefix(leaf, slot);
    return other != prefix
        ? other < prefix
        : arena.compare(Leaf.address(leaf, slot), key, offset, length, sequence) < 0;
  }
}

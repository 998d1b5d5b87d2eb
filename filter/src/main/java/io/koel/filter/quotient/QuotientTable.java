package io.koel.filter.quotient;

import io.koel.filter.PayloadBytes;

/**
 * The slots of a quotient filter, read and changed in place.
 *
 * <p>A key with quotient q belongs into slot q; its remainder is what the slot stores. The
 * remainders of one quotient are a <em>run</em>: neighbours, ascending. Runs stand in the order of
 * their quotients, each at its own slot or, when that is taken, right behind the run before. A
 * <em>cluster</em> is a sequence of runs without a gap, whose first run is at its own slot. After
 * the last slot comes the first. Three bits of each slot tell it all:
 *
 * <ul>
 *   <li>occupied: some key has this slot's number as its quotient (wherever its run may be);
 *   <li>continuation: the remainder here belongs to the same run as the one before;
 *   <li>shifted: the remainder here is not in its own slot.
 * </ul>
 *
 * A slot with none of them is empty. The bits of 64 slots are a word each, so that a cluster's
 * start and the n-th run in it are found 64 slots at a time, by counting bits. Equal keys in any
 * order give equal bytes: whatever is not used is 0.
 *
 * <p>Invariant: at least one slot is empty, which ends every search.
 *
 * <p>Source: M. Bender et al., "Don't thrash: how to cache your hash on flash", 2012.
 */
final class QuotientTable {

  static final int OCCUPIED = 0;
  static final int CONTINUATION = 1;
  static final int SHIFTED = 2;

  private final QuotientGeometry geometry;
  private final byte[] payload;
  private final int slots;
  private final int remainderBits;

  QuotientTable(QuotientGeometry geometry, byte[] payload) {
    this.geometry = geometry;
    this.payload = payload;
    this.slots = geometry.slots();
    this.remainderBits = geometry.remainderBits();
  }

  QuotientGeometry geometry() {
    return geometry;
  }

  byte[] payload() {
    return payload;
  }

  /** How many copies of a fingerprint there are. */
  int copies(long fingerprint) {
    int slot = find(fingerprint);
    if (slot < 0) {
      return 0;
    }
    long remainder = geometry.remainder(fingerprint);
    int copies = 1;
    for (slot = next(slot); isSet(CONTINUATION, slot); slot = next(slot)) {
      if (remainder(slot) != remainder) {
        break;
      }
      copies++;
    }
    return copies;
  }

  /** The first slot that has this fingerprint, or -1. */
  int find(long fingerprint) {
    int quotient = geometry.quotient(fingerprint);
    if (!isSet(OCCUPIED, quotient)) {
      return -1;
    }
    int slot = runStart(quotient);
    if (slot < 0) {
      return -1;
    }
    long remainder = geometry.remainder(fingerprint);
    do {
      long here = remainder(slot);
      if (here >= remainder) {
        return here == remainder ? slot : -1;
      }
      slot = next(slot);
    } while (isSet(CONTINUATION, slot));
    return -1;
  }

  /** REQUIRES: more than one slot is empty. */
  void insert(long fingerprint) {
    int quotient = geometry.quotient(fingerprint);
    long remainder = geometry.remainder(fingerprint);
    boolean joinsRun = isSet(OCCUPIED, quotient);
    if (!joinsRun && isEmpty(quotient)) {
      set(OCCUPIED, quotient, true);
      putRemainder(quotient, remainder);
      return;
    }
    // Without a run of its own yet, the key goes where the run after the last smaller one begins.
    int start = joinsRun ? runStart(quotient) : gapFor(quotient);
    int slot = joinsRun ? positionInRun(start, remainder) : start;
    makeRoom(slot);
    if (joinsRun && slot == start) {
      set(CONTINUATION, next(slot), true);
    }
    set(OCCUPIED, quotient, true);
    set(CONTINUATION, slot, slot != start);
    set(SHIFTED, slot, slot != quotient);
    putRemainder(slot, remainder);
  }

  /** Removes one copy; false if there is none. */
  boolean remove(long fingerprint) {
    int slot = find(fingerprint);
    if (slot < 0) {
      return false;
    }
    int quotient = geometry.quotient(fingerprint);
    boolean first = !isSet(CONTINUATION, slot);
    boolean last = !isSet(CONTINUATION, next(slot));
    int gap = closeGap(slot);
    if (first && last) {
      set(OCCUPIED, quotient, false);
    } else if (first) {
      set(CONTINUATION, slot, false);
      set(SHIFTED, slot, slot != quotient);
    }
    int moved = first && !last ? next(slot) : slot;
    for (int run = quotient; moved != gap; moved = next(moved)) {
      if (!isSet(CONTINUATION, moved)) {
        run = nextOccupied(run);
        set(SHIFTED, moved, run != moved);
      }
    }
    return true;
  }

  /**
   * Lays out keys in an empty table, in one pass over the slots.
   *
   * @param fingerprints in ascending order
   */
  void fill(long[] fingerprints, int count) {
    long end = 0;
    for (int i = 0; i < count; i++) {
      end = Math.max(end, geometry.quotient(fingerprints[i])) + 1;
    }
    // What does not fit behind the last slot takes the first ones. Those it pushes on find a gap
    // before they reach the end again, as there are more slots than keys.
    end = Math.max(0, end - slots);
    int runBefore = -1;
    for (int i = 0; i < count; i++) {
      int quotient = geometry.quotient(fingerprints[i]);
      long place = Math.max(end, quotient);
      int slot = (int) (place < slots ? place : place - slots);
      set(OCCUPIED, quotient, true);
      set(CONTINUATION, slot, quotient == runBefore);
      set(SHIFTED, slot, place != quotient);
      putRemainder(slot, geometry.remainder(fingerprints[i]));
      runBefore = quotient;
      end = place + 1;
    }
  }

  /** The first slot of an occupied quotient's run. Negative only if the bits make no sense. */
  private int runStart(int quotient) {
    if (!isSet(SHIFTED, quotient)) {
      return quotient;
    }
    int cluster = clusterStart(quotient);
    return cluster < 0 ? -1 : nthClear(CONTINUATION, cluster, occupiedBetween(cluster, quotient));
  }

  /** Where the run of a quotient that has none must go; its slot is taken by another's. */
  private int gapFor(int quotient) {
    int cluster = clusterStart(quotient);
    return nthClear(CONTINUATION, cluster, occupiedBetween(cluster, quotient) + 1);
  }

  private int positionInRun(int start, long remainder) {
    int slot = start;
    do {
      if (remainder(slot) >= remainder) {
        return slot;
      }
      slot = next(slot);
    } while (isSet(CONTINUATION, slot));
    return slot;
  }

  /** The nearest slot at or before this one that holds nothing shifted. */
  private int clusterStart(int slot) {
    int start = lastClear(SHIFTED, 0, slot);
    return start >= 0 ? start : lastClear(SHIFTED, slot + 1, slots - 1);
  }

  private int lastClear(int plane, int from, int to) {
    for (int block = to >>> 6; block >= from >>> 6; block--) {
      long clear = ~word(plane, block) & SlotBits.upTo(to, block);
      if (clear != 0) {
        int found = (block << 6) + 63 - Long.numberOfLeadingZeros(clear);
        return found >= from ? found : -1;
      }
    }
    return -1;
  }

  private int occupiedBetween(int from, int to) {
    return from <= to ? occupied(from, to) : occupied(from, slots - 1) + occupied(0, to);
  }

  private int occupied(int from, int to) {
    int count = 0;
    for (int block = from >>> 6; block <= to >>> 6; block++) {
      long bits =
          word(OCCUPIED, block) & SlotBits.upTo(to, block) & SlotBits.startingAt(from, block);
      count += Long.bitCount(bits);
    }
    return count;
  }

  /** The n-th slot from this one on whose bit of a plane is clear, going round once; else -1. */
  private int nthClear(int plane, int from, int n) {
    int left = n;
    int lastBlock = slots - 1 >>> 6;
    int block = from >>> 6;
    long range = SlotBits.startingAt(from, block);
    for (int visits = 0; visits <= lastBlock + 1; visits++) {
      long clear = ~word(plane, block) & SlotBits.upTo(slots - 1, block) & range;
      int count = Long.bitCount(clear);
      if (count >= left) {
        return (block << 6) + SlotBits.select(clear, left);
      }
      left -= count;
      block = block == lastBlock ? 0 : block + 1;
      range = -1L;
    }
    return -1;
  }

  int nextOccupied(int quotient) {
    int slot = next(quotient);
    while (!isSet(OCCUPIED, slot)) {
      slot = next(slot);
    }
    return slot;
  }

  /** Moves the rest of the cluster up by one slot, so that this one is free. */
  private void makeRoom(int slot) {
    int free = firstEmpty(slot);
    if (free >= slot) {
      moveUp(slot, free);
    } else {
      moveUp(0, free);
      copy(slots - 1, 0);
      moveUp(slot, slots - 1);
    }
  }

  /** Moves the rest of the cluster down by one slot, onto this one; gives the slot now empty. */
  private int closeGap(int slot) {
    int end = nthClear(SHIFTED, next(slot), 1);
    int gap = end == 0 ? slots - 1 : end - 1;
    if (gap >= slot) {
      moveDown(slot, gap);
    } else {
      moveDown(slot, slots - 1);
      copy(0, slots - 1);
      moveDown(0, gap);
    }
    set(CONTINUATION, gap, false);
    set(SHIFTED, gap, false);
    putRemainder(gap, 0);
    return gap;
  }

  /** Moves {@code from .. to-1} to {@code from+1 .. to}, block by block. */
  private void moveUp(int from, int to) {
    int at = to;
    while (at > from) {
      int low = Math.max(from, at & ~63);
      if (low == at) {
        copy(at - 1, at);
        low = at - 1;
      } else {
        int block = geometry.blockOffset(at >>> 6);
        SlotBits.moveUp(payload, block + 8 * CONTINUATION, low & 63, at & 63, 1);
        SlotBits.set(payload, block + 8 * SHIFTED, (low & 63) + 1, at & 63);
        SlotBits.moveUp(
            payload,
            block + 8 * QuotientGeometry.PLANES,
            (low & 63) * remainderBits,
            (at & 63) * remainderBits,
            remainderBits);
      }
      at = low;
    }
  }

  /** Moves {@code from+1 .. to} to {@code from .. to-1}, block by block. */
  private void moveDown(int from, int to) {
    int at = from;
    while (at < to) {
      int high = Math.min(to, at | 63);
      if (high == at) {
        copy(at + 1, at);
        high = at + 1;
      } else {
        int block = geometry.blockOffset(at >>> 6);
        SlotBits.moveDown(payload, block + 8 * CONTINUATION, at & 63, high & 63, 1);
        SlotBits.moveDown(
            payload,
            block + 8 * QuotientGeometry.PLANES,
            (at & 63) * remainderBits,
            (high & 63) * remainderBits,
            remainderBits);
      }
      at = high;
    }
  }

  /**
   * Whoever moves up leaves its own slot; who moves down is looked at again when all have moved.
   */
  private void copy(int from, int to) {
    set(CONTINUATION, to, isSet(CONTINUATION, from));
    set(SHIFTED, to, true);
    putRemainder(to, remainder(from));
  }

  int next(int slot) {
    return slot + 1 == slots ? 0 : slot + 1;
  }

  private int firstEmpty(int from) {
    for (int slot = from; ; ) {
      int block = slot >>> 6;
      long empty =
          ~used(block) & SlotBits.startingAt(slot, block) & SlotBits.upTo(slots - 1, block);
      if (empty != 0) {
        return (block << 6) + Long.numberOfTrailingZeros(empty);
      }
      slot = block == slots - 1 >>> 6 ? 0 : block + 1 << 6;
    }
  }

  boolean isEmpty(int slot) {
    return (used(slot >>> 6) >>> slot & 1) == 0;
  }

  boolean isSet(int plane, int slot) {
    return (word(plane, slot >>> 6) >>> slot & 1) != 0;
  }

  private void set(int plane, int slot, boolean value) {
    int offset = geometry.blockOffset(slot >>> 6) + 8 * plane;
    long word = PayloadBytes.getLong(payload, offset);
    long bit = 1L << slot;
    PayloadBytes.putLong(payload, offset, value ? word | bit : word & ~bit);
  }

  /** The slots of a block that hold a remainder: occupied ones do, whosever it is. */
  long used(int block) {
    return word(OCCUPIED, block) | word(CONTINUATION, block) | word(SHIFTED, block);
  }

  long word(int plane, int block) {
    return PayloadBytes.getLong(payload, geometry.blockOffset(block) + 8 * plane);
  }

  /** The word of bytes that ends with a remainder's last byte; it never leaves its block. */
  private int wordEndingWith(int slot) {
    int endBit = ((slot & 63) + 1) * remainderBits;
    int end = 8 * QuotientGeometry.PLANES + (endBit + 7 >>> 3);
    return geometry.blockOffset(slot >>> 6) + end - 8;
  }

  private int shiftInWord(int slot) {
    int endBit = ((slot & 63) + 1) * remainderBits;
    // The word ends at the byte boundary at or above the remainder's last bit.
    return 64 - remainderBits - (-endBit & 7);
  }

  long remainder(int slot) {
    long word = PayloadBytes.getLong(payload, wordEndingWith(slot));
    return word >>> shiftInWord(slot) & (1L << remainderBits) - 1;
  }

  private void putRemainder(int slot, long remainder) {
    int offset = wordEndingWith(slot);
    int shift = shiftInWord(slot);
    long mask = (1L << remainderBits) - 1 << shift;
    long word = PayloadBytes.getLong(payload, offset);
    PayloadBytes.putLong(payload, offset, word & ~mask | remainder << shift);
  }
}

package io.koel.filter.quotient;

import io.koel.filter.PayloadBytes;

/**
 * A ring of slots in the bytes of a payload: the three bits and the remainder of each, searched and
 * moved 64 slots at a time. What they mean is {@link QuotientTable}'s business.
 */
abstract class QuotientSlots {

  static final int OCCUPIED = 0;
  static final int CONTINUATION = 1;
  static final int SHIFTED = 2;

  final QuotientGeometry geometry;
  final int slots;

  private final byte[] payload;
  private final int remainderBits;

  QuotientSlots(QuotientGeometry geometry, byte[] payload) {
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

  int lastClear(int plane, int from, int to) {
    for (int block = to >>> 6; block >= from >>> 6; block--) {
      long clear = ~word(plane, block) & SlotBits.upTo(to, block);
      if (clear != 0) {
        int found = (block << 6) + 63 - Long.numberOfLeadingZeros(clear);
        return found >= from ? found : -1;
      }
    }
    return -1;
  }

  int occupied(int from, int to) {
    int count = 0;
    for (int block = from >>> 6; block <= to >>> 6; block++) {
      long bits =
          word(OCCUPIED, block) & SlotBits.upTo(to, block) & SlotBits.startingAt(from, block);
      count += Long.bitCount(bits);
    }
    return count;
  }

  /** The n-th slot from this one on whose bit of a plane is clear, going round once; else -1. */
  int nthClear(int plane, int from, int n) {
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

  /**
   * The next quotient that has a run.
   *
   * <p>REQUIRES: there is one.
   */
  int nextOccupied(int quotient) {
    for (int slot = next(quotient); ; ) {
      int block = slot >>> 6;
      long occupied = word(OCCUPIED, block) & SlotBits.startingAt(slot, block);
      if (occupied != 0) {
        return (block << 6) + Long.numberOfTrailingZeros(occupied);
      }
      slot = block == slots - 1 >>> 6 ? 0 : block + 1 << 6;
    }
  }

  /** Moves {@code from .. to-1} to {@code from+1 .. to}, block by block. */
  void moveUp(int from, int to) {
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
  void moveDown(int from, int to) {
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
  void copy(int from, int to) {
    set(CONTINUATION, to, isSet(CONTINUATION, from));
    set(SHIFTED, to, true);
    putRemainder(to, remainder(from));
  }

  int next(int slot) {
    return slot + 1 == slots ? 0 : slot + 1;
  }

  int firstEmpty(int from) {
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

  void set(int plane, int slot, boolean value) {
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
  int wordEndingWith(int slot) {
    int endBit = ((slot & 63) + 1) * remainderBits;
    int end = 8 * QuotientGeometry.PLANES + (endBit + 7 >>> 3);
    return geometry.blockOffset(slot >>> 6) + end - 8;
  }

  int shiftInWord(int slot) {
    int endBit = ((slot & 63) + 1) * remainderBits;
    // The word ends at the byte boundary at or above the remainder's last bit.
    return 64 - remainderBits - (-endBit & 7);
  }

  long remainder(int slot) {
    long word = PayloadBytes.getLong(payload, wordEndingWith(slot));
    return word >>> shiftInWord(slot) & (1L << remainderBits) - 1;
  }

  void putRemainder(int slot, long remainder) {
    int offset = wordEndingWith(slot);
    int shift = shiftInWord(slot);
    long mask = (1L << remainderBits) - 1 << shift;
    long word = PayloadBytes.getLong(payload, offset);
    PayloadBytes.putLong(payload, offset, word & ~mask | remainder << shift);
  }
}

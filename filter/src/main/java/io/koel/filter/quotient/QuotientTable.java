package io.koel.filter.quotient;

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
final class QuotientTable extends QuotientSlots {

  QuotientTable(QuotientGeometry geometry, byte[] payload) {
    super(geometry, payload);
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
    settle(first && !last ? next(slot) : slot, gap, quotient);
    return true;
  }

  /**
   * Marks the runs that have come home by moving down one slot.
   *
   * @param from where what was moved begins, apart from the run that gave up a key
   * @param to the first slot that nothing was moved to
   * @param quotient whose run gave up a key
   */
  private void settle(int from, int to, int quotient) {
    int run = quotient;
    for (int slot = from; slot != to; slot = next(slot)) {
      if (!isSet(CONTINUATION, slot)) {
        run = nextOccupied(run);
        if (run == slot) {
          set(SHIFTED, slot, false);
        }
      }
    }
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

  private int occupiedBetween(int from, int to) {
    return from <= to ? occupied(from, to) : occupied(from, slots - 1) + occupied(0, to);
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
    set(SHIFTED, slot, true);
    set(CONTINUATION, gap, false);
    set(SHIFTED, gap, false);
    putRemainder(gap, 0);
    return gap;
  }
}

package io.koel.engine.read;

import io.koel.sst.FoundEntry;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/**
 * What one lookup has for itself while it runs: its place in {@link ReaderSlots}, counters and a
 * reusable result.
 *
 * <p>All numbers are in one array with room on both sides, so that slots of different threads never
 * share a cache line. Counters are plain: only the holder counts. Who sums them up reads opaquely
 * and may miss what happens in that moment.
 */
public final class ReaderSlot {

  private static final VarHandle CELLS = MethodHandles.arrayElementVarHandle(long[].class);
  private static final int PADDING = 16;
  private static final int STATE = PADDING;
  private static final int COUNTERS = PADDING + 1;

  /**
   * Even: free. Odd: held. Grows with every change, so that a holder is never taken for the next.
   */
  private final long[] cells;

  private FoundEntry found;

  ReaderSlot(int counters) {
    cells = new long[COUNTERS + counters + PADDING];
  }

  boolean tryEnter() {
    long state = (long) CELLS.getOpaque(cells, STATE);
    // The full fence of the exchange orders "held" before every read of the lookup.
    return (state & 1) == 0 && CELLS.compareAndSet(cells, STATE, state, state + 1);
  }

  /** Lets the slot go. REQUIRES: the caller holds it. */
  public void leave() {
    CELLS.setRelease(cells, STATE, cells[STATE] + 1);
  }

  long state() {
    return (long) CELLS.getVolatile(cells, STATE);
  }

  /** Counts one. REQUIRES: the caller holds the slot. */
  public void count(int counter) {
    cells[COUNTERS + counter]++;
  }

  long counter(int counter) {
    return (long) CELLS.getOpaque(cells, COUNTERS + counter);
  }

  /** A result to be filled. REQUIRES: the caller holds the slot. */
  public FoundEntry found() {
    if (found == null) {
      found = new FoundEntry();
    }
    return found;
  }
}

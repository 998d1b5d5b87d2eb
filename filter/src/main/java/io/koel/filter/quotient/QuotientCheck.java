package io.koel.filter.quotient;

import io.koel.filter.CorruptionException;
import io.koel.filter.FilterBlock;
import io.koel.filter.PayloadBytes;

/** Looks whether stored bytes are a quotient filter, before anyone relies on them. */
final class QuotientCheck {

  private QuotientCheck() {}

  /**
   * The table of a block, after the checks that cost next to nothing: 64 slots at a time, the bits
   * agree in number with the keys and with each other. A table that passes may still be wrong, but
   * asking it ends.
   */
  static QuotientTable openTable(FilterBlock block) throws CorruptionException {
    QuotientGeometry geometry = QuotientGeometry.decode(block);
    QuotientTable table = new QuotientTable(geometry, block.payload());
    long used = 0;
    long runs = 0;
    long heads = 0;
    for (int i = 0; i < geometry.blocks(); i++) {
      long continuation = table.word(QuotientTable.CONTINUATION, i);
      long beyond = ~SlotBits.upTo(geometry.slots() - 1, i);
      PayloadBytes.check(
          (continuation & ~table.word(QuotientTable.SHIFTED, i)) == 0
              && (table.used(i) & beyond) == 0,
          block,
          geometry.blockOffset(i),
          "the slots' bits contradict each other");
      used += Long.bitCount(table.used(i));
      runs += Long.bitCount(table.word(QuotientTable.OCCUPIED, i));
      heads += Long.bitCount(table.used(i) & ~continuation);
    }
    PayloadBytes.check(
        used == block.keyCount() && used < geometry.slots() && runs == heads,
        block,
        0,
        "%d keys in %d of %d slots, %d runs, %d of them begun",
        block.keyCount(),
        used,
        geometry.slots(),
        runs,
        heads);
    return table;
  }

  /**
   * Walks all slots once: every run is where its quotient demands, ascending, and nothing is left
   * over. Only then can the table be changed safely.
   */
  static void requireWholeClusters(QuotientTable table, FilterBlock block)
      throws CorruptionException {
    int slots = table.geometry().slots();
    int first = 0;
    while (!table.isEmpty(first)) {
      first = table.next(first);
    }
    // From an empty slot on, at which no run can be waiting.
    int waiting = 0;
    int quotient = first;
    long before = 0;
    boolean emptyBefore = true;
    int slot = first;
    for (int i = 0; i < slots; i++, slot = table.next(slot)) {
      waiting += table.isSet(QuotientTable.OCCUPIED, slot) ? 1 : 0;
      boolean right = true;
      if (table.isEmpty(slot)) {
        right = waiting == 0 && table.remainder(slot) == 0;
      } else if (table.isSet(QuotientTable.CONTINUATION, slot)) {
        right = !emptyBefore && table.remainder(slot) >= before;
      } else if (waiting > 0) {
        waiting--;
        quotient = table.nextOccupied(quotient);
        right = table.isSet(QuotientTable.SHIFTED, slot) == (slot != quotient);
      } else {
        right = false;
      }
      PayloadBytes.check(
          right, block, table.geometry().blockOffset(slot >>> 6), "slot %d is out of place", slot);
      before = table.remainder(slot);
      emptyBefore = table.isEmpty(slot);
    }
  }
}

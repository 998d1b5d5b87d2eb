package io.koel.filter.dleft;

import io.koel.filter.CorruptionException;
import io.koel.filter.FilterBlock;
import io.koel.filter.PayloadBytes;
import java.util.Map;
import java.util.TreeMap;

/**
 * A d-left table with exact counts: what a cell's small counter cannot hold is kept beside the
 * table, by class. By chance that is rare; a key that comes a million times takes one cell and one
 * entry.
 *
 * <p>Invariant: a class that has extra copies has a cell with the highest count.
 */
final class DLeftCounts {

  private static final int EXTRA_LENGTH = 16;

  private final DLeftTable table;
  private final TreeMap<Long, Long> extraCopies = new TreeMap<>();

  DLeftCounts(DLeftGeometry geometry) {
    // A word before the table, where reads of its first cells begin.
    table = new DLeftTable(geometry, new byte[Long.BYTES + geometry.tableLength()], Long.BYTES);
  }

  DLeftGeometry geometry() {
    return table.geometry();
  }

  DLeftTable table() {
    return table;
  }

  /** Adds a copy; false if the class needs a cell and its buckets have none. */
  boolean add(long fingerprintClass) {
    long cell = table.find(fingerprintClass);
    if (cell != DLeftTable.NO_CELL) {
      int count = table.count(cell);
      if (count < DLeftTable.MAX_COUNT) {
        table.putCount(cell, count + 1);
      } else {
        extraCopies.merge(fingerprintClass, 1L, Long::sum);
      }
      return true;
    }
    cell = table.freeCell(fingerprintClass);
    if (cell == DLeftTable.NO_CELL) {
      return false;
    }
    table.put(cell, DLeftGeometry.fingerprint(fingerprintClass), 1);
    return true;
  }

  /** Takes a copy away; false if there is none. */
  boolean remove(long fingerprintClass) {
    long cell = table.find(fingerprintClass);
    if (cell == DLeftTable.NO_CELL) {
      return false;
    }
    int count = table.count(cell);
    if (count == DLeftTable.MAX_COUNT && extraCopies.containsKey(fingerprintClass)) {
      extraCopies.computeIfPresent(
          fingerprintClass, (same, extra) -> extra == 1 ? null : extra - 1);
    } else if (count > 1) {
      table.putCount(cell, count - 1);
    } else {
      table.put(cell, 0, 0);
    }
    return true;
  }

  long copies(long fingerprintClass) {
    long cell = table.find(fingerprintClass);
    return cell == DLeftTable.NO_CELL
        ? 0
        : table.count(cell) + extraCopies.getOrDefault(fingerprintClass, 0L);
  }

  long sizeInBytes() {
    return table.geometry().tableLength() + (long) EXTRA_LENGTH * extraCopies.size();
  }

  byte[] encode() {
    DLeftGeometry geometry = table.geometry();
    int extrasAt = DLeftGeometry.HEADER_LENGTH + geometry.tableLength();
    byte[] payload =
        new byte[Math.addExact(extrasAt, Math.multiplyExact(EXTRA_LENGTH, extraCopies.size()))];
    PayloadBytes.putInt(payload, 0, geometry.fingerprintBits());
    PayloadBytes.putInt(payload, 4, geometry.buckets());
    PayloadBytes.putInt(payload, 8, geometry.salt());
    PayloadBytes.putInt(payload, 12, extraCopies.size());
    table.copyTo(payload, DLeftGeometry.HEADER_LENGTH);
    for (Map.Entry<Long, Long> extra : extraCopies.entrySet()) {
      PayloadBytes.putLong(payload, extrasAt, extra.getKey());
      PayloadBytes.putLong(payload, extrasAt + 8, extra.getValue());
      extrasAt += EXTRA_LENGTH;
    }
    return payload;
  }

  /** The shape that a payload says it has, which its length agrees with. */
  static DLeftGeometry decodeGeometry(FilterBlock block) throws CorruptionException {
    byte[] payload = block.payload();
    PayloadBytes.check(
        payload.length > DLeftGeometry.HEADER_LENGTH,
        block,
        0,
        "%d bytes are too few",
        payload.length);
    int bits = PayloadBytes.getInt(payload, 0);
    PayloadBytes.check(
        bits >= DLeftGeometry.MIN_FINGERPRINT_BITS && bits <= DLeftGeometry.MAX_FINGERPRINT_BITS,
        block,
        0,
        "%d bits",
        bits);
    int buckets = PayloadBytes.getInt(payload, 4);
    PayloadBytes.check(
        buckets >= 1 && buckets <= DLeftGeometry.maxBuckets(bits), block, 4, "%d buckets", buckets);
    DLeftGeometry geometry = new DLeftGeometry(buckets, bits, PayloadBytes.getInt(payload, 8));
    long extras = PayloadBytes.getInt(payload, 12);
    long length =
        DLeftGeometry.HEADER_LENGTH + (long) geometry.tableLength() + EXTRA_LENGTH * extras;
    PayloadBytes.check(
        extras >= 0 && payload.length == length,
        block,
        4,
        "%d buckets and %d extra counts do not fill %d bytes",
        buckets,
        extras,
        payload.length);
    return geometry;
  }

  /** A changeable copy of a stored table, after a look at every cell. */
  static DLeftCounts decode(FilterBlock block) throws CorruptionException {
    DLeftCounts counts = new DLeftCounts(decodeGeometry(block));
    DLeftTable table = counts.table;
    DLeftGeometry geometry = counts.geometry();
    byte[] payload = block.payload();
    System.arraycopy(
        payload, DLeftGeometry.HEADER_LENGTH, table.bytes(), Long.BYTES, geometry.tableLength());
    long keys = 0;
    for (long cell = 0; cell < table.cells(); cell++) {
      int count = table.count(cell);
      PayloadBytes.check(
          count == 0 == (table.fingerprint(cell) == 0),
          block,
          DLeftGeometry.HEADER_LENGTH,
          "cell %d is half empty",
          cell);
      keys += count;
    }
    for (int at = DLeftGeometry.HEADER_LENGTH + geometry.tableLength();
        at < payload.length;
        at += EXTRA_LENGTH) {
      long fingerprintClass = PayloadBytes.getLong(payload, at);
      long extra = PayloadBytes.getLong(payload, at + 8);
      boolean known =
          DLeftGeometry.firstBucket(fingerprintClass) >= 0
              && DLeftGeometry.fingerprint(fingerprintClass) >>> geometry.fingerprintBits() == 0
              && DLeftGeometry.firstBucket(fingerprintClass) < geometry.buckets()
              && counts.copies(fingerprintClass) == DLeftTable.MAX_COUNT;
      PayloadBytes.check(
          known && extra > 0 && extra <= block.keyCount(), block, at, "count is of no cell");
      counts.extraCopies.put(fingerprintClass, extra);
      keys += extra;
    }
    PayloadBytes.check(
        keys == block.keyCount(), block, 0, "%d keys, counted %d", block.keyCount(), keys);
    return counts;
  }
}

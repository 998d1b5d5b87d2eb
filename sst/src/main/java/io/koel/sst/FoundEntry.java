package io.koel.sst;

import java.util.Arrays;

/**
 * Where a lookup puts the entry that it found. Meant to be used again for the next lookup; it keeps
 * the last block reachable until it is cleared, but pins nothing else.
 *
 * <p>Not thread-safe.
 */
public final class FoundEntry {

  private EntryKind kind;
  private long sequence;
  private long ordinal;
  private byte[] valueArray;
  private int valueOffset;
  private int valueLength;

  /** Takes an entry over. The value is a range of {@code array}, which nobody may change. */
  public void set(
      EntryKind kind, long sequence, long ordinal, byte[] array, int offset, int length) {
    this.kind = kind;
    this.sequence = sequence;
    this.ordinal = ordinal;
    this.valueArray = array;
    this.valueOffset = offset;
    this.valueLength = length;
  }

  /** Lets go of the block that the value is in. */
  public void clear() {
    valueArray = null;
  }

  public EntryKind kind() {
    return kind;
  }

  public long sequence() {
    return sequence;
  }

  /** The entry's position in its table, from 0 on. */
  public long ordinal() {
    return ordinal;
  }

  public byte[] valueArray() {
    return valueArray;
  }

  public int valueOffset() {
    return valueOffset;
  }

  /** The value's length; 0 for a tombstone. */
  public int valueLength() {
    return valueLength;
  }

  /** The value in an array of its own. */
  public byte[] copyValue() {
    return Arrays.copyOfRange(valueArray, valueOffset, valueOffset + valueLength);
  }
}

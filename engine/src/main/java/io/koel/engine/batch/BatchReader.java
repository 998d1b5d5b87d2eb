package io.koel.engine.batch;

import io.koel.filter.CorruptionException;
import io.koel.sst.EntryCursor;
import io.koel.sst.EntryKind;
import java.util.Objects;

/**
 * Walks over the entries of an encoded batch: {@code (next accessors*)*}. No object is made per
 * entry; keys and values are ranges of {@link #array}.
 *
 * <p>Not thread-safe.
 */
public final class BatchReader {

  private byte[] array;
  private long firstSequence;
  private int count;

  private int index;
  private int entry;
  private int keyOffset;
  private int keyLength;
  private int valueLength;

  BatchReader() {}

  /** Takes over a batch that is known to be right. */
  void reset(byte[] array, int offset, long firstSequence, int count) {
    this.array = array;
    this.firstSequence = firstSequence;
    this.count = count;
    index = -1;
    entry = offset;
    keyOffset = offset + EncodedBatch.HEADER_LENGTH;
    keyLength = 0;
    valueLength = 0;
  }

  /**
   * Reads a batch that takes up {@code length} bytes from {@code offset} on, which may be anything.
   * All of it is checked here, so that no entry is ever used of a batch that is damaged.
   *
   * @param where what to call the batch in messages
   * @throws CorruptionException if the bytes are not a whole batch
   */
  public static BatchReader of(byte[] array, int offset, int length, String where)
      throws CorruptionException {
    Objects.checkFromIndexSize(offset, length, array.length);
    if (length < EncodedBatch.HEADER_LENGTH) {
      throw new CorruptionException(where + ": " + length + " bytes are too few for a batch");
    }
    long firstSequence = EncodedBatch.firstSequence(array, offset);
    int count = EncodedBatch.count(array, offset);
    if (count < 0
        || firstSequence < 0
        || firstSequence > EntryCursor.MAX_SEQUENCE - Math.max(0, count - 1)) {
      throw new CorruptionException(
          where + ": a batch cannot have " + count + " entries from sequence " + firstSequence);
    }
    new Check(array, offset, offset + length, where).entries(count);
    BatchReader reader = new BatchReader();
    reader.reset(array, offset, firstSequence, count);
    return reader;
  }

  /** Moves to the next entry; false if there is none. */
  public boolean next() {
    if (index + 1 >= count) {
      return false;
    }
    index++;
    entry = keyOffset + keyLength + valueLength;
    keyLength = EntryLayout.keyLength(array, entry);
    valueLength = EntryLayout.valueLength(array, entry);
    keyOffset = EntryLayout.keyOffset(array, entry);
    return true;
  }

  /** The sequence of the batch's first entry. */
  public long firstSequence() {
    return firstSequence;
  }

  /** The sequence of the batch's last entry; one less than the first if there are none. */
  public long lastSequence() {
    return firstSequence + count - 1;
  }

  public int count() {
    return count;
  }

  public EntryKind kind() {
    return EntryKind.ofCode(EntryLayout.kindCode(array, entry));
  }

  public long sequence() {
    return firstSequence + index;
  }

  public byte[] array() {
    return array;
  }

  /** Where the entry begins in its encoded form, which is {@link #entryLength} long. */
  public int entryOffset() {
    return entry;
  }

  public int entryLength() {
    return keyOffset - entry + keyLength + valueLength;
  }

  public int keyOffset() {
    return keyOffset;
  }

  public int keyLength() {
    return keyLength;
  }

  public int valueOffset() {
    return keyOffset + keyLength;
  }

  /** The value's length; 0 for a tombstone. */
  public int valueLength() {
    return valueLength;
  }

  /** Walks over foreign bytes once and trusts none of them. */
  private static final class Check {

    private final byte[] array;
    private final int start;
    private final int end;
    private final String where;
    private int at;

    Check(byte[] array, int start, int end, String where) {
      this.array = array;
      this.start = start;
      this.end = end;
      this.where = where;
      this.at = start + EncodedBatch.HEADER_LENGTH;
    }

    void entries(int count) throws CorruptionException {
      for (int i = 0; i < count; i++) {
        entry();
      }
      if (at != end) {
        throw damage(end - at + " bytes follow the last entry");
      }
    }

    private void entry() throws CorruptionException {
      int kind = nextByte();
      if (kind != EntryKind.PUT.code() && kind != EntryKind.TOMBSTONE.code()) {
        throw damage("entry kind " + kind + " is unknown");
      }
      int keyLength = length("key", EncodedBatch.MAX_KEY_LENGTH);
      int valueLength = length("value", EncodedBatch.MAX_VALUE_LENGTH);
      if (kind == EntryKind.TOMBSTONE.code() && valueLength != 0) {
        throw damage("a tombstone has a value of " + valueLength + " bytes");
      }
      if (keyLength + valueLength > end - at) {
        throw damage("an entry of " + (keyLength + valueLength) + " bytes is cut off");
      }
      at += keyLength + valueLength;
    }

    private int length(String what, int limit) throws CorruptionException {
      long value = 0;
      for (int shift = 0; shift <= 28; shift += 7) {
        int next = nextByte();
        value |= (next & 0x7fL) << shift;
        if (next >= 0) {
          if (value > limit) {
            break;
          }
          return (int) value;
        }
      }
      throw damage("the " + what + "'s length is above " + limit);
    }

    private int nextByte() throws CorruptionException {
      if (at >= end) {
        throw damage("an entry is cut off");
      }
      return array[at++];
    }

    private CorruptionException damage(String wrong) {
      return new CorruptionException(
          where + ": " + wrong + ", at offset " + (at - start) + " of the batch");
    }
  }
}

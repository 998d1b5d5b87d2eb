package io.koel.sst;

import io.koel.filter.CorruptionException;

/**
 * Reads what {@link ByteWriter} wrote. Every read is checked against the end, and what is wrong is
 * said with the file's name and the offset in it.
 */
final class ByteReader {

  private final String what;
  private final long fileOffset;
  private final byte[] bytes;
  private final int end;
  private int at;

  /**
   * Reads the first {@code length} bytes.
   *
   * @param what file and kind of block, for messages
   * @param fileOffset where the bytes begin in the file
   */
  ByteReader(String what, long fileOffset, byte[] bytes, int length) {
    this.what = what;
    this.fileOffset = fileOffset;
    this.bytes = bytes;
    this.end = length;
  }

  int remaining() {
    return end - at;
  }

  int u8() throws CorruptionException {
    require(1);
    return bytes[at++] & 0xff;
  }

  int u32() throws CorruptionException {
    require(Integer.BYTES);
    at += Integer.BYTES;
    return Bytes.getInt(bytes, at - Integer.BYTES);
  }

  long u64() throws CorruptionException {
    require(Long.BYTES);
    at += Long.BYTES;
    return Bytes.getLong(bytes, at - Long.BYTES);
  }

  long varint() throws CorruptionException {
    long value = 0;
    for (int shift = 0; shift < 63; shift += 7) {
      int next = u8();
      value |= (next & 0x7fL) << shift;
      if (next < 0x80) {
        return value;
      }
    }
    throw corrupt("a number has too many bytes");
  }

  /** A varint of at most {@code max}. */
  long varint(long max) throws CorruptionException {
    long value = varint();
    if (value > max) {
      throw corrupt("a number is " + value + ", where at most " + max + " is possible");
    }
    return value;
  }

  byte[] sized(int maxLength) throws CorruptionException {
    int length = (int) varint(Math.min(maxLength, remaining()));
    byte[] value = new byte[length];
    copy(value, 0, length);
    return value;
  }

  void copy(byte[] target, int offset, int length) throws CorruptionException {
    require(length);
    System.arraycopy(bytes, at, target, offset, length);
    at += length;
  }

  /**
   * How many of the next {@code length} bytes, which stay unread, a range of others begins with.
   */
  int sharedPrefix(int length, byte[] other, int otherAt, int otherLength)
      throws CorruptionException {
    require(length);
    return Bytes.sharedPrefix(bytes, at, length, other, otherAt, otherLength);
  }

  void requireEnd() throws CorruptionException {
    if (remaining() != 0) {
      throw corrupt(remaining() + " bytes are left over");
    }
  }

  CorruptionException corrupt(String wrong) {
    return new CorruptionException(what + " at offset " + (fileOffset + at) + ": " + wrong);
  }

  private void require(int count) throws CorruptionException {
    if (count > remaining()) {
      throw corrupt("the block ends too early");
    }
  }
}

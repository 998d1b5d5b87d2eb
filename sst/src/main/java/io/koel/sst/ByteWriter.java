package io.koel.sst;

import java.util.Arrays;

/** A byte array that grows as numbers and ranges are appended. */
final class ByteWriter {

  private byte[] bytes;
  private int length;

  ByteWriter(int capacity) {
    bytes = new byte[capacity];
  }

  byte[] array() {
    return bytes;
  }

  int length() {
    return length;
  }

  void clear() {
    length = 0;
  }

  /** Takes over bytes that were written to {@link #array()} directly. */
  void setLength(int length) {
    this.length = length;
  }

  ByteWriter put(int value) {
    reserve(1);
    bytes[length++] = (byte) value;
    return this;
  }

  ByteWriter put(byte[] source, int offset, int count) {
    reserve(count);
    System.arraycopy(source, offset, bytes, length, count);
    length += count;
    return this;
  }

  ByteWriter putInt(int value) {
    reserve(Integer.BYTES);
    Bytes.putInt(bytes, length, value);
    length += Integer.BYTES;
    return this;
  }

  ByteWriter putLong(long value) {
    reserve(Long.BYTES);
    Bytes.putLong(bytes, length, value);
    length += Long.BYTES;
    return this;
  }

  ByteWriter putVarint(long value) {
    reserve(10);
    while ((value & ~0x7fL) != 0) {
      bytes[length++] = (byte) (value | 0x80);
      value >>>= 7;
    }
    bytes[length++] = (byte) value;
    return this;
  }

  /** The length as a varint, then the bytes. */
  ByteWriter putSized(byte[] source) {
    return putVarint(source.length).put(source, 0, source.length);
  }

  byte[] toByteArray() {
    return Arrays.copyOf(bytes, length);
  }

  /** Makes room, so that {@link #array()} can be written to directly. */
  void reserve(int more) {
    if (bytes.length - length < more) {
      int wanted = Math.addExact(length, more);
      bytes = Arrays.copyOf(bytes, (int) Math.max(wanted, Math.min(2L * length, 1 << 30)));
    }
  }
}

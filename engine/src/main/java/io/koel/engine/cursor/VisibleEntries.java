package io.koel.engine.cursor;

import io.koel.engine.span.EmptySpans;
import io.koel.sst.EntryCursor;
import java.io.Closeable;
import java.io.IOException;
import java.util.Arrays;

/**
 * The keys and values that a reader sees in a stream of entries: of each key the newest entry that
 * is not younger than the reader's sequence, unless that is a tombstone; within a range of keys, in
 * one direction.
 */
public abstract class VisibleEntries implements Closeable {

  /** After so many entries of a key, a seek over the rest costs less than further steps. */
  static final int STEPS_BEFORE_SEEK = 16;

  final EntryCursor entries;
  final long sequence;

  /** Inclusive; null for no bound. */
  final byte[] from;

  /** Exclusive; null for no bound. */
  final byte[] to;

  byte[] key = new byte[32];
  int keyLength;

  /** Entries that were met and not given, since they are deleted, overwritten or too new. */
  long steppedOver;

  VisibleEntries(EntryCursor entries, long sequence, byte[] from, byte[] to) {
    this.entries = entries;
    this.sequence = sequence;
    this.from = from;
    this.to = to;
  }

  public static VisibleEntries ascending(
      EntryCursor entries, EmptySpans spans, long sequence, byte[] from, byte[] to) {
    return new AscendingEntries(entries, spans, sequence, from, to);
  }

  public static VisibleEntries descending(
      EntryCursor entries, long sequence, byte[] from, byte[] to) {
    return new DescendingEntries(entries, sequence, from, to);
  }

  /** Moves to the next key; false at the end. */
  public abstract boolean next() throws IOException;

  /** Lets the following {@link #next} give the first key at or after this one in the direction. */
  public abstract void seek(byte[] target);

  public byte[] keyArray() {
    return key;
  }

  public int keyLength() {
    return keyLength;
  }

  public abstract byte[] valueArray();

  public abstract int valueOffset();

  public abstract int valueLength();

  public long steppedOver() {
    return steppedOver;
  }

  final void takeKey() {
    int length = entries.keyLength();
    if (length > key.length) {
      key = new byte[Math.max(length, 2 * key.length)];
    }
    System.arraycopy(entries.keyArray(), entries.keyOffset(), key, 0, length);
    keyLength = length;
  }

  final boolean isAtKey() {
    int offset = entries.keyOffset();
    return entries.keyLength() == keyLength
        && Arrays.equals(entries.keyArray(), offset, offset + keyLength, key, 0, keyLength);
  }

  final int compareTo(byte[] bound) {
    int offset = entries.keyOffset();
    return Arrays.compareUnsigned(
        entries.keyArray(), offset, offset + entries.keyLength(), bound, 0, bound.length);
  }

  @Override
  public void close() throws IOException {
    entries.close();
  }
}

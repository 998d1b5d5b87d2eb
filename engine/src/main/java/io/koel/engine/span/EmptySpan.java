package io.koel.engine.span;

import java.util.Arrays;

/**
 * A range of keys in which readers from some sequence on see nothing, and a watch for what is put
 * into it and behind it.
 *
 * <p>Readers see the range, which never changes: a put makes another span. The watch is the
 * writer's own. Invariant: {@code firstPut} is null or not before {@code to}.
 */
public final class EmptySpan {

  /** Inclusive. */
  final byte[] from;

  /** Exclusive; equal to {@code from} while nothing is known yet and all is watched. */
  final byte[] to;

  /** The range is empty for readers of this sequence and of all later ones. */
  final long emptySince;

  /** All puts of later sequences are in {@code firstPut}, if they are the first by key. */
  final long watchedSince;

  /** The lowest key from {@code from} on that was put since; null if none was. */
  byte[] firstPut;

  /** When something was last learned here, to know which span is needed least. */
  long learned;

  EmptySpan(byte[] from, byte[] to, long emptySince, long watchedSince) {
    this.from = from;
    this.to = to;
    this.emptySince = emptySince;
    this.watchedSince = watchedSince;
  }

  /** Where a scan that came into this range may go on. */
  public byte[] to() {
    return to;
  }

  /** What is left of the range when a key in it is put. */
  EmptySpan endingAt(byte[] put) {
    EmptySpan shorter = new EmptySpan(from, put, emptySince, watchedSince);
    shorter.firstPut = put;
    shorter.learned = learned;
    return shorter;
  }

  static int compare(byte[] array, int offset, int length, byte[] bound) {
    return Arrays.compareUnsigned(array, offset, offset + length, bound, 0, bound.length);
  }

  static byte[] earlier(byte[] a, byte[] b) {
    return b == null || Arrays.compareUnsigned(a, b) <= 0 ? a : b;
  }
}

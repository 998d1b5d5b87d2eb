package io.koel.filter.xor;

import io.koel.filter.FingerprintWidth;
import io.koel.filter.PayloadBytes;

/** Builds a filter of one part or, where the wanted rate lies between two widths, of two. */
final class PartedBuilder {

  private static final byte[] NO_PART = {};

  private final FingerprintWidth width;
  private final Part.Writer writer;

  PartedBuilder(FingerprintWidth width, Part.Writer writer) {
    this.width = width;
    this.writer = writer;
  }

  byte[] payload(long[] hashes, int count) {
    if (count == 0) {
      return NO_PART;
    }
    // Rounded up, so that the rate is never above what was asked for.
    int widerLimit = (int) (long) Math.ceil(Math.scalb(width.widerShare(), 32));
    int widerEnd = widerLimit == 0 ? 0 : moveWiderToFront(hashes, count, widerLimit);
    byte[] wider = widerLimit == 0 ? NO_PART : writer.write(hashes, 0, widerEnd, width.bits() + 1);
    byte[] narrower = writer.write(hashes, widerEnd, count, width.bits());
    int length =
        PayloadBytes.arrayLength(
            (long) PartedReader.HEADER_LENGTH + wider.length + narrower.length);
    byte[] payload = new byte[length];
    PayloadBytes.putInt(payload, 0, widerLimit);
    System.arraycopy(wider, 0, payload, PartedReader.HEADER_LENGTH, wider.length);
    System.arraycopy(narrower, 0, payload, length - narrower.length, narrower.length);
    return payload;
  }

  private static int moveWiderToFront(long[] hashes, int count, int widerLimit) {
    int end = 0;
    for (int i = 0; i < count; i++) {
      long hash = hashes[i];
      if (PartedReader.isWider(hash, widerLimit)) {
        hashes[i] = hashes[end];
        hashes[end++] = hash;
      }
    }
    return end;
  }
}

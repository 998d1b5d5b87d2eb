package io.koel.filter.quotient;

import io.koel.filter.CorruptionException;
import io.koel.filter.FilterBlock;
import io.koel.filter.HashMix;
import io.koel.filter.PayloadBytes;

/**
 * The shape of a quotient filter: how many slots it has, how wide a remainder is, and where in the
 * payload each of them lies.
 *
 * @param slots number of slots, also the number of different quotients
 * @param remainderBits width of a remainder
 */
record QuotientGeometry(int slots, int remainderBits) {

  static final int MIN_REMAINDER_BITS = 1;
  static final int MAX_REMAINDER_BITS = 32;

  /** Linear probing slows down without bound towards a full table, so filters stop here. */
  static final double MAX_LOAD = 0.9;

  static final int MIN_SLOTS = 2;
  static final int PLANES = 3;
  static final int BLOCK_SLOTS = 64;
  private static final int HEADER_LENGTH = 8;

  /** The largest table of remainders of this width that a payload can hold. */
  static int maxSlots(int remainderBits) {
    long blocks = (PayloadBytes.MAX_LENGTH - HEADER_LENGTH) / blockLength(remainderBits);
    return (int) Math.min(blocks * BLOCK_SLOTS, PayloadBytes.MAX_LENGTH);
  }

  static QuotientGeometry decode(FilterBlock block) throws CorruptionException {
    byte[] payload = block.payload();
    PayloadBytes.check(
        payload.length > HEADER_LENGTH, block, 0, "%d bytes are too few", payload.length);
    int bits = PayloadBytes.getInt(payload, 0);
    PayloadBytes.check(
        bits >= MIN_REMAINDER_BITS && bits <= MAX_REMAINDER_BITS, block, 0, "%d bits", bits);
    int slots = PayloadBytes.getInt(payload, 4);
    PayloadBytes.check(slots >= MIN_SLOTS && slots <= maxSlots(bits), block, 4, "%d slots", slots);
    QuotientGeometry geometry = new QuotientGeometry(slots, bits);
    PayloadBytes.check(
        payload.length == geometry.payloadLength(),
        block,
        4,
        "%d slots do not fill %d bytes",
        slots,
        payload.length);
    return geometry;
  }

  /** A payload of this shape without any keys. */
  byte[] newPayload() {
    byte[] payload = new byte[payloadLength()];
    PayloadBytes.putInt(payload, 0, remainderBits);
    PayloadBytes.putInt(payload, 4, slots);
    return payload;
  }

  int blocks() {
    return (slots + BLOCK_SLOTS - 1) / BLOCK_SLOTS;
  }

  int blockOffset(int block) {
    return HEADER_LENGTH + block * blockLength(remainderBits);
  }

  /** The last block ends with the word that has the last slot's remainder. */
  int payloadLength() {
    int lastBlock = blocks() - 1;
    int lastSlots = slots - lastBlock * BLOCK_SLOTS;
    int remainderWords = (lastSlots * remainderBits + 63) / 64;
    return blockOffset(lastBlock) + 8 * (PLANES + remainderWords);
  }

  private static int blockLength(int remainderBits) {
    return 8 * (PLANES + remainderBits);
  }

  /** How many keys are let in. One slot always stays empty, because that is where searches end. */
  int maxKeys() {
    return (int) Math.min(slots - 1, (long) Math.ceil(slots * MAX_LOAD));
  }

  /** A key's quotient, above its remainder. */
  long fingerprint(long keyHash) {
    long mixed = HashMix.mix(keyHash, 0);
    long remainder = mixed & 0xffffffffL >>> MAX_REMAINDER_BITS - remainderBits;
    return (long) HashMix.reduceHigh(mixed, slots) << remainderBits | remainder;
  }

  int quotient(long fingerprint) {
    return (int) (fingerprint >>> remainderBits);
  }

  long remainder(long fingerprint) {
    return fingerprint & (1L << remainderBits) - 1;
  }

  /** An absent key passes when one of the keys has its very fingerprint. */
  double falsePositiveRate(long keys) {
    double fingerprints = (double) slots * (1L << remainderBits);
    return -Math.expm1(keys * Math.log1p(-1 / fingerprints));
  }
}

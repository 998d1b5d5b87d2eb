package io.koel.filter;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.Objects;
import java.util.zip.CRC32C;

/**
 * A stored filter: the envelope that every family's payload is kept in.
 *
 * <pre>
 * offset  bytes  field (numbers are little-endian)
 *  0      4      magic: the ASCII characters "KFLT"
 *  4      1      envelope version, 2
 *  5      1      n, length of the family's name, 1 to 64
 *  6      n      family's name: a-z 0-9 -
 *  6+n    2      family's layout version
 *  8+n    8      seed of the key hashes
 * 16+n    8      number of keys
 * 24+n    4      p, length of the payload
 * 28+n    p      payload, laid out by the family
 * 28+n+p  4      CRC-32C of all bytes before
 * </pre>
 *
 * <p>The version also stands for the hash: 1 had another one, and a shorter seed. A filter asked
 * with a hash that it was not made of would deny keys that it has, so version 1 is refused.
 *
 * <p>An unknown family or layout version is not damage: the block is whole, only nobody here can
 * ask it. {@link FilterCatalog#open} says so.
 *
 * <p>The payload array is shared, not copied: nobody changes it.
 */
public final class FilterBlock {

  private static final int MAGIC = 'K' | 'F' << 8 | 'L' << 16 | 'T' << 24;
  private static final int ENVELOPE_VERSION = 2;
  private static final int NAME_OFFSET = 6;
  private static final int FIXED_LENGTH = 32;
  static final int MAX_NAME_LENGTH = 64;

  private final String family;
  private final int version;
  private final long hashSeed;
  private final long keyCount;
  private final byte[] payload;

  public FilterBlock(String family, int version, long hashSeed, long keyCount, byte[] payload) {
    if (!isName(family)) {
      throw new IllegalArgumentException(
          "family name '" + family + "' is not 1 to 64 of a-z, 0-9 and -");
    }
    if (version < 0 || version > 0xffff) {
      throw new IllegalArgumentException("version " + version + " is not within 0..65535");
    }
    if (keyCount < 0) {
      throw new IllegalArgumentException("keyCount " + keyCount + " is below 0");
    }
    this.family = family;
    this.version = version;
    this.hashSeed = hashSeed;
    this.keyCount = keyCount;
    this.payload = Objects.requireNonNull(payload, "payload");
  }

  public String family() {
    return family;
  }

  public int version() {
    return version;
  }

  public long hashSeed() {
    return hashSeed;
  }

  public long keyCount() {
    return keyCount;
  }

  /** The family's own bytes; not to be changed. */
  public byte[] payload() {
    return payload;
  }

  /** The length of {@link #encode}'s result. */
  public int encodedLength() {
    return Math.addExact(FIXED_LENGTH + family.length(), payload.length);
  }

  /** The block as it is stored. */
  public byte[] encode() {
    byte[] bytes = new byte[encodedLength()];
    ByteBuffer out = ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
    out.putInt(MAGIC).put((byte) ENVELOPE_VERSION);
    out.put((byte) family.length()).put(family.getBytes(StandardCharsets.US_ASCII));
    out.putShort((short) version).putLong(hashSeed).putLong(keyCount);
    out.putInt(payload.length).put(payload);
    out.putInt(crc(bytes, 0, out.position()));
    return bytes;
  }

  /** Reads a block that takes up all of {@code bytes}. */
  public static FilterBlock decode(byte[] bytes) throws CorruptionException {
    return decode(bytes, 0, bytes.length);
  }

  /**
   * Reads a block that takes up {@code length} bytes from {@code offset} on. Nothing is allocated
   * before the checksum and all lengths were found right. Offsets in messages count from the
   * block's start.
   *
   * @throws CorruptionException if the bytes are not a whole block
   */
  public static FilterBlock decode(byte[] bytes, int offset, int length)
      throws CorruptionException {
    Objects.checkFromIndexSize(offset, length, bytes.length);
    ByteBuffer in = ByteBuffer.wrap(bytes, offset, length).slice().order(ByteOrder.LITTLE_ENDIAN);
    check(length > FIXED_LENGTH, 0, "%d bytes are too few for a block", length);
    check(in.getInt(0) == MAGIC, 0, "magic is %08x", in.getInt(0));
    check(in.get(4) == ENVELOPE_VERSION, 4, "envelope version %d is unknown", in.get(4));
    int nameLength = in.get(5) & 0xff;
    check(
        nameLength >= 1 && nameLength <= MAX_NAME_LENGTH && nameLength <= length - FIXED_LENGTH,
        5,
        "name length is %d",
        nameLength);
    int at = NAME_OFFSET + nameLength;
    int payloadLength = in.getInt(at + 18);
    int payloadFits = length - FIXED_LENGTH - nameLength;
    check(
        payloadLength == payloadFits,
        at + 18,
        "payload length is %d, where %d bytes are there",
        payloadLength & 0xffffffffL,
        payloadFits);
    int stored = in.getInt(length - 4);
    int computed = crc(bytes, offset, length - 4);
    check(
        stored == computed,
        length - 4,
        "checksum is %08x, where the bytes give %08x",
        stored,
        computed);
    String family =
        new String(bytes, offset + NAME_OFFSET, nameLength, StandardCharsets.ISO_8859_1);
    check(isName(family), NAME_OFFSET, "family name has other characters than a-z, 0-9 and -");
    long keyCount = in.getLong(at + 10);
    check(keyCount >= 0, at + 10, "number of keys is %d", keyCount);
    byte[] payload = new byte[payloadLength];
    in.get(at + 22, payload);
    return new FilterBlock(family, in.getShort(at) & 0xffff, in.getLong(at + 2), keyCount, payload);
  }

  private static boolean isName(String name) {
    return !name.isEmpty()
        && name.length() <= MAX_NAME_LENGTH
        && name.chars().allMatch(c -> FilterSpecParser.isNameCharacter((char) c));
  }

  private static int crc(byte[] bytes, int offset, int length) {
    CRC32C crc = new CRC32C();
    crc.update(bytes, offset, length);
    return (int) crc.getValue();
  }

  private static void check(boolean right, int offset, String wrong, Object... details)
      throws CorruptionException {
    if (!right) {
      throw new CorruptionException(
          "filter block at offset " + offset + ": " + String.format(wrong, details));
    }
  }

  @Override
  public String toString() {
    return family + " v" + version + " of " + keyCount + " keys in " + payload.length + " bytes";
  }
}

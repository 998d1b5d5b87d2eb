package io.koel.filter;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.zip.CRC32C;
import org.junit.jupiter.api.Test;

/** The envelope itself; {@link FilterContractTest} flips and cuts the blocks of every family. */
class FilterBlockTest {

  private static final byte[] PAYLOAD = {1, 2, 3, 4, 5};
  private static final FilterBlock BLOCK =
      new FilterBlock("a-name", 0xfedc, -7L << 32 | 5, 1L << 40, PAYLOAD);

  // The offsets that the layout gives for a name of 6 characters.
  private static final int KEY_COUNT_AT = 22;
  private static final int PAYLOAD_LENGTH_AT = 30;

  @Test
  void decode_ofEncoded_givesAllFields() throws CorruptionException {
    FilterBlock decoded = FilterBlock.decode(BLOCK.encode());
    assertEquals("a-name", decoded.family());
    assertEquals(0xfedc, decoded.version());
    assertEquals(-7L << 32 | 5, decoded.hashSeed());
    assertEquals(1L << 40, decoded.keyCount());
    assertArrayEquals(PAYLOAD, decoded.payload());
    assertEquals(BLOCK.encodedLength(), BLOCK.encode().length);
    assertEquals(BLOCK.toString(), decoded.toString());
  }

  @Test
  void encode_ofKnownBlock_staysWhatItWas() {
    byte[] head = {
      'K',
      'F',
      'L',
      'T',
      2,
      6,
      'a',
      '-',
      'n',
      'a',
      'm',
      'e',
      (byte) 0xdc,
      (byte) 0xfe, // version
      5, // seed
      0,
      0,
      0,
      -7,
      -1,
      -1,
      -1,
      0,
      0,
      0,
      0,
      0,
      1,
      0,
      0,
      5,
      0,
      0,
      0,
      1,
      2,
      3,
      4,
      5
    };
    byte[] encoded = BLOCK.encode();
    assertArrayEquals(head, Arrays.copyOf(encoded, encoded.length - 4));
    assertArrayEquals(encoded, withRightChecksum(encoded));
  }

  @Test
  void decode_withinALargerArray_readsItsPartOnly() throws CorruptionException {
    byte[] encoded = BLOCK.encode();
    byte[] framed = new byte[encoded.length + 20];
    Arrays.fill(framed, (byte) 0xaa);
    System.arraycopy(encoded, 0, framed, 9, encoded.length);
    assertArrayEquals(encoded, FilterBlock.decode(framed, 9, encoded.length).encode());
    assertThrows(
        CorruptionException.class, () -> FilterBlock.decode(framed, 9, encoded.length + 1));
    assertThrows(
        IndexOutOfBoundsException.class, () -> FilterBlock.decode(framed, 9, framed.length));
  }

  @Test
  void decode_ofEmptyPayload_works() throws CorruptionException {
    byte[] encoded = new FilterBlock("x", 0, 0, 0, new byte[0]).encode();
    assertEquals(0, FilterBlock.decode(encoded).payload().length);
  }

  @Test
  void decode_ofAnyFlippedBitOrTruncation_throwsWithTheOffset() {
    byte[] encoded = BLOCK.encode();
    for (int bit = 0; bit < 8 * encoded.length; bit++) {
      byte[] damaged = encoded.clone();
      damaged[bit >>> 3] ^= 1 << (bit & 7);
      assertCorrupt(damaged, "offset");
    }
    for (int length = 0; length < encoded.length; length++) {
      assertCorrupt(Arrays.copyOf(encoded, length), "offset");
    }
  }

  @Test
  void decode_ofWrongFields_saysWhatIsWrong() {
    assertCorrupt(new byte[0], "offset 0: 0 bytes are too few");
    assertCorrupt(with(0, 'X'), "offset 0: magic");
    assertCorrupt(with(4, 1), "offset 4: envelope version 1");
    assertCorrupt(with(4, 3), "offset 4: envelope version 3");
    assertCorrupt(with(5, 0), "offset 5: name length is 0");
    assertCorrupt(with(5, 65), "offset 5: name length is 65");
    assertCorrupt(with(5, 255), "offset 5: name length is 255");
    assertCorrupt(with(6, 'A'), "offset 6: family name");
    assertCorrupt(with(KEY_COUNT_AT + 7, 0x80), "offset 22: number of keys");
    assertCorrupt(BLOCK.encode(), PAYLOAD.length + 35, "checksum is");
  }

  /** A length that the bytes cannot hold is refused although the checksum is right. */
  @Test
  void decode_ofHugePayloadLength_throwsBeforeAllocating() {
    for (int length : new int[] {-1, Integer.MIN_VALUE, Integer.MAX_VALUE, 4, 6}) {
      byte[] bytes = BLOCK.encode();
      littleEndian(bytes).putInt(PAYLOAD_LENGTH_AT, length);
      assertCorrupt(
          withRightChecksum(bytes),
          "offset 30: payload length is " + Integer.toUnsignedString(length) + ", where 5");
    }
  }

  @Test
  void constructor_ofWrongFields_throws() {
    assertThrows(IllegalArgumentException.class, () -> new FilterBlock("", 1, 0, 0, PAYLOAD));
    assertThrows(IllegalArgumentException.class, () -> new FilterBlock("A", 1, 0, 0, PAYLOAD));
    assertThrows(
        IllegalArgumentException.class, () -> new FilterBlock("a".repeat(65), 1, 0, 0, PAYLOAD));
    assertThrows(IllegalArgumentException.class, () -> new FilterBlock("a", -1, 0, 0, PAYLOAD));
    assertThrows(
        IllegalArgumentException.class, () -> new FilterBlock("a", 0x10000, 0, 0, PAYLOAD));
    assertThrows(IllegalArgumentException.class, () -> new FilterBlock("a", 1, 0, -1, PAYLOAD));
    assertThrows(NullPointerException.class, () -> new FilterBlock("a", 1, 0, 0, null));
  }

  private static byte[] with(int offset, int value) {
    byte[] bytes = BLOCK.encode();
    bytes[offset] = (byte) value;
    return withRightChecksum(bytes);
  }

  private static void assertCorrupt(byte[] bytes, int flippedAt, String message) {
    bytes[flippedAt] ^= 1;
    assertCorrupt(bytes, message);
  }

  private static void assertCorrupt(byte[] bytes, String message) {
    Exception e = assertThrows(CorruptionException.class, () -> FilterBlock.decode(bytes));
    assertTrue(e.getMessage().contains(message), e.getMessage());
  }

  private static byte[] withRightChecksum(byte[] bytes) {
    byte[] right = bytes.clone();
    CRC32C crc = new CRC32C();
    crc.update(right, 0, right.length - 4);
    littleEndian(right).putInt(right.length - 4, (int) crc.getValue());
    return right;
  }

  private static ByteBuffer littleEndian(byte[] bytes) {
    return ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
  }
}

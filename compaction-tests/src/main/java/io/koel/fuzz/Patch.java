package io.koel.fuzz;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.zip.CRC32C;

/**
 * How an input becomes a file. Checksums would turn nearly every random file away at the door; so
 * an input says what to change in a good file, and the checksums are made right again afterwards.
 *
 * <pre>
 * input := raw:u8(odd) bytes                       the bytes are the file
 *        | patched:u8(even) (position:u16 value:u8)*    the good file with these bytes changed
 * </pre>
 */
final class Patch {

  /** Makes the checksums of a file right. */
  @FunctionalInterface
  interface Repair {
    void repair(byte[] file);
  }

  private Patch() {}

  static byte[] apply(byte[] good, byte[] input, Repair repair) {
    if (input.length == 0) {
      return good.clone();
    }
    if ((input[0] & 1) != 0) {
      byte[] raw = new byte[input.length - 1];
      System.arraycopy(input, 1, raw, 0, raw.length);
      return raw;
    }
    byte[] file = good.clone();
    for (int i = 1; i + 3 <= input.length; i += 3) {
      int position = ((input[i] & 0xff) << 8 | input[i + 1] & 0xff) % file.length;
      file[position] = input[i + 2];
    }
    repair.repair(file);
    return file;
  }

  /** Puts the CRC-32C of a range at a place, little-endian. */
  static void putCrc(byte[] file, int from, int length, int at) {
    CRC32C crc = new CRC32C();
    crc.update(file, from, length);
    ByteBuffer.wrap(file).order(ByteOrder.LITTLE_ENDIAN).putInt(at, (int) crc.getValue());
  }
}

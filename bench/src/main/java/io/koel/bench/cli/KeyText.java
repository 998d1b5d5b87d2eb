package io.koel.bench.cli;

import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import org.apache.commons.codec.DecoderException;
import org.apache.commons.codec.binary.Hex;

/**
 * Keys and values as people write them: text as it is, any bytes as {@code 0x} and hexadecimal
 * digits. What {@link #show} prints, {@link #parse} understands.
 *
 * <p>U+FFFD is not taken as text: Java puts it in the place of what it could not decode, so that
 * two keys of a command line that is no UTF-8 would be one.
 */
final class KeyText {

  private static final String PREFIX = "0x";
  private static final char UNDECODED = '\uFFFD';

  private KeyText() {}

  /**
   * The bytes that are meant.
   *
   * @throws IllegalArgumentException if the text begins with 0x but is not hexadecimal, or if it is
   *     not what was written
   */
  static byte[] parse(String text) {
    if (text.indexOf(UNDECODED) >= 0) {
      throw new IllegalArgumentException(
          "'" + text + "' is not UTF-8 here; write its bytes as 0x...");
    }
    if (!text.startsWith(PREFIX)) {
      return text.getBytes(StandardCharsets.UTF_8);
    }
    try {
      return Hex.decodeHex(text.substring(PREFIX.length()));
    } catch (DecoderException e) {
      throw new IllegalArgumentException(
          "'" + text + "' is not hexadecimal: " + e.getMessage().toLowerCase(Locale.ROOT), e);
    }
  }

  static String show(byte[] bytes) {
    try {
      String text = StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes)).toString();
      boolean printable = text.codePoints().noneMatch(KeyText::isUnprintable);
      if (printable && !text.startsWith(PREFIX)) {
        return text;
      }
    } catch (CharacterCodingException e) {
      // Not text, so it is shown as bytes.
      return hex(bytes);
    }
    return hex(bytes);
  }

  private static String hex(byte[] bytes) {
    return PREFIX + Hex.encodeHexString(bytes);
  }

  private static boolean isUnprintable(int codePoint) {
    return codePoint == UNDECODED
        || Character.isISOControl(codePoint)
        || !Character.isDefined(codePoint)
        || Character.getType(codePoint) == Character.FORMAT;
  }
}

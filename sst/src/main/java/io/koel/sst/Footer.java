package io.koel.sst;

import io.koel.filter.CorruptionException;

/**
 * The end of a table, from which all else is found.
 *
 * <pre>
 * offset  bytes  field (numbers are little-endian)
 *  0      8      where the filter block begins, which is where the data blocks end
 *  8      8      where the index block begins; the same as before if there is no filter
 * 16      8      where the properties block begins
 * 24      8      where the footer begins
 * 32      4      CRC-32C of the footer with this field as 0
 * 36      4      format version, 2
 * 40      8      magic: the ASCII characters "KoelTabl"
 * </pre>
 *
 * The blocks' lengths follow from their places.
 */
record Footer(long filterOffset, long indexOffset, long propertiesOffset, long footerOffset) {

  static final int LENGTH = 48;

  private static final long MAGIC = 0x6c6261546c656f4bL;
  private static final int CRC_AT = 32;
  private static final int VERSION_AT = 36;
  private static final int MAGIC_AT = 40;

  boolean hasFilter() {
    return filterOffset < indexOffset;
  }

  BlockHandle filter() {
    return handle(filterOffset, indexOffset);
  }

  BlockHandle index() {
    return handle(indexOffset, propertiesOffset);
  }

  BlockHandle properties() {
    return handle(propertiesOffset, footerOffset);
  }

  private static BlockHandle handle(long from, long to) {
    return new BlockHandle(from, (int) (to - from) - TableFormat.BLOCK_TRAILER_LENGTH);
  }

  byte[] encode() {
    byte[] bytes = new byte[LENGTH];
    Bytes.putLong(bytes, 0, filterOffset);
    Bytes.putLong(bytes, 8, indexOffset);
    Bytes.putLong(bytes, 16, propertiesOffset);
    Bytes.putLong(bytes, 24, footerOffset);
    Bytes.putInt(bytes, VERSION_AT, TableFormat.VERSION);
    Bytes.putLong(bytes, MAGIC_AT, MAGIC);
    Bytes.putInt(bytes, CRC_AT, crc(bytes));
    return bytes;
  }

  /**
   * Reads the footer of a file of {@code fileSize} bytes. All blocks of the result lie in the file,
   * in order, and have lengths that an array can have.
   */
  static Footer decode(String file, byte[] bytes, long fileSize) throws CorruptionException {
    long start = fileSize - LENGTH;
    if (Bytes.getLong(bytes, MAGIC_AT) != MAGIC) {
      throw corrupt(file, start + MAGIC_AT, "the magic of a table is missing");
    }
    int version = Bytes.getInt(bytes, VERSION_AT);
    int crc = Bytes.getInt(bytes, CRC_AT);
    if (crc != crc(bytes)) {
      throw corrupt(
          file,
          start + CRC_AT,
          String.format("checksum is %08x, where the bytes give %08x", crc, crc(bytes)));
    }
    if (version != TableFormat.VERSION) {
      throw corrupt(file, start + VERSION_AT, "format version " + version + " is unknown");
    }
    Footer footer =
        new Footer(
            Bytes.getLong(bytes, 0),
            Bytes.getLong(bytes, 8),
            Bytes.getLong(bytes, 16),
            Bytes.getLong(bytes, 24));
    if (!footer.fits(start)) {
      throw corrupt(file, start, footer + " does not fit a file of " + fileSize + " bytes");
    }
    return footer;
  }

  private boolean fits(long start) {
    return footerOffset == start
        && filterOffset >= TableFormat.BLOCK_TRAILER_LENGTH
        && (filterOffset == indexOffset || isBlock(filterOffset, indexOffset))
        && isBlock(indexOffset, propertiesOffset)
        && isBlock(propertiesOffset, footerOffset);
  }

  private static boolean isBlock(long from, long to) {
    // In this order no difference overflows.
    return from >= 0
        && from <= to
        && to - from >= TableFormat.BLOCK_TRAILER_LENGTH
        && to - from < Integer.MAX_VALUE - 64;
  }

  private static int crc(byte[] bytes) {
    byte[] checked = bytes.clone();
    Bytes.putInt(checked, CRC_AT, 0);
    return Bytes.crc(checked, 0, LENGTH);
  }

  private static CorruptionException corrupt(String file, long offset, String wrong) {
    return new CorruptionException(file + ": footer at offset " + offset + ": " + wrong);
  }
}

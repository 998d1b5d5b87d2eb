package io.koel.sst;

/**
 * The bytes of a table, format version 2. {@code docs/table-format.md} says the same at more
 * length, with an example.
 *
 * <pre>
 * table      := data-block+ filter-block? index-block properties-block footer
 * x-block    := contents compression:u8 crc:u32
 * </pre>
 *
 * The parts follow each other without gaps. All numbers are little-endian; {@code varint} is seven
 * bits a byte, the lowest first, the top bit set on all bytes but the last. {@code crc} is the
 * CRC-32C of contents and compression byte. Only data blocks are ever compressed; then contents are
 * the plain length as u32 and the compressed bytes.
 *
 * <p>Who lays out what: data blocks {@link Block}, the index {@link Index}, properties {@link
 * TableProperties}, the footer {@link Footer}, the filter {@link io.koel.filter.FilterBlock}.
 */
final class TableFormat {

  static final int VERSION = 2;

  /** The compression byte and the checksum behind every block. */
  static final int BLOCK_TRAILER_LENGTH = 5;

  static final int MAX_KEY_LENGTH = 64 << 10;
  static final int MAX_VALUE_LENGTH = 64 << 20;
  static final int MAX_BLOCK_SIZE = 16 << 20;

  /** A data block has at most its nominal size, or else one entry of any size. */
  static final int MAX_PLAIN_LENGTH = MAX_VALUE_LENGTH + MAX_KEY_LENGTH + 1024;

  static final long MAX_ENTRIES = Integer.MAX_VALUE;

  private TableFormat() {}
}

package io.koel.sst;

/**
 * Where a block is.
 *
 * @param offset of its first byte in the file
 * @param length of its contents, without compression byte and checksum
 */
record BlockHandle(long offset, int length) {

  /** The length with compression byte and checksum. */
  int storedLength() {
    return length + TableFormat.BLOCK_TRAILER_LENGTH;
  }

  /** Where the next block begins. */
  long end() {
    return offset + storedLength();
  }
}

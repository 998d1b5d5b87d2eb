package io.koel.sst;

/** How a file's bytes come to memory. */
public enum ReadMode {
  /** Through the operating system's page cache. */
  BUFFERED,

  /**
   * Past the operating system's page cache, so that every read is one of the device. Not every file
   * system allows it.
   */
  DIRECT
}

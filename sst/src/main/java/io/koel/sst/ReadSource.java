package io.koel.sst;

/** Where a block came from. */
public enum ReadSource {
  CACHE,
  DISK
}

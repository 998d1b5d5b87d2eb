package io.koel.sst;

import io.koel.filter.FilterPolicy;
import java.util.Objects;

/**
 * How a new table is written.
 *
 * @param blockSize the most bytes of a data block that has more than one entry, from 64 to 16 MiB.
 *     Default 4096: a lookup reads one block, so that larger ones cost reading and smaller ones
 *     memory for the index.
 * @param restartInterval entries for which one key is stored whole, a power of two from 1 to 65536.
 *     Default 16: more makes blocks smaller if keys are alike, and seeks slower.
 * @param compression of data blocks. Default none.
 * @param filterPolicy which filter the table gets. Default none.
 * @param level the level of the tree that the table is for, 0 to 255; policies may ask. Default 0.
 * @param hashSeed the seed of the database's key hashes. Default 0.
 * @param expectedKeys about how many different keys will come, 0 when unknown (the default); a hint
 */
public record TableOptions(
    int blockSize,
    int restartInterval,
    Compression compression,
    FilterPolicy filterPolicy,
    int level,
    long hashSeed,
    long expectedKeys) {

  public TableOptions {
    requireRange("blockSize", blockSize, 64, TableFormat.MAX_BLOCK_SIZE);
    requireRange("restartInterval", restartInterval, 1, 1 << 16);
    if (Integer.bitCount(restartInterval) != 1) {
      throw new IllegalArgumentException(
          "restartInterval " + restartInterval + " is not a power of two");
    }
    Objects.requireNonNull(compression, "compression");
    Objects.requireNonNull(filterPolicy, "filterPolicy");
    requireRange("level", level, 0, 255);
    if (expectedKeys < 0) {
      throw new IllegalArgumentException("expectedKeys " + expectedKeys + " is below 0");
    }
  }

  private static void requireRange(String name, int value, int min, int max) {
    if (value < min || value > max) {
      throw new IllegalArgumentException(name + " " + value + " is not within " + min + ".." + max);
    }
  }

  public static TableOptions defaults() {
    return new TableOptions(4096, 16, Compression.NONE, FilterPolicy.none(), 0, 0, 0);
  }

  public TableOptions withBlockSize(int blockSize) {
    return new TableOptions(
        blockSize, restartInterval, compression, filterPolicy, level, hashSeed, expectedKeys);
  }

  public TableOptions withRestartInterval(int restartInterval) {
    return new TableOptions(
        blockSize, restartInterval, compression, filterPolicy, level, hashSeed, expectedKeys);
  }

  public TableOptions withCompression(Compression compression) {
    return new TableOptions(
        blockSize, restartInterval, compression, filterPolicy, level, hashSeed, expectedKeys);
  }

  public TableOptions withFilterPolicy(FilterPolicy filterPolicy) {
    return new TableOptions(
        blockSize, restartInterval, compression, filterPolicy, level, hashSeed, expectedKeys);
  }

  public TableOptions withLevel(int level) {
    return new TableOptions(
        blockSize, restartInterval, compression, filterPolicy, level, hashSeed, expectedKeys);
  }

  public TableOptions withHashSeed(long hashSeed) {
    return new TableOptions(
        blockSize, restartInterval, compression, filterPolicy, level, hashSeed, expectedKeys);
  }

  public TableOptions withExpectedKeys(long expectedKeys) {
    return new TableOptions(
        blockSize, restartInterval, compression, filterPolicy, level, hashSeed, expectedKeys);
  }
}

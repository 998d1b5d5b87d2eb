package io.koel.filter;

/**
 * The reader of a filter without keys, for families that would need a special case in every lookup:
 * their payload is then empty.
 */
public final class EmptyReader implements FilterReader {

  private EmptyReader() {}

  /**
   * Opens a block whose payload is empty.
   *
   * @throws CorruptionException if the block has keys
   */
  public static FilterReader open(FilterBlock block) throws CorruptionException {
    PayloadBytes.check(
        block.keyCount() == 0, block, 0, "it is empty, but there are %d keys", block.keyCount());
    return new EmptyReader();
  }

  @Override
  public boolean mightContainHash(long keyHash) {
    return false;
  }

  @Override
  public long keyCount() {
    return 0;
  }

  @Override
  public long sizeInBytes() {
    return 0;
  }

  @Override
  public double expectedFalsePositiveRate() {
    return 0;
  }
}

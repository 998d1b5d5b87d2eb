package io.koel.sst;

import io.koel.filter.CorruptionException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * What a table says of itself.
 *
 * <pre>
 * contents := entries tombstones distinct-keys smallest-sequence largest-sequence
 *             raw-key-bytes raw-value-bytes plain-data-bytes level block-size      each a varint
 *             compression:u8 hash-seed:u64 data-blocks:varint
 *             smallest-key largest-key filter-spec                     each a varint length and bytes
 * </pre>
 *
 * @param entries how many entries the table has
 * @param tombstones how many of them are tombstones
 * @param distinctKeys how many different user keys they have
 * @param smallestKey the first user key; shared, not to be changed
 * @param largestKey the last user key; shared, not to be changed
 * @param rawKeyBytes the lengths of all entries' user keys together
 * @param rawValueBytes the lengths of all values together
 * @param plainDataBytes the lengths of all data blocks before they were compressed
 * @param dataBytes the stored lengths of all data blocks, checksums included
 * @param filterBytes the stored length of the filter, 0 if there is none
 * @param indexBytes the stored length of the index
 * @param fileSize the length of the file
 * @param level the level of the tree that the table was written for
 * @param blockSize the size that data blocks were meant to have
 * @param compression what data blocks were compressed by, where it made them smaller
 * @param hashSeed the seed of the key hashes in filter and data blocks
 * @param filterSpec the spec of the policy that the filter was asked of
 * @param formatVersion the version of the table's format
 */
public record TableProperties(
    long entries,
    long tombstones,
    long distinctKeys,
    byte[] smallestKey,
    byte[] largestKey,
    long smallestSequence,
    long largestSequence,
    long rawKeyBytes,
    long rawValueBytes,
    long plainDataBytes,
    int dataBlocks,
    long dataBytes,
    long filterBytes,
    long indexBytes,
    long fileSize,
    int level,
    int blockSize,
    Compression compression,
    long hashSeed,
    String filterSpec,
    int formatVersion) {

  private static final int MAX_LEVEL = 255;
  private static final int MAX_SPEC_LENGTH = 1 << 16;

  byte[] encode() {
    return new ByteWriter(256)
        .putVarint(entries)
        .putVarint(tombstones)
        .putVarint(distinctKeys)
        .putVarint(smallestSequence)
        .putVarint(largestSequence)
        .putVarint(rawKeyBytes)
        .putVarint(rawValueBytes)
        .putVarint(plainDataBytes)
        .putVarint(level)
        .putVarint(blockSize)
        .put(compression.code())
        .putLong(hashSeed)
        .putVarint(dataBlocks)
        .putSized(smallestKey)
        .putSized(largestKey)
        .putSized(filterSpec.getBytes(StandardCharsets.US_ASCII))
        .toByteArray();
  }

  static TableProperties decode(ByteReader in, Footer footer) throws CorruptionException {
    long entries = in.varint(TableFormat.MAX_ENTRIES);
    long tombstones = in.varint(entries);
    long distinctKeys = in.varint(entries);
    long smallestSequence = in.varint(EntryCursor.MAX_SEQUENCE);
    long largestSequence = in.varint(EntryCursor.MAX_SEQUENCE);
    long rawKeyBytes = in.varint();
    long rawValueBytes = in.varint();
    long plainDataBytes = in.varint();
    int level = (int) in.varint(MAX_LEVEL);
    int blockSize = (int) in.varint(TableFormat.MAX_BLOCK_SIZE);
    int code = in.u8();
    Compression compression = Compression.ofCode(code);
    if (compression == null) {
      throw in.corrupt("compression " + code + " is unknown");
    }
    long hashSeed = in.u64();
    int dataBlocks = (int) in.varint(entries);
    byte[] smallestKey = in.sized(TableFormat.MAX_KEY_LENGTH);
    byte[] largestKey = in.sized(TableFormat.MAX_KEY_LENGTH);
    String filterSpec = new String(in.sized(MAX_SPEC_LENGTH), StandardCharsets.US_ASCII);
    in.requireEnd();
    if (entries == 0
        || smallestSequence > largestSequence
        || Arrays.compareUnsigned(smallestKey, largestKey) > 0) {
      throw in.corrupt("the ranges of keys or sequences are empty");
    }
    return new TableProperties(
        entries,
        tombstones,
        distinctKeys,
        smallestKey,
        largestKey,
        smallestSequence,
        largestSequence,
        rawKeyBytes,
        rawValueBytes,
        plainDataBytes,
        dataBlocks,
        footer.filterOffset(),
        footer.indexOffset() - footer.filterOffset(),
        footer.propertiesOffset() - footer.indexOffset(),
        footer.footerOffset() + Footer.LENGTH,
        level,
        blockSize,
        compression,
        hashSeed,
        filterSpec,
        TableFormat.VERSION);
  }

  /** Whether all is equal, keys by their bytes. */
  @Override
  public boolean equals(Object other) {
    return other instanceof TableProperties that
        && fileSize == that.fileSize
        && dataBytes == that.dataBytes
        && filterBytes == that.filterBytes
        && indexBytes == that.indexBytes
        && formatVersion == that.formatVersion
        && Arrays.equals(encode(), that.encode());
  }

  @Override
  public int hashCode() {
    return Arrays.hashCode(encode());
  }
}

package io.koel.sst;

import io.koel.filter.CorruptionException;
import io.koel.filter.Filter;
import io.koel.filter.KeyHash;
import java.io.IOException;
import java.util.Arrays;

/** Reads a whole table and holds every part of it against the others. */
final class TableVerifier {

  private final TableReader reader;
  private final Index index;
  private final TableProperties properties;
  private final Filter filter;
  private final BlockCursor in = new BlockCursor();

  private byte[] lastKey = new byte[64];
  private int lastKeyLength;
  private long lastSequence;
  private long hash;

  private long entries;
  private long tombstones;
  private long distinctKeys;
  private long smallestSequence = Long.MAX_VALUE;
  private long largestSequence;
  private long rawKeyBytes;
  private long rawValueBytes;
  private long plainDataBytes;

  private int number;

  TableVerifier(TableReader reader) {
    this.reader = reader;
    this.index = reader.index();
    this.properties = reader.properties();
    this.filter = reader.filter().orElse(null);
  }

  void run() throws IOException {
    if (properties.filterBytes() > 0) {
      checkProperty(
          "the filter's keys", reader.readFilterBlock().keyCount(), properties.distinctKeys());
    }
    for (number = 0; number < index.blockCount(); number++) {
      Block block = reader.readBlock(number, properties.level());
      check(
          block.count == 1 || block.plainLength() <= properties.blockSize(),
          "begins a block that is larger than the properties say");
      plainDataBytes += block.plainLength();
      in.reset(block);
      for (int i = 0; i < block.count; i++) {
        in.moveTo(i);
        checkEntry(block, i);
      }
    }
    checkLastSeparator();
    checkProperties();
  }

  private void checkEntry(Block block, int entry) throws CorruptionException {
    int order =
        entries == 0
            ? 1
            : Bytes.compare(in.keyArray(), 0, in.keyLength(), lastKey, 0, lastKeyLength);
    long sequence = in.sequence();
    check(order > 0 || order == 0 && sequence < lastSequence, "is not after the one before it");
    if (order > 0) {
      beginKey();
    }
    check(block.fingerprintOf(entry) == Block.fingerprint(hash), "has a wrong fingerprint");
    check(block.sharesExactly(entry), "shares more of its restart's key than it says");
    check(
        index.find(lastKey, 0, lastKeyLength, sequence) == number,
        "is in another block than the index says");
    lastSequence = sequence;
    entries++;
    tombstones += in.kind() == EntryKind.TOMBSTONE ? 1 : 0;
    smallestSequence = Math.min(smallestSequence, sequence);
    largestSequence = Math.max(largestSequence, sequence);
    rawKeyBytes += in.keyLength();
    rawValueBytes += in.valueLength();
  }

  private void beginKey() throws CorruptionException {
    if (entries == 0) {
      byte[] first = Arrays.copyOf(in.keyArray(), in.keyLength());
      check(Arrays.equals(first, properties.smallestKey()), "has not the properties' smallest key");
    }
    lastKeyLength = in.keyLength();
    if (lastKey.length < lastKeyLength) {
      lastKey = new byte[Math.max(lastKeyLength, 2 * lastKey.length)];
    }
    System.arraycopy(in.keyArray(), 0, lastKey, 0, lastKeyLength);
    hash = KeyHash.of(lastKey, 0, lastKeyLength, properties.hashSeed());
    check(filter == null || filter.mightContainHash(hash), "has a key that the filter denies");
    distinctKeys++;
  }

  private void check(boolean right, String wrong) throws CorruptionException {
    if (!right) {
      throw reader
          .source()
          .corrupt(BlockKind.DATA, index.offset(number), "entry " + entries + " " + wrong);
    }
  }

  /** The last separator is (largest key, 0): not before it, and before the next one in order. */
  private void checkLastSeparator() throws CorruptionException {
    byte[] next = Arrays.copyOf(lastKey, lastKeyLength + 1);
    next[lastKeyLength] = 0;
    if (index.find(lastKey, 0, lastKeyLength, 0) == index.blockCount()
        || index.find(next, 0, next.length, EntryCursor.MAX_SEQUENCE) < index.blockCount()) {
      long offset = properties.dataBytes() + properties.filterBytes();
      throw reader
          .source()
          .corrupt(BlockKind.INDEX, offset, "the last separator is not the largest key");
    }
  }

  private void checkProperties() throws CorruptionException {
    checkProperty("largest key", Arrays.copyOf(lastKey, lastKeyLength), properties.largestKey());
    checkProperty("entries", entries, properties.entries());
    checkProperty("tombstones", tombstones, properties.tombstones());
    checkProperty("distinct keys", distinctKeys, properties.distinctKeys());
    checkProperty("smallest sequence", smallestSequence, properties.smallestSequence());
    checkProperty("largest sequence", largestSequence, properties.largestSequence());
    checkProperty("raw key bytes", rawKeyBytes, properties.rawKeyBytes());
    checkProperty("raw value bytes", rawValueBytes, properties.rawValueBytes());
    checkProperty("plain data bytes", plainDataBytes, properties.plainDataBytes());
  }

  private void checkProperty(String what, byte[] found, byte[] stated) throws CorruptionException {
    if (!Arrays.equals(found, stated)) {
      throw wrongProperty(what + " is another one");
    }
  }

  private void checkProperty(String what, long found, long stated) throws CorruptionException {
    if (found != stated) {
      throw wrongProperty(what + " are " + found + ", where the properties say " + stated);
    }
  }

  private CorruptionException wrongProperty(String wrong) {
    long offset = properties.dataBytes() + properties.filterBytes() + properties.indexBytes();
    return reader.source().corrupt(BlockKind.PROPERTIES, offset, wrong);
  }
}

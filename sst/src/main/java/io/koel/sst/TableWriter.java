package io.koel.sst;

import io.koel.filter.FilterBuilder;
import io.koel.filter.FilterContext;
import io.koel.filter.KeyHash;
import java.io.Closeable;
import java.io.IOException;
import java.util.Arrays;
import java.util.Locale;
import java.util.Objects;

/**
 * Writes one table: {@code add+ finish close}, or {@code add* close} to give it up.
 *
 * <p>Entries come in internal order. The footer is the last thing written, and the file is synced
 * once, in {@link #finish()}; before that, nothing takes the file for a table. If anything fails,
 * and if the writer is closed without being finished, the file is deleted. The directory is not
 * synced.
 *
 * <p>Not thread-safe.
 */
public final class TableWriter implements Closeable {

  private enum State {
    OPEN,
    FINISHED,
    FAILED,
    CLOSED
  }

  private final Storage storage;
  private final String name;
  private final TableOptions options;
  private final FilterBuilder filter;
  private final BlockWriter out;
  private final BlockBuilder block;
  private final Index.Builder index = new Index.Builder();
  private State state = State.OPEN;

  private byte[] lastKey = new byte[64];
  private int lastKeyLength;
  private long lastSequence;
  private long lastHash;

  private byte[] smallestKey;
  private long entries;
  private long tombstones;
  private long distinctKeys;
  private long smallestSequence = Long.MAX_VALUE;
  private long largestSequence;
  private long rawKeyBytes;
  private long rawValueBytes;
  private long plainDataBytes;

  private TableWriter(Storage storage, String name, TableOptions options) throws IOException {
    this.storage = storage;
    this.name = name;
    this.options = options;
    this.filter =
        options
            .filterPolicy()
            .newBuilder(
                new FilterContext(options.level(), options.hashSeed(), options.expectedKeys()))
            .orElse(null);
    this.block = new BlockBuilder(options.blockSize(), options.restartInterval());
    this.out = new BlockWriter(storage.create(name), options.compression());
  }

  /**
   * Begins a new file.
   *
   * @throws java.nio.file.FileAlreadyExistsException if there is a file of this name
   */
  public static TableWriter create(Storage storage, String name, TableOptions options)
      throws IOException {
    return new TableWriter(storage, name, options);
  }

  /**
   * Adds an entry. Nothing of the arrays is kept.
   *
   * @throws IllegalArgumentException if the entry is not after the one before in internal order, if
   *     key, value or sequence are out of range, or if a tombstone has a value; nothing was added
   *     then
   */
  public void add(
      byte[] key,
      int offset,
      int length,
      long sequence,
      EntryKind kind,
      byte[] value,
      int valueOffset,
      int valueLength)
      throws IOException {
    requireOpen();
    checkEntry(key, offset, length, sequence, kind, value, valueOffset, valueLength);
    boolean newKey = isNewKey(key, offset, length, sequence);
    if (block.count() > 0 && block.sizeWith(length, valueLength, sequence) > options.blockSize()) {
      endBlock(newKey, key, offset, length);
    }
    if (newKey) {
      beginKey(key, offset, length);
    }
    block.add(key, offset, length, lastHash, sequence, kind, value, valueOffset, valueLength);
    lastSequence = sequence;
    entries++;
    tombstones += kind == EntryKind.TOMBSTONE ? 1 : 0;
    smallestSequence = Math.min(smallestSequence, sequence);
    largestSequence = Math.max(largestSequence, sequence);
    rawKeyBytes += length;
    rawValueBytes += valueLength;
  }

  private void checkEntry(
      byte[] key,
      int offset,
      int length,
      long sequence,
      EntryKind kind,
      byte[] value,
      int valueOffset,
      int valueLength) {
    Objects.checkFromIndexSize(offset, length, key.length);
    Objects.checkFromIndexSize(valueOffset, valueLength, value.length);
    if (length > TableFormat.MAX_KEY_LENGTH) {
      throw new IllegalArgumentException(
          "key of " + length + " bytes; at most " + TableFormat.MAX_KEY_LENGTH + " are allowed");
    }
    if (valueLength > TableFormat.MAX_VALUE_LENGTH) {
      throw new IllegalArgumentException(
          "value of "
              + valueLength
              + " bytes; at most "
              + TableFormat.MAX_VALUE_LENGTH
              + " are allowed");
    }
    if (sequence < 0 || sequence > EntryCursor.MAX_SEQUENCE) {
      throw new IllegalArgumentException("sequence " + sequence + " is not within 0..2^56-1");
    }
    if (kind == EntryKind.TOMBSTONE && valueLength != 0) {
      throw new IllegalArgumentException("a tombstone has no value");
    }
    if (entries == TableFormat.MAX_ENTRIES) {
      throw new IllegalArgumentException("a table has at most " + entries + " entries");
    }
  }

  private boolean isNewKey(byte[] key, int offset, int length, long sequence) {
    if (entries == 0) {
      return true;
    }
    int order = Bytes.compare(key, offset, length, lastKey, 0, lastKeyLength);
    if (order < 0 || order == 0 && sequence >= lastSequence) {
      throw new IllegalArgumentException(
          name
              + ": entry "
              + entries
              + " is not after the one before it: "
              + (order < 0 ? "its key is smaller" : "same key, sequence " + sequence)
              + " after sequence "
              + lastSequence);
    }
    return order > 0;
  }

  private void beginKey(byte[] key, int offset, int length) {
    if (lastKey.length < length) {
      lastKey = new byte[Math.max(length, 2 * lastKey.length)];
    }
    System.arraycopy(key, offset, lastKey, 0, length);
    lastKeyLength = length;
    lastHash = KeyHash.of(key, offset, length, options.hashSeed());
    if (filter != null) {
      filter.addHash(lastHash);
    }
    if (entries == 0) {
      smallestKey = Arrays.copyOf(lastKey, length);
    }
    distinctKeys++;
  }

  /** Ends a block before an entry whose key is new, or is that of the block's last entry. */
  private void endBlock(boolean newKey, byte[] nextKey, int offset, int length) throws IOException {
    if (newKey) {
      writeBlock(Index.separator(lastKey, lastKeyLength, nextKey, offset, length), 0);
    } else {
      writeBlock(Arrays.copyOf(lastKey, lastKeyLength), lastSequence);
    }
  }

  private void writeBlock(byte[] separator, long separatorSequence) throws IOException {
    int count = block.count();
    ByteWriter contents = block.finish();
    plainDataBytes += contents.length();
    int length;
    try {
      length = out.writeData(contents);
    } catch (IOException | RuntimeException e) {
      fail(e);
      throw e;
    }
    index.add(length, count, separator, separatorSequence);
  }

  /** About how long the file will be, without its filter. */
  public long estimatedSize() {
    return out.position() + block.size() + index.sizeInBytes() + Footer.LENGTH;
  }

  /** How many entries were added. */
  public long entries() {
    return entries;
  }

  /**
   * Ends the table, syncs and closes its file.
   *
   * @throws IllegalStateException if there are no entries: there is no table without
   */
  public TableProperties finish() throws IOException {
    requireOpen();
    if (entries == 0) {
      throw new IllegalStateException(name + ": a table has one entry or more");
    }
    byte[] largestKey = Arrays.copyOf(lastKey, lastKeyLength);
    writeBlock(largestKey, 0);
    try {
      long filterOffset = out.position();
      if (filter != null) {
        out.writePlain(filter.finish().encode());
      }
      long indexOffset = out.position();
      out.writePlain(index.finish());
      long propertiesOffset = out.position();
      // What the blocks' places say is known when the footer is.
      TableProperties draft = properties(largestKey, 0, 0, 0, 0);
      out.writePlain(draft.encode());
      Footer footer = new Footer(filterOffset, indexOffset, propertiesOffset, out.position());
      out.finish(footer.encode());
      state = State.FINISHED;
      return properties(
          largestKey,
          filterOffset,
          indexOffset - filterOffset,
          propertiesOffset - indexOffset,
          out.position());
    } catch (IOException | RuntimeException e) {
      fail(e);
      throw e;
    }
  }

  private TableProperties properties(
      byte[] largestKey, long dataBytes, long filterBytes, long indexBytes, long fileSize) {
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
        index.count(),
        dataBytes,
        filterBytes,
        indexBytes,
        fileSize,
        options.level(),
        options.blockSize(),
        options.compression(),
        options.hashSeed(),
        options.filterPolicy().spec(),
        TableFormat.VERSION);
  }

  /** Deletes the file, if {@link #finish()} did not succeed. Closing again does nothing. */
  @Override
  public void close() throws IOException {
    if (state == State.OPEN) {
      state = State.CLOSED;
      delete();
    }
  }

  private void fail(Exception cause) {
    state = State.FAILED;
    try {
      delete();
    } catch (IOException e) {
      cause.addSuppressed(e);
    }
  }

  private void delete() throws IOException {
    try {
      out.close();
    } finally {
      storage.delete(name);
    }
  }

  private void requireOpen() {
    if (state != State.OPEN) {
      throw new IllegalStateException(
          name + ": the table is " + state.name().toLowerCase(Locale.ROOT) + " already");
    }
  }
}

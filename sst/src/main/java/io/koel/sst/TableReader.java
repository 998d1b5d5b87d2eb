package io.koel.sst;

import io.koel.filter.CorruptionException;
import io.koel.filter.FilterBlock;
import io.koel.filter.FilterReader;
import io.koel.filter.KeyHash;
import java.io.Closeable;
import java.io.IOException;
import java.util.Arrays;
import java.util.Optional;

/**
 * Reads one table. Index and filter are in memory as long as it is open; data blocks come from the
 * block cache, else from disk.
 *
 * <p>Thread-safe, without locks. Cursors are not.
 */
public final class TableReader implements Closeable {

  private final BlockSource source;
  private final Footer footer;
  private final TableProperties properties;
  private final Index index;
  private final FilterReader filter;
  private final boolean filterUnknown;
  private final boolean filterCanForget;
  private final boolean foreignSeed;
  private final BlockCache.Slots slots;

  private TableReader(BlockSource source, TableReaderOptions options) throws IOException {
    this.source = source;
    this.footer = readFooter();
    this.properties = readProperties();
    this.index = readIndex();
    if (footer.hasFilter()) {
      FilterBlock block = readFilterBlock();
      Optional<FilterReader> opened = openFilter(block, options);
      filter = opened.orElse(null);
      filterUnknown = opened.isEmpty();
      filterCanForget = options.catalog().canForget(block);
    } else {
      filter = null;
      filterUnknown = false;
      filterCanForget = false;
    }
    this.foreignSeed = properties.hashSeed() != options.hashSeed();
    this.slots = options.cache().slots(options.tableNumber(), index.blockCount());
  }

  /**
   * Opens a table: reads its footer, properties, index and filter.
   *
   * @throws CorruptionException if they are damaged
   */
  public static TableReader open(
      Storage storage, String name, TableReaderOptions options, IoCounter io) throws IOException {
    ReadableFile file = storage.open(name, options.mode());
    try {
      return new TableReader(new BlockSource(storage.describe(name), file, io), options);
    } catch (IOException | RuntimeException e) {
      try {
        file.close();
      } catch (IOException also) {
        e.addSuppressed(also);
      }
      throw e;
    }
  }

  private Footer readFooter() throws IOException {
    long size = source.fileSize();
    if (size < Footer.LENGTH) {
      throw new CorruptionException(
          source.name() + ": footer at offset 0: " + size + " bytes are too few for a table");
    }
    return Footer.decode(source.name(), source.readRaw(size - Footer.LENGTH, Footer.LENGTH), size);
  }

  private TableProperties readProperties() throws IOException {
    BlockHandle handle = footer.properties();
    byte[] bytes = source.readPlain(BlockKind.PROPERTIES, handle);
    TableProperties read =
        TableProperties.decode(contents(BlockKind.PROPERTIES, handle, bytes), footer);
    // The level of the footer's read is known only now.
    count(BlockKind.FOOTER, read.level(), Footer.LENGTH);
    count(BlockKind.PROPERTIES, read.level(), bytes.length);
    return read;
  }

  private Index readIndex() throws IOException {
    BlockHandle handle = footer.index();
    byte[] bytes = source.readPlain(BlockKind.INDEX, handle);
    count(BlockKind.INDEX, properties.level(), bytes.length);
    ByteReader in = contents(BlockKind.INDEX, handle, bytes);
    Index read = Index.decode(in, footer.filterOffset(), properties.entries());
    if (read.blockCount() != properties.dataBlocks()) {
      throw in.corrupt(
          read.blockCount() + " blocks, where the properties say " + properties.dataBlocks());
    }
    return read;
  }

  private ByteReader contents(BlockKind kind, BlockHandle handle, byte[] bytes) {
    return new ByteReader(source.describe(kind), handle.offset(), bytes, handle.length());
  }

  private Optional<FilterReader> openFilter(FilterBlock block, TableReaderOptions options)
      throws IOException {
    try {
      return options.catalog().open(block);
    } catch (CorruptionException e) {
      throw source.corrupt(BlockKind.FILTER, footer.filterOffset(), e.getMessage());
    }
  }

  private void count(BlockKind kind, int level, int bytes) {
    source.io().blockRead(kind, level, ReadSource.DISK, bytes);
  }

  public TableProperties properties() {
    return properties;
  }

  /** The filter; empty if the table was written without, or if nobody here knows its family. */
  public Optional<FilterReader> filter() {
    return Optional.ofNullable(filter);
  }

  /** Whether the table has a filter of a family, or of a version of it, that is not known here. */
  public boolean filterUnknown() {
    return filterUnknown;
  }

  /** Whether the table has a filter that can give keys up after it was built. */
  public boolean filterCanForget() {
    return filterCanForget;
  }

  /**
   * Reads the filter from disk, for changing it.
   *
   * @throws IllegalStateException if the table was written without
   */
  public FilterBlock readFilterBlock() throws IOException {
    if (!footer.hasFilter()) {
      throw new IllegalStateException(source.name() + " has no filter");
    }
    BlockHandle handle = footer.filter();
    byte[] bytes = source.readPlain(BlockKind.FILTER, handle);
    count(BlockKind.FILTER, properties.level(), bytes.length);
    FilterBlock block;
    try {
      block = FilterBlock.decode(bytes, 0, handle.length());
    } catch (CorruptionException e) {
      throw source.corrupt(BlockKind.FILTER, handle.offset(), e.getMessage());
    }
    if (block.hashSeed() != properties.hashSeed()) {
      throw source.corrupt(
          BlockKind.FILTER, handle.offset(), "its hash seed is not that of the properties");
    }
    return block;
  }

  /** The memory that index, filter and places for cached blocks take while the table is open. */
  public long memoryInBytes() {
    return index.sizeInBytes()
        + (filter == null ? 0 : filter.sizeInBytes())
        + (slots == null ? 0 : slots.sizeInBytes());
  }

  /**
   * Asks the filter alone. Without one, every key might be there.
   *
   * @param keyHash the key's hash with the seed of this reader's options
   */
  public boolean mightContain(byte[] key, long keyHash) {
    return filter == null || filter.mightContainHash(ownHash(key, keyHash));
  }

  private long ownHash(byte[] key, long keyHash) {
    return foreignSeed ? KeyHash.of(key, properties.hashSeed()) : keyHash;
  }

  /**
   * Looks for a key's newest entry of at most a sequence. Asks the filter, then reads at most one
   * data block.
   *
   * @param keyHash the key's hash with the seed of this reader's options
   * @param level the level of the tree that the read is counted for
   * @param out takes the entry if the outcome is {@link LookupOutcome#FOUND}, else stays as it is
   */
  public LookupOutcome find(byte[] key, long keyHash, long maxSequence, int level, FoundEntry out)
      throws IOException {
    long hash = ownHash(key, keyHash);
    if (filter != null && !filter.mightContainHash(hash)) {
      return LookupOutcome.DENIED;
    }
    return lookUp(key, hash, maxSequence, level, out);
  }

  /** The same as {@link #find}, without asking the filter: never denied. */
  public LookupOutcome findUnfiltered(
      byte[] key, long keyHash, long maxSequence, int level, FoundEntry out) throws IOException {
    return lookUp(key, ownHash(key, keyHash), maxSequence, level, out);
  }

  /** The same for a caller who has no hash at hand. */
  public LookupOutcome findUnfiltered(byte[] key, long maxSequence, int level, FoundEntry out)
      throws IOException {
    return lookUp(key, KeyHash.of(key, properties.hashSeed()), maxSequence, level, out);
  }

  private LookupOutcome lookUp(byte[] key, long hash, long maxSequence, int level, FoundEntry out)
      throws IOException {
    int number = index.find(key, 0, key.length, maxSequence);
    if (number == index.blockCount() || number == 0 && isBeforeAll(key)) {
      return LookupOutcome.ABSENT;
    }
    Block block = block(number, level);
    int entry = block.firstOf(key, hash);
    if (entry < 0) {
      return LookupOutcome.ABSENT;
    }
    int at = block.entryAt(entry);
    long head = block.head(at);
    while (block.sequence(at, head) > maxSequence) {
      entry++;
      if (entry == block.count || !block.hasKey(entry, key)) {
        return LookupOutcome.ABSENT;
      }
      at = block.entryAt(entry);
      head = block.head(at);
    }
    int valueAt = block.keyAt(at, head) + Block.rest(head);
    out.set(
        block.kind(at, head),
        block.sequence(at, head),
        index.firstOrdinal(number) + entry,
        block.bytes,
        valueAt,
        block.entryAt(entry + 1) - valueAt);
    return LookupOutcome.FOUND;
  }

  private boolean isBeforeAll(byte[] key) {
    return Arrays.compareUnsigned(key, properties.smallestKey()) < 0;
  }

  /** A data block from the cache, else from disk and then in the cache. */
  Block block(int number, int level) throws IOException {
    Block block = cachedBlock(number, level);
    return block != null ? block : loadBlock(number, level);
  }

  /** A data block, or null if it is not in the cache. */
  Block cachedBlock(int number, int level) {
    if (slots == null) {
      return null;
    }
    Block block = slots.get(number);
    if (block != null) {
      source.io().blockRead(BlockKind.DATA, level, ReadSource.CACHE, block.sizeInBytes());
    }
    return block;
  }

  private Block loadBlock(int number, int level) throws IOException {
    Block block = readBlock(number, level);
    keep(number, block);
    return block;
  }

  boolean hasCache() {
    return slots != null;
  }

  /** Keeps a block in the cache. It must not lie in an array that is used again. */
  void keep(int number, Block block) {
    if (slots != null) {
      slots.put(number, block);
    }
  }

  /** Reads a data block from disk. */
  Block readBlock(int number, int level) throws IOException {
    return checked(number, source.readData(index.block(number), maxPlainLength(number), level));
  }

  /** Opens a data block whose bytes were read to {@code bytes} already. */
  Block openBlock(int number, byte[] bytes, int at) throws CorruptionException {
    return checked(number, source.openData(index.block(number), maxPlainLength(number), bytes, at));
  }

  /** Only a block with a single entry may be longer than the table's blocks are meant to be. */
  private int maxPlainLength(int number) {
    return entries(number) > 1 ? properties.blockSize() : TableFormat.MAX_PLAIN_LENGTH;
  }

  private long entries(int number) {
    return index.firstOrdinal(number + 1) - index.firstOrdinal(number);
  }

  private Block checked(int number, Block block) throws CorruptionException {
    if (block.count != entries(number)) {
      throw source.corrupt(
          BlockKind.DATA,
          index.offset(number),
          block.count + " entries, where the index says " + entries(number));
    }
    return block;
  }

  Index index() {
    return index;
  }

  BlockSource source() {
    return source;
  }

  /** A cursor over all entries. */
  public TableCursor cursor(int level, ReadPurpose purpose) {
    return cursor(level, purpose, DeadEntries.NONE);
  }

  /**
   * A cursor over the entries that are not dead. Blocks that are wholly dead are not read.
   *
   * @param level the level of the tree that reads are counted for
   */
  public TableCursor cursor(int level, ReadPurpose purpose, DeadEntries dead) {
    return new TableCursor(this, level, purpose, dead);
  }

  /**
   * Reads everything, past the cache, and checks it: checksums, order, counts, index, properties,
   * and that the filter knows every key.
   *
   * @throws CorruptionException if anything is wrong
   */
  public void verify() throws IOException {
    new TableVerifier(this).run();
  }

  /**
   * Closes the file. Blocks that are in the cache stay there, for other readers of the same table,
   * until {@link BlockCache#evictTable}.
   */
  @Override
  public void close() throws IOException {
    source.close();
  }
}

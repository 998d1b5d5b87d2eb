package io.koel;

import io.koel.engine.ReadPath;
import io.koel.engine.ScanOrder;
import io.koel.engine.Store;
import io.koel.sst.FileStorage;
import io.koel.sst.Storage;
import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.NavigableMap;
import java.util.Objects;

/**
 * An embedded, ordered key-value store.
 *
 * <pre>{@code
 * try (Koel db = Koel.open(path)) {
 *   db.put(key, value);
 *   byte[] v = db.get(key);            // null when absent
 *   db.delete(key);
 *   try (Cursor c = db.scan(from, to)) {
 *     while (c.next()) use(c.key(), c.value());
 *   }
 * }
 * }</pre>
 *
 * <p>Keys are ordered bytewise, unsigned. Keys may have up to 64 KiB, values up to 64 MiB; both may
 * be empty. Arrays that go in are copied, arrays that come out are the caller's.
 *
 * <p>Thread-safe. One process opens a database at a time. Every call fails with an {@link
 * IllegalStateException} once the store is closed, and a write also if it was opened for reading
 * only; an {@link IOException} means that a file could not be read or written, a {@link
 * io.koel.filter.CorruptionException} that its contents are damaged, a {@link BackgroundFailure}
 * that the store refuses writes after such an error.
 */
public final class Koel implements Closeable {

  private final Store store;
  private final Options options;

  private Koel(Store store, Options options) {
    this.store = store;
    this.options = options;
  }

  /** Opens the database in a directory, with default options; makes one if there is none. */
  public static Koel open(Path directory) throws IOException {
    return open(directory, Options.defaults());
  }

  /**
   * Opens the database in a directory; makes one if there is none.
   *
   * @throws io.koel.sst.StorageLockedException if it is open already, here or in another process
   * @throws java.nio.file.FileSystemException if the directory holds something else
   */
  public static Koel open(Path directory, Options options) throws IOException {
    return open(FileStorage.create(directory), options);
  }

  /** Opens the database in any storage; makes one if there is none. */
  public static Koel open(Storage storage, Options options) throws IOException {
    Objects.requireNonNull(options, "options");
    return new Koel(Store.open(storage, options), options);
  }

  /**
   * Opens the database in a directory for reading. Nothing there changes: writes are refused, what
   * only the log has is kept in memory, and nothing is compacted, so that the options with which
   * the database is written need not be known.
   *
   * @throws java.nio.file.NoSuchFileException if there is no database
   * @throws io.koel.sst.StorageLockedException if it is open already, here or in another process
   */
  public static Koel openReadOnly(Path directory, Options options) throws IOException {
    return openReadOnly(FileStorage.at(directory), options);
  }

  /** Opens the database in any storage for reading. */
  public static Koel openReadOnly(Storage storage, Options options) throws IOException {
    Objects.requireNonNull(options, "options");
    return new Koel(Store.openReadOnly(storage, options), options);
  }

  /** The key's value, or null if it has none. */
  public byte[] get(byte[] key) throws IOException {
    return store.get(key, ReadPath.LATEST);
  }

  /** The values of several keys at one instant, in their order; null where there is none. */
  public byte[][] get(List<byte[]> keys) throws IOException {
    return store.get(keys, ReadPath.LATEST);
  }

  /** Gives a key a value. */
  public void put(byte[] key, byte[] value) throws IOException {
    store.put(key, value, options.durability());
  }

  /** Gives a key a value. */
  public void put(byte[] key, byte[] value, Durability durability) throws IOException {
    store.put(key, value, durability);
  }

  /** Takes a key away, if it is there. */
  public void delete(byte[] key) throws IOException {
    store.delete(key, options.durability());
  }

  /** Takes a key away, if it is there. */
  public void delete(byte[] key, Durability durability) throws IOException {
    store.delete(key, durability);
  }

  /** Writes a batch: all of it or, after a crash, nothing. */
  public void write(WriteBatch batch) throws IOException {
    write(batch, options.durability());
  }

  /** Writes a batch: all of it or, after a crash, nothing. */
  public void write(WriteBatch batch, Durability durability) throws IOException {
    store.write(batch.encoded(), durability);
  }

  /** Returns when everything that was written before is on the device. */
  public void sync() throws IOException {
    write(new WriteBatch(), Durability.SYNC);
  }

  /** All entries, ascending. */
  public Cursor scan() {
    return scan(null, null);
  }

  /** The entries from {@code from} to before {@code to}, ascending; null means no bound. */
  public Cursor scan(byte[] from, byte[] to) {
    return scan(from, to, ScanOrder.ASCENDING, ReadPath.LATEST);
  }

  /** The entries from {@code from} to before {@code to}, descending; null means no bound. */
  public Cursor scanReverse(byte[] from, byte[] to) {
    return scan(from, to, ScanOrder.DESCENDING, ReadPath.LATEST);
  }

  /** The entries whose keys begin with the prefix, ascending. */
  public Cursor scanPrefix(byte[] prefix) {
    return scan(prefix, afterPrefix(prefix), ScanOrder.ASCENDING, ReadPath.LATEST);
  }

  /** The entries whose keys begin with the prefix, descending. */
  public Cursor scanPrefixReverse(byte[] prefix) {
    return scan(prefix, afterPrefix(prefix), ScanOrder.DESCENDING, ReadPath.LATEST);
  }

  private Cursor scan(byte[] from, byte[] to, ScanOrder order, long sequence) {
    return store.scan(
        from == null ? null : from.clone(), to == null ? null : to.clone(), order, sequence);
  }

  /** The first key after all that begin with the prefix; null if there is none. */
  static byte[] afterPrefix(byte[] prefix) {
    for (int i = prefix.length - 1; i >= 0; i--) {
      if (prefix[i] != (byte) 0xff) {
        byte[] after = Arrays.copyOf(prefix, i + 1);
        after[i]++;
        return after;
      }
    }
    return null;
  }

  /**
   * The store as a map in the order of its keys, which writes through. Keys and values are compared
   * by their bytes; null is refused. An {@link IOException} comes as an {@link
   * java.io.UncheckedIOException}. {@code size()} counts entry by entry; {@code put} and {@code
   * remove} read the old value first, which {@link #put} and {@link #delete} here do not.
   */
  public NavigableMap<byte[], byte[]> asMap() {
    return new KoelMap(this, null, null, false);
  }

  /** The store as it is now, to be read later. */
  public Snapshot snapshot() {
    return new View(store.beginSnapshot());
  }

  /** Returns when everything that was written before is in tables. */
  public void flush() throws IOException {
    store.flush();
  }

  /** Flushes and compacts everything, so that what was overwritten or deleted takes no space. */
  public void compact() throws IOException {
    store.compact(null, null);
  }

  /** Flushes, and compacts the keys between two, both inclusive; null means no bound. */
  public void compact(byte[] from, byte[] to) throws IOException {
    store.compact(from, to);
  }

  /** Returns when no flush and no compaction is running or needed. */
  public void awaitIdle() throws IOException {
    store.awaitIdle();
  }

  /**
   * Makes a database with the same contents in another directory, which must be empty or missing.
   */
  public void checkpoint(Path directory) throws IOException {
    checkpoint(FileStorage.create(directory));
  }

  /** Makes a database with the same contents in another, empty storage. */
  public void checkpoint(Storage target) throws IOException {
    store.checkpoint(target);
  }

  /**
   * Reads every table and checks it.
   *
   * @throws io.koel.filter.CorruptionException if one is damaged
   */
  public void verify() throws IOException {
    store.verify();
  }

  /** What the store has done since it was opened, and what it consists of. */
  public Stats stats() {
    return store.stats();
  }

  /** Looks a key up and says how: every table considered, its filter's verdict, what was read. */
  public Explanation explain(byte[] key) throws IOException {
    return store.explain(key);
  }

  /**
   * Closes the store: flushes what is in memory, waits for the background, gives the lock back.
   * Closing again does nothing.
   */
  @Override
  public void close() throws IOException {
    store.close();
  }

  /** Reads as of a sequence that the store keeps alive. */
  private final class View implements Snapshot {

    private final long sequence;
    private boolean closed;

    View(long sequence) {
      this.sequence = sequence;
    }

    private synchronized void requireOpen() {
      if (closed) {
        throw new IllegalStateException("the snapshot is closed");
      }
    }

    @Override
    public byte[] get(byte[] key) throws IOException {
      requireOpen();
      return store.get(key, sequence);
    }

    @Override
    public Cursor scan(byte[] from, byte[] to) {
      return scan(from, to, ScanOrder.ASCENDING);
    }

    @Override
    public Cursor scanReverse(byte[] from, byte[] to) {
      return scan(from, to, ScanOrder.DESCENDING);
    }

    @Override
    public Cursor scanPrefix(byte[] prefix) {
      return scan(prefix, afterPrefix(prefix), ScanOrder.ASCENDING);
    }

    @Override
    public Cursor scanPrefixReverse(byte[] prefix) {
      return scan(prefix, afterPrefix(prefix), ScanOrder.DESCENDING);
    }

    private Cursor scan(byte[] from, byte[] to, ScanOrder order) {
      requireOpen();
      return Koel.this.scan(from, to, order, sequence);
    }

    @Override
    public long sequence() {
      return sequence;
    }

    @Override
    public synchronized void close() {
      if (!closed) {
        closed = true;
        store.endSnapshot(sequence);
      }
    }
  }
}

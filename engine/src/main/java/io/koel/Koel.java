package io.koel;

import io.koel.engine.ReadPath;
import io.koel.engine.ScanOrder;
import io.koel.engine.Store;
import io.koel.engine.batch.EncodedBatch;
import io.koel.sst.FileStorage;
import io.koel.sst.Storage;
import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.ConcurrentNavigableMap;
import java.util.function.UnaryOperator;

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
 * be empty. What is longer is refused by writes with an {@link IllegalArgumentException}; lookups
 * do not find it, and scans take it as a bound like others. Null is refused with a {@link
 * NullPointerException}, except where it stands for no bound. Arrays that go in are copied, arrays
 * that come out are the caller's.
 *
 * <p>Thread-safe. A database is open for writing once, in one process, or for reading any number of
 * times. Every call fails with an {@link IllegalStateException} once the store is closed, and a
 * write also if it was opened for reading only; an {@link IOException} means that a file could not
 * be read or written, a {@link io.koel.filter.CorruptionException} that its contents are damaged, a
 * {@link BackgroundFailure} that the store refuses writes after such an error.
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
   * @throws IllegalArgumentException if memtables and cache are larger than the heap may become
   * @throws io.koel.sst.StorageLockedException if it is open already, also if for reading only,
   *     here or in another process
   * @throws java.nio.file.FileSystemException if the directory holds something else
   */
  public static Koel open(Path directory, Options options) throws IOException {
    Objects.requireNonNull(directory, "directory");
    requireUsable(options);
    return open(FileStorage.create(directory), options);
  }

  /** Opens the database in any storage; makes one if there is none. See the other ones. */
  public static Koel open(Storage storage, Options options) throws IOException {
    Objects.requireNonNull(storage, "storage");
    requireUsable(options);
    return new Koel(Store.open(storage, options), options);
  }

  /** Opens the database in a directory for reading, with default options; see the other one. */
  public static Koel openReadOnly(Path directory) throws IOException {
    return openReadOnly(directory, Options.defaults());
  }

  /**
   * Opens the database in a directory for reading. Nothing there changes, and nothing needs to be
   * writable: writes are refused, what only the log has is kept in memory, and nothing is
   * compacted, so that the options with which the database is written need not be known. What is
   * read is the state of this moment.
   *
   * <p>Any number of readers, here and in other processes, may have a database open for reading. It
   * cannot be opened for writing meanwhile, nor for reading while it is open for writing. That is
   * by the file LOCK, which is made when a database is opened for writing. Where there is none, as
   * in a checkpoint that nobody has written to, readers lock nothing: who then opens it for writing
   * all the same may delete what they still need, and their reads fail with an {@link IOException}.
   *
   * @throws java.nio.file.NoSuchFileException if there is no database
   * @throws io.koel.sst.StorageLockedException if it is open for writing, here or in another
   *     process
   */
  public static Koel openReadOnly(Path directory, Options options) throws IOException {
    Objects.requireNonNull(directory, "directory");
    requireUsable(options);
    return openReadOnly(FileStorage.at(directory), options);
  }

  /** Opens the database in any storage for reading; see the other one. */
  public static Koel openReadOnly(Storage storage, Options options) throws IOException {
    Objects.requireNonNull(storage, "storage");
    requireUsable(options);
    return new Koel(Store.openReadOnly(storage, options), options);
  }

  private static void requireUsable(Options options) {
    Objects.requireNonNull(options, "options");
    options.requireHeap(Runtime.getRuntime().maxMemory());
  }

  /**
   * The key's value, or null if it has none; null also for a key that is longer than any can be.
   */
  public byte[] get(byte[] key) throws IOException {
    Objects.requireNonNull(key, "key");
    return store.get(key, ReadPath.LATEST);
  }

  /** The values of several keys at one instant, in their order; null where there is none. */
  public byte[][] get(List<byte[]> keys) throws IOException {
    Objects.requireNonNull(keys, "keys");
    return store.get(keys, ReadPath.LATEST);
  }

  /** Gives a key a value, as durably as the option {@link Options#durability} says. */
  public void put(byte[] key, byte[] value) throws IOException {
    put(key, value, options.durability());
  }

  /**
   * Gives a key a value.
   *
   * @throws IllegalArgumentException if the key is longer than 64 KiB or the value than 64 MiB
   */
  public void put(byte[] key, byte[] value, Durability durability) throws IOException {
    Objects.requireNonNull(key, "key");
    Objects.requireNonNull(value, "value");
    Objects.requireNonNull(durability, "durability");
    store.put(key, value, durability);
  }

  /** Takes a key away, if it is there, as durably as {@link Options#durability} says. */
  public void delete(byte[] key) throws IOException {
    delete(key, options.durability());
  }

  /**
   * Takes a key away, if it is there. It is not looked up, so a delete costs as much as a put.
   *
   * @throws IllegalArgumentException if the key is longer than 64 KiB
   */
  public void delete(byte[] key, Durability durability) throws IOException {
    Objects.requireNonNull(key, "key");
    Objects.requireNonNull(durability, "durability");
    store.delete(key, durability);
  }

  /** Writes a batch, as durably as the option {@link Options#durability} says. */
  public void write(WriteBatch batch) throws IOException {
    write(batch, options.durability());
  }

  /**
   * Writes a batch: readers see all of it at once, and after a crash all of it is there or nothing.
   */
  public void write(WriteBatch batch, Durability durability) throws IOException {
    Objects.requireNonNull(batch, "batch");
    Objects.requireNonNull(durability, "durability");
    EncodedBatch encoded = batch.beginWrite();
    try {
      store.write(encoded, durability);
    } finally {
      batch.end();
    }
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
    return scan(from, to, ScanOrder.ASCENDING);
  }

  /** The entries from {@code from} to before {@code to}, descending; null means no bound. */
  public Cursor scanReverse(byte[] from, byte[] to) {
    return scan(from, to, ScanOrder.DESCENDING);
  }

  /** The entries whose keys begin with the prefix, ascending. */
  public Cursor scanPrefix(byte[] prefix) {
    return scan(prefix, afterPrefix(prefix), ScanOrder.ASCENDING);
  }

  /** The entries whose keys begin with the prefix, descending. */
  public Cursor scanPrefixReverse(byte[] prefix) {
    return scan(prefix, afterPrefix(prefix), ScanOrder.DESCENDING);
  }

  /** The same bounds in any order. */
  Cursor scan(byte[] from, byte[] to, ScanOrder order) {
    return scan(from, to, order, ReadPath.LATEST);
  }

  private Cursor scan(byte[] from, byte[] to, ScanOrder order, long sequence) {
    return store.scan(
        from == null ? null : from.clone(), to == null ? null : to.clone(), order, sequence);
  }

  /** The first key after all that begin with the prefix; null if there is none. */
  static byte[] afterPrefix(byte[] prefix) {
    Objects.requireNonNull(prefix, "prefix");
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
   * java.io.UncheckedIOException}.
   *
   * <p>{@code put}, {@code remove}, {@code putIfAbsent}, {@code replace}, {@code compute}, {@code
   * merge} and their like read a key and write it as one step, whoever else writes it, through the
   * map or not; a function that is given to them may be called several times, and must not close
   * the store, which waits for it. So a counter is {@code asMap().merge(key, one, sum)}. Where the
   * old value does not matter, {@link #put} and {@link #delete} here are faster, as they do not
   * read. {@code clear}, {@code putAll} and all that concerns several keys is done key by key: for
   * several at once, {@link #write(WriteBatch) write} a batch.
   *
   * <p>Iterators see what is there when they get there, as those of {@link
   * java.util.concurrent.ConcurrentSkipListMap}; they keep nothing open. {@code size()} counts
   * entry by entry.
   */
  public ConcurrentNavigableMap<byte[], byte[]> asMap() {
    return new KoelMap(this, null, null, ScanOrder.ASCENDING);
  }

  /**
   * Gives a key the value that follows from the one that it has, null for none, as one step.
   *
   * @param change makes the new value of the old one; the same array if nothing is to be written
   * @return the old value
   */
  byte[] update(byte[] key, UnaryOperator<byte[]> change) throws IOException {
    return store.update(key, change, options.durability());
  }

  /** The store as it is now, to be read later. Close it. */
  public Snapshot snapshot() {
    return new View(store.beginSnapshot());
  }

  /**
   * Returns when everything that was written before is in tables, and so on the device. Needed
   * neither for durability, which writes ask for themselves, nor before {@link #close}.
   */
  public void flush() throws IOException {
    store.flush();
  }

  /**
   * Flushes and compacts everything, in the caller's thread, so that what was overwritten or
   * deleted takes no space.
   *
   * <p>What an open {@link Snapshot} still sees is kept; compactions drop it some time after the
   * snapshot was closed, or this method does if it is called again. The files that an open {@link
   * Cursor} reads stay until the cursor is closed. While this runs, reads and writes go on, and up
   * to twice the space is in use.
   */
  public void compact() throws IOException {
    store.compact(null, null);
  }

  /**
   * Flushes, and compacts the keys between two, as {@link #compact()} does with all.
   *
   * @param from inclusive, null for no bound
   * @param to inclusive too, other than in scans; null for no bound
   */
  public void compact(byte[] from, byte[] to) throws IOException {
    store.compact(from, to);
  }

  /** Returns when no flush and no compaction is running or needed. */
  public void awaitIdle() throws IOException {
    store.awaitIdle();
  }

  /**
   * Makes a database with the same contents in another directory, which must be empty or missing.
   * It has all that was written before the call, and is on the device when the call returns. Reads
   * and writes go on meanwhile.
   *
   * <p>What is in memory is flushed first. Tables never change, so on the same file system they
   * appear in the other directory as hard links: that takes moments and no space, until this
   * database has compacted the tables away and the checkpoint alone keeps them. On another file
   * system they are copied. A link shares its bytes with the original: against a broken disk, copy
   * the checkpoint elsewhere.
   *
   * <p>If it fails, or the process ends, what is there of it is not a database, and can be deleted.
   *
   * @throws java.nio.file.FileSystemException if the directory is not empty
   */
  public void checkpoint(Path directory) throws IOException {
    Objects.requireNonNull(directory, "directory");
    checkpoint(FileStorage.create(directory));
  }

  /** Makes a database with the same contents in another, empty storage; see the other one. */
  public void checkpoint(Storage target) throws IOException {
    Objects.requireNonNull(target, "target");
    store.checkpoint(target);
  }

  /**
   * Reads every table and checks it: all checksums, the order of keys, that it is the table that
   * the manifest means, that filters deny no key that is there, and what filter deletes promise.
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
    Objects.requireNonNull(key, "key");
    return store.explain(key);
  }

  /**
   * Closes the store: flushes what is in memory, ends the background, gives the lock back. Calls
   * under way in other threads end in order or with an {@link IllegalStateException}, and so does
   * every later use of the store, its snapshots and its cursors. Cursors need not be closed first;
   * files that were kept for those go at the next open. Closing again does nothing.
   *
   * @throws IOException if the flush failed, now or before with nobody told, or if what was not
   *     flushed could not be synced in the log either. The store is closed all the same, and what
   *     was not flushed is in the log, from where the next open takes it
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
      Objects.requireNonNull(key, "key");
      requireOpen();
      byte[] value = store.get(key, sequence);
      // Closed meanwhile, what the snapshot had may have gone before it was read.
      requireOpen();
      return value;
    }

    @Override
    public byte[][] get(List<byte[]> keys) throws IOException {
      Objects.requireNonNull(keys, "keys");
      requireOpen();
      byte[][] values = store.get(keys, sequence);
      requireOpen();
      return values;
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

    /** Made as one step against {@link #close}; from then on the cursor keeps what it needs. */
    private synchronized Cursor scan(byte[] from, byte[] to, ScanOrder order) {
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

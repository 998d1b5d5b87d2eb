package io.koel.crash;

import io.koel.Durability;
import io.koel.Koel;
import io.koel.Options;
import io.koel.Stats;
import io.koel.WriteBatch;
import io.koel.faults.History;
import io.koel.faults.History.Change;
import io.koel.faults.Injected;
import io.koel.sst.Storage;
import java.io.Closeable;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Random;

/**
 * Uses a store and notes in a {@link History} what was written, and what of it the store has
 * promised to keep.
 *
 * <p>A write that fails stays in the history as its last step, because nobody knows whether it
 * happened, unless the store goes on taking writes: then it must not have happened.
 */
public final class Player implements Closeable {

  private final Storage storage;
  private final Storage checkpointTarget;
  private final Options options;
  private final History history;
  private final Random random;
  private Koel db;
  private boolean failed;

  /** Nobody has been able to look yet which of the last steps the store still has. */
  private boolean inDoubt;

  private int checkpointStart = -1;
  private boolean hasCheckpoint;

  /** Plays on a storage; nothing is opened yet. */
  public Player(Storage storage, Options options, History history, long seed) {
    this(storage, null, options, history, seed);
  }

  /**
   * Plays on a storage; nothing is opened yet.
   *
   * @param checkpointTarget where {@link #checkpoint} writes to; null for nowhere
   */
  public Player(
      Storage storage, Storage checkpointTarget, Options options, History history, long seed) {
    this.storage = storage;
    this.checkpointTarget = checkpointTarget;
    this.options = options;
    this.history = history;
    this.random = new Random(seed);
  }

  public History history() {
    return history;
  }

  public Random random() {
    return random;
  }

  public Storage storage() {
    return storage;
  }

  /** The open store; null if there is none. */
  public Koel db() {
    return db;
  }

  public static byte[] key(int number) {
    return String.format(Locale.ROOT, "key%05d", number).getBytes(StandardCharsets.US_ASCII);
  }

  /** Opens the store; if it was not closed, finds out which of the last steps it still has. */
  public void open() throws IOException {
    inDoubt = history.durableSize() < history.size();
    db = Koel.open(storage, options);
    failed = false;
    if (inDoubt) {
      history.continueFrom(history.recovered(Audit.read(db.scan())));
      inDoubt = false;
    }
  }

  /** Puts keys {@code from} to before {@code to}, one step each. */
  public void putAll(int from, int to) throws IOException {
    for (int i = from; i < to; i++) {
      put(i, Durability.NONE);
    }
  }

  public void put(int key, Durability durability) throws IOException {
    write(List.of(new Change(key(key), newValue())), durability);
  }

  public void delete(int key, Durability durability) throws IOException {
    write(List.of(new Change(key(key), null)), durability);
  }

  /** Writes a batch of puts and deletes of random keys below a bound. */
  public void batch(int keys, int count, Durability durability) throws IOException {
    List<Change> changes = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      byte[] value = random.nextInt(3) == 0 ? null : newValue();
      changes.add(new Change(key(random.nextInt(keys)), value));
    }
    write(changes, durability);
  }

  /** One random step on keys below a bound, sometimes a flush or a compaction. */
  public void randomStep(int keys) throws IOException {
    int dice = random.nextInt(100);
    Durability durability = random.nextInt(10) == 0 ? Durability.SYNC : Durability.NONE;
    if (dice < 50) {
      put(random.nextInt(keys), durability);
    } else if (dice < 88) {
      delete(random.nextInt(keys), durability);
    } else if (dice < 97) {
      batch(keys, 1 + random.nextInt(8), durability);
    } else if (dice < 99) {
      flush();
    } else {
      int from = random.nextInt(keys);
      compact(from, from + random.nextInt(keys));
    }
  }

  private byte[] newValue() {
    // The step's number makes states differ that would otherwise be equal.
    byte[] value = new byte[8 + random.nextInt(60)];
    random.nextBytes(value);
    int step = history.size();
    for (int i = 0; i < 4; i++) {
      value[i] = (byte) (step >>> 8 * i);
    }
    return value;
  }

  private void write(List<Change> changes, Durability durability) throws IOException {
    WriteBatch batch = new WriteBatch();
    for (Change change : changes) {
      if (change.value() == null) {
        batch.delete(change.key());
      } else {
        batch.put(change.key(), change.value());
      }
    }
    history.write(changes);
    try {
      call(() -> db.write(batch, durability));
    } catch (IOException e) {
      if (!failed) {
        history.takeBack();
      }
      throw e;
    }
    if (durability == Durability.SYNC) {
      history.durable();
    }
  }

  private interface Call {
    void run() throws IOException;
  }

  /** Makes a call, and remembers if it tells of a failure that ends all writing. */
  private void call(Call call) throws IOException {
    try {
      call.run();
    } catch (IOException e) {
      failed |= db.stats().failure() != null;
      throw e;
    }
  }

  private void callThatStoresAll(Call call) throws IOException {
    call(call);
    history.durable();
  }

  public void sync() throws IOException {
    callThatStoresAll(() -> db.sync());
  }

  public void flush() throws IOException {
    callThatStoresAll(() -> db.flush());
  }

  /** Flushes, and waits for all compactions that are due. */
  public void settle() throws IOException {
    flush();
    call(() -> db.awaitIdle());
  }

  /** Compacts a range of keys. */
  public void compact(int from, int to) throws IOException {
    callThatStoresAll(() -> db.compact(key(from), key(to)));
  }

  public void compact() throws IOException {
    callThatStoresAll(() -> db.compact());
  }

  public void checkpoint() throws IOException {
    checkpointStart = history.size();
    callThatStoresAll(() -> db.checkpoint(checkpointTarget));
    hasCheckpoint = true;
  }

  /** Makes a checkpoint elsewhere, of which this keeps no record. */
  public void checkpoint(Storage target) throws IOException {
    callThatStoresAll(() -> db.checkpoint(target));
  }

  /** The number of steps that a checkpoint must have; -1 if none was begun. */
  public int checkpointStart() {
    return checkpointStart;
  }

  /** Whether a checkpoint was completed. */
  public boolean hasCheckpoint() {
    return hasCheckpoint;
  }

  /**
   * Fails if the open store has failed with anything but injected faults, told or not.
   *
   * @throws AssertionError with what it failed with
   */
  public void requireInjectedFailures() {
    Stats stats = db.stats();
    requireInjected(stats.failure());
    requireInjected(stats.tombstones().lastVerificationError());
  }

  private static void requireInjected(Throwable failure) {
    if (failure != null) {
      Injected.requireCauseOf(failure);
    }
  }

  /**
   * Closes the store in order, if it is open. A store that has told of a failure stores nothing
   * more; one that has not must throw now if it cannot.
   */
  @Override
  public void close() throws IOException {
    if (db != null) {
      Koel closing = db;
      db = null;
      closing.close();
      if (!failed && !inDoubt) {
        history.durable();
      }
    }
  }
}

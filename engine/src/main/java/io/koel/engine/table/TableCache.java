package io.koel.engine.table;

import io.koel.engine.closing.Closing;
import io.koel.engine.generation.Generation;
import io.koel.sst.TableReader;
import java.io.Closeable;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.ReentrantLock;

/**
 * The tables that are open, at most a given number of them.
 *
 * <p>When there are too many, the clock algorithm picks one that was not read lately and that no
 * cursor pins. It is taken off its handle, so that no new lookup finds it, and closed when the
 * lookups that may have it are over. That wait cannot happen within a lookup; so lookups ask {@link
 * #hasRetired} at their end and then {@link #closeRetired}, as {@link #unpin} does for scans and
 * compactions. For that short time more tables are open than the limit says.
 */
public final class TableCache implements Closeable {

  /** Opens a table's file. */
  @FunctionalInterface
  public interface Opener {
    TableReader open(long number) throws IOException;
  }

  private final Opener opener;
  private final Runnable awaitReaders;
  private final int limit;

  private final ReentrantLock lock = new ReentrantLock();
  private final List<TableHandle> open = new ArrayList<>();
  private final List<TableReader> retired = new ArrayList<>();
  private int hand;
  private boolean closed;
  private volatile boolean hasRetired;

  /**
   * Makes an empty cache.
   *
   * @param awaitReaders returns when all lookups that run at the call have ended
   */
  public TableCache(Opener opener, Runnable awaitReaders, int limit) {
    this.opener = opener;
    this.awaitReaders = awaitReaders;
    this.limit = limit;
  }

  /** The table's reader, good until the caller's reader slot is left or its pin is taken away. */
  public TableReader reader(TableHandle handle) throws IOException {
    TableReader reader = handle.reader;
    if (reader == null) {
      return open(handle);
    }
    if (!handle.used) {
      handle.used = true;
    }
    return reader;
  }

  private TableReader open(TableHandle handle) throws IOException {
    // One thread opens a table, others wait for it; the cache's lock is not held meanwhile.
    synchronized (handle) {
      TableReader reader = handle.reader;
      return reader != null ? reader : add(handle, opener.open(handle.number()), 0);
    }
  }

  /** Keeps the table open until {@link #unpin}. */
  public TableReader pin(TableHandle handle) throws IOException {
    synchronized (handle) {
      lock.lock();
      try {
        if (handle.reader != null) {
          handle.pins++;
          return handle.reader;
        }
      } finally {
        lock.unlock();
      }
      // The pin comes with the reader: when all others are pinned too, a new one without would be
      // the first to go.
      return add(handle, opener.open(handle.number()), 1);
    }
  }

  private TableReader add(TableHandle handle, TableReader reader, int pins) {
    lock.lock();
    try {
      handle.filtered = reader.filter().isPresent();
      handle.reader = reader;
      handle.used = true;
      handle.pins += pins;
      open.add(handle);
      retireSurplusLocked();
      return reader;
    } finally {
      lock.unlock();
    }
  }

  /** Takes one pin away. REQUIRES: the caller holds no reader slot. */
  public void unpin(TableHandle handle) throws IOException {
    boolean last;
    lock.lock();
    try {
      handle.pins--;
      last = closed && handle.pins == 0;
    } finally {
      lock.unlock();
    }
    if (last) {
      discard(handle);
    }
    if (hasRetired) {
      closeRetired();
    }
  }

  private void retireSurplusLocked() {
    assert lock.isHeldByCurrentThread();
    // Twice around: the first pass only takes the marks of use away.
    for (int steps = 2 * open.size(); open.size() > limit && steps > 0; steps--) {
      hand = hand < open.size() ? hand : 0;
      TableHandle handle = open.get(hand);
      if (handle.pins > 0 || handle.used) {
        handle.used = false;
        hand++;
      } else {
        retired.add(takeLocked(hand));
      }
    }
    hasRetired = !retired.isEmpty();
  }

  private TableReader takeLocked(int index) {
    TableHandle handle = open.get(index);
    TableHandle last = open.remove(open.size() - 1);
    if (last != handle) {
      open.set(index, last);
    }
    return handle.takeLocked();
  }

  /** Keeps a generation of a table in memory as long as the table is open. */
  public void keep(TableHandle handle, int number, Generation generation) {
    lock.lock();
    try {
      handle.keepLocked(number, generation);
    } finally {
      lock.unlock();
    }
  }

  /** Whether tables wait to be closed. */
  public boolean hasRetired() {
    return hasRetired;
  }

  /** Closes the tables that were too many. REQUIRES: the caller holds no reader slot. */
  public void closeRetired() throws IOException {
    List<TableReader> closing;
    lock.lock();
    try {
      closing = List.copyOf(retired);
      retired.clear();
      hasRetired = false;
    } finally {
      lock.unlock();
    }
    if (!closing.isEmpty()) {
      awaitReaders.run();
      closeAll(closing);
    }
  }

  /** Closes a table that no version has any more. REQUIRES: nobody reads it. */
  public void discard(TableHandle handle) throws IOException {
    TableReader reader = null;
    lock.lock();
    try {
      int index = open.indexOf(handle);
      if (index >= 0) {
        reader = takeLocked(index);
      }
    } finally {
      lock.unlock();
    }
    if (reader != null) {
      reader.close();
    }
  }

  public int openTables() {
    lock.lock();
    try {
      return open.size();
    } finally {
      lock.unlock();
    }
  }

  /** The memory that the open tables' filters, indexes and generations take. */
  public long memoryInBytes() {
    lock.lock();
    try {
      return open.stream().mapToLong(TableHandle::memoryInBytesLocked).sum();
    } finally {
      lock.unlock();
    }
  }

  /** Closes all tables; one that a cursor still pins is closed when that pin goes. */
  @Override
  public void close() throws IOException {
    new Closing().then(this::closeRetired).then(this::closeUnpinned).end();
  }

  private void closeUnpinned() throws IOException {
    List<TableReader> closing = new ArrayList<>();
    lock.lock();
    try {
      closed = true;
      for (int i = open.size() - 1; i >= 0; i--) {
        if (open.get(i).pins == 0) {
          closing.add(takeLocked(i));
        }
      }
    } finally {
      lock.unlock();
    }
    closeAll(closing);
  }

  private static void closeAll(List<TableReader> readers) throws IOException {
    Closing closing = new Closing();
    for (TableReader reader : readers) {
      closing.then(reader::close);
    }
    closing.end();
  }
}

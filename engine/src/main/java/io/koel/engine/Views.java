package io.koel.engine;

import io.koel.engine.memtable.Memtable;
import io.koel.engine.read.ReaderSlots;
import io.koel.engine.version.Version;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.Iterator;
import java.util.List;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/**
 * The current {@link View}, and the engine's lock, under which it changes.
 *
 * <p>Readers load the current view without a lock and hold a reader slot while they use it.
 */
final class Views {

  /** The engine's lock. Held for moments only; never while a file is read or written. */
  final ReentrantLock lock = new ReentrantLock();

  /** Signalled whenever something changes that somebody may wait for. */
  final Condition changed = lock.newCondition();

  private final ReaderSlots slots;

  // Guarded by lock.
  private LoggedMemtable active;
  private final Deque<LoggedMemtable> waiting = new ArrayDeque<>();
  private final List<View> retired = new ArrayList<>();

  private volatile View current;

  Views(ReaderSlots slots, LoggedMemtable first, Version version) {
    this.slots = slots;
    this.active = first;
    version.pin();
    this.current = new View(first.memtable(), new Memtable[0], version);
  }

  View current() {
    return current;
  }

  /** Lets all who wait for a change look again. */
  void signal() {
    lock.lock();
    try {
      changed.signalAll();
    } finally {
      lock.unlock();
    }
  }

  /** The memtable that is written to; the others wait. */
  void switchMemtable(LoggedMemtable next) {
    lock.lock();
    try {
      waiting.addLast(active);
      active = next;
      replaceLocked(current.version);
    } finally {
      lock.unlock();
    }
  }

  /**
   * Another version counts.
   *
   * @param flushed the memtable that it holds now, the oldest of those that wait; null if none
   */
  void installVersion(Version version, LoggedMemtable flushed) {
    lock.lock();
    try {
      if (flushed != null && waiting.pollFirst() != flushed) {
        throw new IllegalStateException("memtables are flushed in their order");
      }
      replaceLocked(version);
    } finally {
      lock.unlock();
    }
  }

  private void replaceLocked(Version version) {
    assert lock.isHeldByCurrentThread();
    Memtable[] newestFirst = new Memtable[waiting.size()];
    Iterator<LoggedMemtable> newest = waiting.descendingIterator();
    for (int i = 0; newest.hasNext(); i++) {
      newestFirst[i] = newest.next().memtable();
    }
    version.pin();
    retired.add(current);
    current = new View(active.memtable(), newestFirst, version);
    changed.signalAll();
  }

  /** The oldest memtable that waits for its flush, or null. */
  LoggedMemtable oldestWaitingLocked() {
    assert lock.isHeldByCurrentThread();
    return waiting.peekFirst();
  }

  /** The log that is needed still when the oldest waiting memtable has been flushed. */
  long logNumberAfterOldestLocked() {
    assert lock.isHeldByCurrentThread();
    Iterator<LoggedMemtable> oldest = waiting.iterator();
    oldest.next();
    return oldest.hasNext() ? oldest.next().logNumber() : active.logNumber();
  }

  /** Whether the memtable, or one that is older, waits for its flush. */
  boolean isWaitingLocked(Memtable memtable) {
    assert lock.isHeldByCurrentThread();
    for (LoggedMemtable logged : waiting) {
      if (logged.memtable() == memtable) {
        return true;
      }
    }
    // An empty one is not switched; what waits then is older.
    return memtable == active.memtable() && !waiting.isEmpty();
  }

  int waitingLocked() {
    assert lock.isHeldByCurrentThread();
    return waiting.size();
  }

  /**
   * Lets all views go that were retired before the call. One thread after the other does so, so
   * that nobody returns while another still holds some of them.
   *
   * <p>REQUIRES: the caller holds no reader slot and not the engine's lock.
   */
  void reclaim() {
    synchronized (retired) {
      List<View> letGo;
      lock.lock();
      try {
        letGo = List.copyOf(retired);
        retired.clear();
      } finally {
        lock.unlock();
      }
      if (!letGo.isEmpty()) {
        slots.awaitReaders();
        letGo.forEach(view -> view.version.unpin());
      }
    }
  }
}

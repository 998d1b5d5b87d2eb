package io.koel.engine.log;

import io.koel.engine.closing.Closing;
import java.io.Closeable;
import java.io.IOException;
import java.util.ArrayDeque;

/**
 * The logs that recovery would replay, oldest first; the newest is being written.
 *
 * <p>A write is durable only together with all before it, and those may be in an older log that was
 * never synced. So {@link #sync} syncs the older ones first. Recovery relies on it: if a log says
 * that it was ever synced, then all older ones must be whole.
 *
 * <p>{@link #release} may be called by any thread, all else by one at a time.
 */
public final class LogChain implements Closeable {

  private final ArrayDeque<LogWriter> older = new ArrayDeque<>();
  private LogWriter newest;

  public LogChain(LogWriter first) {
    newest = first;
  }

  /** From now on records go to another log. */
  public synchronized void rotate(LogWriter next) throws IOException {
    if (next.logNumber() <= newest.logNumber()) {
      throw new IllegalArgumentException(
          "log " + next.logNumber() + " cannot follow log " + newest.logNumber());
    }
    newest.flush();
    older.add(newest);
    newest = next;
  }

  /** See {@link LogWriter#append}. */
  public void append(byte[] bytes, int offset, int length) throws IOException {
    newest.append(bytes, offset, length);
  }

  /** See {@link LogWriter#flush}. */
  public void flush() throws IOException {
    newest.flush();
  }

  /** Returns when all records of all logs survive a loss of power. */
  public void sync() throws IOException {
    synchronized (this) {
      for (LogWriter log : older) {
        log.sync();
      }
    }
    newest.sync();
  }

  /**
   * Closes the older logs up to this number: what they hold is in tables, durably. REQUIRES: the
   * newest log has a higher number.
   */
  public synchronized void release(long logNumber) throws IOException {
    while (!older.isEmpty() && older.peek().logNumber() <= logNumber) {
      older.poll().close();
    }
  }

  /** The number of the log that is being written. */
  public synchronized long newestNumber() {
    return newest.logNumber();
  }

  /** The bytes of the log that is being written. For the thread that writes it. */
  public long newestSize() {
    return newest.size();
  }

  /** Ends all logs in order: everything is durable, and no log can be taken for a torn one. */
  public synchronized void finish() throws IOException {
    for (LogWriter log : older) {
      log.finish();
    }
    newest.finish();
  }

  /** Closes all logs without syncing them. */
  @Override
  public synchronized void close() throws IOException {
    Closing closing = new Closing();
    for (LogWriter log : older) {
      closing.then(log::close);
    }
    older.clear();
    closing.then(newest::close).end();
  }
}

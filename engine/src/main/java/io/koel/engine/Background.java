package io.koel.engine;

import io.koel.engine.closing.Closing;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ThreadFactory;

/**
 * The threads that flush and compact.
 *
 * <p>Each one asks for work under the engine's lock, does it without, and asks again; when there is
 * none it waits for a change. A job that fails poisons the store and ends the threads: reads go on.
 */
final class Background {

  /** Where a thread's work comes from. */
  interface Work {

    /** A job that can be done now, or null. Called under the engine's lock. */
    Job nextLocked();
  }

  /** One piece of work. */
  interface Job {

    void run() throws IOException;
  }

  private final Views views;
  private final Failure failure;
  private final ThreadFactory factory;
  private final List<Thread> threads = new ArrayList<>();

  // Guarded by the engine's lock.
  private boolean stopping;

  Background(Views views, Failure failure, ThreadFactory factory) {
    this.views = views;
    this.failure = failure;
    this.factory = factory;
  }

  /**
   * Starts a thread for some work. If that cannot be done, all others are ended.
   *
   * <p>REQUIRES: one thread calls this, before {@link #stop}.
   */
  void start(String name, Work work) {
    Thread thread = factory.newThread(() -> loop(name, work));
    thread.setName("koel-" + name);
    // A program that forgets to close its store may end all the same; recovery copes with that.
    thread.setDaemon(true);
    try {
      thread.start();
    } catch (RuntimeException | Error e) {
      Closing.after(e, this::stop);
      throw e;
    }
    threads.add(thread);
  }

  private void loop(String name, Work work) {
    try {
      for (Job job = await(work); job != null; job = await(work)) {
        job.run();
      }
    } catch (IOException | RuntimeException | Error e) {
      failure.set(name, e);
    }
  }

  /** The next job; null when the thread shall end. */
  private Job await(Work work) {
    views.lock.lock();
    try {
      while (!stopping && !failure.isSet()) {
        Job job = work.nextLocked();
        if (job != null) {
          return job;
        }
        views.changed.awaitUninterruptibly();
      }
      return null;
    } finally {
      views.lock.unlock();
    }
  }

  /** Lets every thread end after the job that it is at, and waits for that. */
  void stop() {
    views.lock.lock();
    try {
      stopping = true;
      views.changed.signalAll();
    } finally {
      views.lock.unlock();
    }
    boolean interrupted = false;
    for (Thread thread : threads) {
      while (thread.isAlive()) {
        try {
          thread.join();
        } catch (InterruptedException e) {
          interrupted = true;
        }
      }
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }
}

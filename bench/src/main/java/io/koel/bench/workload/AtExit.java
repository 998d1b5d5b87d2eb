package io.koel.bench.workload;

import java.util.concurrent.locks.LockSupport;

/** What is cleared away when the JVM is stopped, by Ctrl-C for instance, before it is closed. */
public final class AtExit implements AutoCloseable {

  private final Thread hook;

  private AtExit(Thread hook) {
    this.hook = hook;
  }

  public static AtExit run(Runnable clearing) {
    AtExit atExit = new AtExit(new Thread(clearing, "koel-at-exit"));
    Runtime.getRuntime().addShutdownHook(atExit.hook);
    return atExit;
  }

  /**
   * Takes it back. When the JVM is being stopped this never returns: what was cleared away makes
   * the run fail, and nobody is to be told of that.
   */
  @Override
  public void close() {
    try {
      Runtime.getRuntime().removeShutdownHook(hook);
    } catch (IllegalStateException stopping) {
      while (true) {
        LockSupport.park();
      }
    }
  }
}

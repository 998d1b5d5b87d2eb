package io.koel.engine;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.koel.engine.memtable.Memtable;
import io.koel.engine.read.ReaderSlots;
import io.koel.engine.version.VersionSet;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class BackgroundTest {

  private final List<Thread> made = new ArrayList<>();
  private final OutOfMemoryError noThread = new OutOfMemoryError("no thread is left");

  /** Makes threads of which the third cannot be started. */
  private Thread newThread(Runnable work) {
    Thread thread =
        made.size() < 2
            ? new Thread(work)
            : new Thread(work) {
              @Override
              public void start() {
                throw noThread;
              }
            };
    made.add(thread);
    return thread;
  }

  @Test
  void start_noFurtherThread_endsThoseThatRun() throws IOException {
    Views views =
        new Views(
            new ReaderSlots(0),
            new LoggedMemtable(new Memtable(0, 1024), 1),
            VersionSet.create(null, 1024, null, 0).current());
    Background background = new Background(views, new Failure(views::signal), this::newThread);
    background.start("a", () -> null);
    background.start("b", () -> null);
    assertSame(noThread, assertThrows(Error.class, () -> background.start("c", () -> null)));
    made.forEach(thread -> assertFalse(thread.isAlive()));
  }
}

package io.koel.engine.files;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.koel.sst.FileStorage;
import io.koel.sst.Storage;
import java.io.IOException;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.nio.file.Path;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FailStopStorageTest {

  private static final IOException FAILURE = new IOException("injected");

  @TempDir Path directory;

  private final AtomicInteger syncs = new AtomicInteger();

  private interface Sync {
    void run() throws Exception;
  }

  /** A directory whose syncs are these. */
  private Storage syncedBy(Sync sync) throws IOException {
    Storage files = FileStorage.at(directory);
    return (Storage)
        Proxy.newProxyInstance(
            getClass().getClassLoader(),
            new Class<?>[] {Storage.class},
            (proxy, method, arguments) -> {
              if (method.getName().equals("syncDirectory")) {
                syncs.incrementAndGet();
                sync.run();
                return null;
              }
              try {
                return method.invoke(files, arguments);
              } catch (InvocationTargetException e) {
                throw e.getCause();
              }
            });
  }

  @Test
  void syncDirectory_afterOneFailed_failsWithoutBeingTried() throws IOException {
    Storage storage =
        new FailStopStorage(
            syncedBy(
                () -> {
                  if (syncs.get() == 2) {
                    throw FAILURE;
                  }
                }));
    storage.syncDirectory();
    assertSame(FAILURE, assertThrows(IOException.class, storage::syncDirectory));
    for (int i = 0; i < 3; i++) {
      IOException later = assertThrows(IOException.class, storage::syncDirectory);
      assertSame(FAILURE, later.getCause());
      assertTrue(later.getMessage().contains("injected"), later.getMessage());
    }
    assertEquals(2, syncs.get());
    storage.create("a").close();
    assertEquals(0, storage.size("a"));
  }

  /** The system tells one descriptor of the failure; another one's sync may then be a success. */
  @Test
  void syncDirectory_whileAnotherFails_isNoSuccess() throws Exception {
    CountDownLatch begun = new CountDownLatch(1);
    CountDownLatch fail = new CountDownLatch(1);
    Storage storage =
        new FailStopStorage(
            syncedBy(
                () -> {
                  begun.countDown();
                  fail.await();
                  throw FAILURE;
                }));
    AtomicReference<Throwable> second = new AtomicReference<>();
    Thread failing = new Thread(() -> assertThrows(IOException.class, storage::syncDirectory));
    Thread waiting =
        new Thread(() -> second.set(assertThrows(IOException.class, storage::syncDirectory)));
    failing.start();
    begun.await();
    waiting.start();
    while (waiting.getState() != Thread.State.BLOCKED) {
      Thread.onSpinWait();
    }
    fail.countDown();
    failing.join();
    waiting.join();
    assertSame(FAILURE, second.get().getCause());
    assertEquals(1, syncs.get());
  }
}

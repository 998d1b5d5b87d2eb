package io.koel.scenario;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.koel.Cursor;
import io.koel.Koel;
import io.koel.Options;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A thousand opens and closes leave no file handle, thread or memory behind. */
class LeakTest {

  private static final int WARM_UP = 50;
  private static final int OPENS = 1_000;

  private final Options options = TinyOptions.of("bloom(bits=10)");

  private Path directory;

  /** In memory where there is such a file system: the test is not about how long syncs take. */
  @BeforeEach
  void makeDirectory() throws IOException {
    Path memory = Path.of("/dev/shm");
    directory =
        Files.isWritable(memory)
            ? Files.createTempDirectory(memory, "koel")
            : Files.createTempDirectory("koel");
  }

  @AfterEach
  void deleteDirectory() throws IOException {
    try (Stream<Path> files = Files.list(directory)) {
      for (Path file : files.toList()) {
        Files.delete(file);
      }
    }
    Files.delete(directory);
  }

  @Test
  void openAndClose_aThousandTimes_leaksNothing() throws IOException {
    OpenHandles.assumeCounted();
    openAndClose(WARM_UP);
    int threads = ManagementFactory.getThreadMXBean().getThreadCount();
    long memory = usedMemory();
    openAndClose(OPENS);
    assertEquals(0, OpenHandles.below(directory), "file handles");
    int threadsAfter = ManagementFactory.getThreadMXBean().getThreadCount();
    assertTrue(threadsAfter <= threads + 1, "threads: " + threads + " before, " + threadsAfter);
    long grown = usedMemory() - memory;
    assertTrue(grown < 4 << 20, "memory has grown by " + grown + " bytes");
  }

  @Test
  void putLargeValues_byManyThreads_keepsNone() throws Exception {
    int writers = 8;
    CyclicBarrier alive = new CyclicBarrier(writers + 1);
    ExecutorService threads = Executors.newFixedThreadPool(writers);
    try (Koel db = Koel.open(directory, options)) {
      List<Future<?>> all = new ArrayList<>();
      for (int i = 0; i < writers; i++) {
        all.add(threads.submit(() -> alive.await()));
      }
      alive.await();
      for (Future<?> one : all) {
        one.get();
      }
      long memory = usedMemory();
      all.clear();
      for (int i = 0; i < writers; i++) {
        all.add(
            threads.submit(
                () -> {
                  alive.await();
                  db.put("key".getBytes(), new byte[8 << 20]);
                  return null;
                }));
      }
      alive.await();
      for (Future<?> one : all) {
        one.get();
      }
      db.delete("key".getBytes());
      db.compact();
      db.awaitIdle();
      long grown = usedMemory() - memory;
      assertTrue(grown < 16 << 20, "memory has grown by " + grown + " bytes");
    } finally {
      threads.shutdownNow();
    }
  }

  private void openAndClose(int times) throws IOException {
    for (int i = 0; i < times; i++) {
      try (Koel db = Koel.open(directory, options)) {
        db.put(("key" + i % 100).getBytes(), new byte[100]);
        db.get(("key" + i % 77).getBytes());
        try (Cursor cursor = db.scan()) {
          assertTrue(cursor.next());
        }
      }
    }
  }

  private static long usedMemory() {
    System.gc();
    return ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed();
  }
}

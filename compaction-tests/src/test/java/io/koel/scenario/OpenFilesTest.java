package io.koel.scenario;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.koel.Cursor;
import io.koel.Koel;
import io.koel.Options;
import io.koel.faults.StrictStorage;
import io.koel.sst.ReadableFile;
import io.koel.sst.Storage;
import java.io.IOException;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.util.Random;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** Tables are opened and closed as the option says, and none is forgotten. */
class OpenFilesTest {

  private static final int LIMIT = 16;

  private final AtomicInteger open = new AtomicInteger();
  private final AtomicInteger most = new AtomicInteger();

  @Test
  void getsScansAndCompactions_overManyTables_keepFewOpen() throws IOException {
    Options options =
        TinyOptions.of("cuckoo(bits=6)").withMaxOpenFiles(LIMIT).withTableBytes(1 << 10);
    Random random = Seeds.random("OpenFilesTest");
    try (Koel db = Koel.open(counting(new StrictStorage()), options)) {
      for (int i = 0; i < 5_000; i++) {
        db.put(("key" + random.nextInt(4_000)).getBytes(), new byte[40]);
      }
      db.flush();
      db.awaitIdle();
      int tables = db.stats().levels().stream().mapToInt(level -> level.tables()).sum();
      assertTrue(tables > 4 * LIMIT, "only " + tables + " tables");
      most.set(0);
      for (int i = 0; i < 3_000; i++) {
        db.get(("key" + random.nextInt(4_000)).getBytes());
      }
      requireFew("gets");
      try (Cursor cursor = db.scan()) {
        while (cursor.next()) {}
      }
      requireFew("a scan");
      // Over all tables, so that what they hide has to be merged with all of them.
      for (int i = 0; i < 4_000; i += 10) {
        db.put(("key" + i).getBytes(), new byte[40]);
      }
      db.compact();
      requireFew("a compaction");
    }
    assertEquals(0, open.get(), "files were not closed");
  }

  private void requireFew(String work) {
    // It pins one table of each level, and each thread may just have opened one more.
    int tables = most.getAndSet(0);
    assertTrue(tables > LIMIT / 2 && tables <= LIMIT + 10, tables + " files open during " + work);
  }

  /** A storage that counts the files that are open for reading. */
  private Storage counting(Storage storage) {
    return (Storage)
        Proxy.newProxyInstance(
            getClass().getClassLoader(),
            new Class<?>[] {Storage.class},
            (proxy, method, args) -> {
              try {
                Object result = method.invoke(storage, args);
                return method.getName().equals("open") ? counted((ReadableFile) result) : result;
              } catch (InvocationTargetException e) {
                throw e.getCause();
              }
            });
  }

  private ReadableFile counted(ReadableFile file) {
    most.accumulateAndGet(open.incrementAndGet(), Math::max);
    return new ReadableFile() {
      private boolean closed;

      @Override
      public void readFully(long position, byte[] target, int offset, int length)
          throws IOException {
        file.readFully(position, target, offset, length);
      }

      @Override
      public long size() throws IOException {
        return file.size();
      }

      @Override
      public synchronized void close() throws IOException {
        if (!closed) {
          closed = true;
          open.decrementAndGet();
        }
        file.close();
      }
    };
  }
}

package io.koel.bench.whatif;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.koel.Koel;
import io.koel.Options;
import io.koel.bench.engine.KoelFiles;
import io.koel.bench.workload.WorkProgress;
import io.koel.engine.version.VersionEdit.AddTable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class KoelTablesTest {

  private static final int KEYS = 8_000;

  @TempDir Path dir;

  private static byte[] key(int i) {
    return ByteBuffer.allocate(4).putInt(i).array();
  }

  /** Every second key is deleted, and marked dead where it lies. */
  private void write() throws IOException {
    Options options =
        Options.defaults()
            .withMemtableBytes(32 << 10)
            .withTableBytes(64 << 10)
            .withLevelBaseBytes(128 << 10);
    try (Koel db = Koel.open(dir, options)) {
      for (int i = 0; i < KEYS; i++) {
        db.put(key(i), new byte[100]);
      }
      db.compact();
      for (int i = 0; i < KEYS; i += 2) {
        db.delete(key(i));
      }
      db.flush();
      db.awaitIdle();
    }
  }

  @Test
  void collect_fromTablesWithGenerations_takesTheLivingKeys() throws IOException {
    write();
    List<AddTable> tables = KoelFiles.liveTables(dir);
    long dead = tables.stream().mapToLong(AddTable::deadEntries).sum();
    assertTrue(dead > KEYS / 4, dead + " entries are marked");
    long entries = tables.stream().mapToLong(table -> table.meta().entries()).sum();
    KeyCollector keys = new KeyCollector(100, 1, WorkProgress.NONE);
    KoelTables.collect(dir, keys);
    assertEquals(
        entries - dead, keys.tables().stream().mapToLong(table -> table.hashes().length).sum());
  }
}

package io.koel.scenario;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.koel.Durability;
import io.koel.Koel;
import io.koel.Options;
import io.koel.faults.StrictStorage;
import io.koel.sst.WritableFile;
import java.io.IOException;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/** A log that was cut anywhere opens, and has the writes before the cut and no other. */
class TornLogTest {

  private static final int WRITES = 12;

  private final Options options = TinyOptions.of("none");

  @Test
  void open_logCutAtEveryLength_hasPrefix() throws IOException {
    Map<String, byte[]> crashed = filesOfUnclosedStore();
    String log =
        crashed.keySet().stream().filter(name -> name.endsWith(".log")).findFirst().orElseThrow();
    int before = 0;
    for (int length = 0; length <= crashed.get(log).length; length++) {
      StrictStorage cut = new StrictStorage();
      for (Map.Entry<String, byte[]> file : crashed.entrySet()) {
        try (WritableFile copy = cut.create(file.getKey())) {
          copy.append(
              file.getValue(), 0, file.getKey().equals(log) ? length : file.getValue().length);
        }
      }
      int found = writesIn(cut);
      assertTrue(found >= before, "fewer writes in a longer log");
      before = found;
    }
    assertEquals(WRITES, before);
  }

  private Map<String, byte[]> filesOfUnclosedStore() throws IOException {
    StrictStorage storage = new StrictStorage();
    Map<String, byte[]> files = new TreeMap<>();
    try (Koel db = Koel.open(storage, options)) {
      for (int i = 0; i < WRITES; i++) {
        db.put(new byte[] {(byte) i}, new byte[10], Durability.NONE);
      }
      for (String name : storage.list()) {
        files.put(name, storage.content(name));
      }
    }
    return files;
  }

  private int writesIn(StrictStorage storage) throws IOException {
    try (Koel db = Koel.open(storage, options)) {
      int found = 0;
      while (found < WRITES && db.get(new byte[] {(byte) found}) != null) {
        found++;
      }
      for (int i = found; i < WRITES; i++) {
        assertNull(db.get(new byte[] {(byte) i}), "a write is there, and one before it is not");
      }
      return found;
    }
  }
}

package io.koel.engine.files;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.koel.filter.CorruptionException;
import io.koel.sst.FileStorage;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CurrentFileTest {

  @TempDir Path directory;

  @Test
  void read_afterSwaps_isTheLast() throws IOException {
    FileStorage storage = FileStorage.at(directory);
    Files.writeString(directory.resolve("CURRENT.tmp"), "left by a crash");
    CurrentFile.swap(storage, 1);
    CurrentFile.swap(storage, 1_234_567);
    assertEquals(1_234_567, CurrentFile.read(storage));
    assertFalse(Files.exists(directory.resolve("CURRENT.tmp")));
  }

  @Test
  void read_anyByteFlipped_isCorruption() throws IOException {
    FileStorage storage = FileStorage.at(directory);
    CurrentFile.swap(storage, 42);
    Path current = directory.resolve("CURRENT");
    byte[] good = Files.readAllBytes(current);
    for (int i = 0; i < good.length; i++) {
      for (int bit = 0; bit < 8; bit++) {
        byte[] bad = good.clone();
        bad[i] ^= (byte) (1 << bit);
        Files.write(current, bad);
        assertThrows(CorruptionException.class, () -> CurrentFile.read(storage));
      }
    }
  }

  @Test
  void names_ofNumbers_areReadBack() {
    assertEquals(7, FileNames.tableNumber(FileNames.table(7)).orElseThrow());
    assertEquals(12_345_678, FileNames.logNumber(FileNames.log(12_345_678)).orElseThrow());
    assertEquals(3, FileNames.manifestNumber(FileNames.manifest(3)).orElseThrow());
    assertEquals(9, FileNames.generationTable(FileNames.generation(9, 2)).orElseThrow());
    assertTrue(FileNames.anyNumber("000001.txt").isEmpty());
    assertTrue(FileNames.anyNumber("../000001.sst").isEmpty());
    assertTrue(FileNames.anyNumber("99999999999999999999999.sst").isEmpty());
  }
}

package io.koel.scenario;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.koel.Koel;
import io.koel.Options;
import io.koel.filter.CorruptionException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Two good tables of equal length, each under the other's name. */
class SwappedTablesTest {

  @TempDir Path directory;

  private List<Path> tables() throws IOException {
    try (Stream<Path> all = Files.list(directory)) {
      return all.filter(p -> p.toString().endsWith(".sst")).sorted().toList();
    }
  }

  @Test
  void verify_tablesThatAreNotTheManifests_namesTheFirst() throws IOException {
    Options options = Options.defaults().withFilterPolicy("none");
    try (Koel db = Koel.open(directory, options)) {
      // The first table's sequences are shorter.
      for (String prefix : List.of("a", "b", "c")) {
        for (int i = 0; i < 150; i++) {
          db.put((prefix + (100 + i)).getBytes(), new byte[10]);
        }
        db.flush();
      }
      db.verify();
    }
    List<Path> tables = tables().subList(1, 3);
    assertEquals(Files.size(tables.get(0)), Files.size(tables.get(1)));
    byte[] first = Files.readAllBytes(tables.get(0));
    Files.write(tables.get(0), Files.readAllBytes(tables.get(1)));
    Files.write(tables.get(1), first);
    try (Koel db = Koel.open(directory, options)) {
      CorruptionException e = assertThrows(CorruptionException.class, db::verify);
      assertTrue(tables.stream().anyMatch(t -> e.getMessage().contains(t.toString())), e::toString);
    }
  }
}

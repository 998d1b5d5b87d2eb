package io.koel.sst;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.koel.filter.CorruptionException;
import io.koel.filter.FilterCatalog;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A footer with a right checksum whose places lie anywhere, at the ends of long's range too. */
class CraftedFooterTest {

  private static final String NAME = "t.sst";

  private final Random random = Seed.random(getClass());

  @TempDir Path directory;

  private byte[] write() throws IOException {
    TableOptions options =
        TableOptions.defaults()
            .withBlockSize(256)
            .withFilterPolicy(FilterCatalog.policy("semisorted-cuckoo(bits=13)"));
    Tables.write(FileStorage.at(directory), NAME, options, Tables.random(random, 100));
    return Files.readAllBytes(directory.resolve(NAME));
  }

  private void openWith(byte[] table, Footer footer) throws IOException {
    byte[] crafted = table.clone();
    byte[] end = footer.encode();
    System.arraycopy(end, 0, crafted, crafted.length - end.length, end.length);
    Files.write(directory.resolve(NAME), crafted);
    Tables.open(FileStorage.at(directory), NAME).close();
  }

  private void assertRefused(byte[] table, Footer footer) {
    CorruptionException e =
        assertThrows(CorruptionException.class, () -> openWith(table, footer), footer::toString);
    assertTrue(
        e.getMessage().contains(NAME) && e.getMessage().contains("at offset"), e.getMessage());
  }

  @Test
  void open_placesWhoseDifferencesOverflow_isCorruption() throws IOException {
    byte[] table = write();
    long start = table.length - Footer.LENGTH;
    assertRefused(
        table, new Footer(Long.MAX_VALUE - 10, Long.MAX_VALUE - 10, Long.MIN_VALUE, start));
    assertRefused(
        table, new Footer(Long.MAX_VALUE - 20, Long.MIN_VALUE, Long.MIN_VALUE + 9, start));
    assertRefused(table, new Footer(100, Long.MAX_VALUE - 10, Long.MIN_VALUE, start));
    assertRefused(table, new Footer(100, 100, Long.MIN_VALUE, start));
    assertRefused(table, new Footer(Long.MAX_VALUE, Long.MAX_VALUE, Long.MAX_VALUE, start));
  }

  @Test
  void open_anyPlaces_isCorruption() throws IOException {
    byte[] table = write();
    byte[] end = Arrays.copyOfRange(table, table.length - Footer.LENGTH, table.length);
    Footer right = Footer.decode(NAME, end, table.length);
    List<Long> places =
        List.of(
            Long.MIN_VALUE,
            Long.MIN_VALUE + 6,
            5L,
            right.filterOffset(),
            right.indexOffset(),
            right.propertiesOffset(),
            right.footerOffset(),
            (long) Integer.MAX_VALUE,
            Long.MAX_VALUE - 6,
            Long.MAX_VALUE);
    int wrong = 0;
    for (long filter : places) {
      for (long index : places) {
        for (long properties : places) {
          Footer footer = new Footer(filter, index, properties, right.footerOffset());
          if (!footer.equals(right)) {
            assertRefused(table, footer);
            wrong++;
          }
        }
      }
    }
    assertEquals(places.size() * places.size() * places.size() - 1, wrong);
    openWith(table, right);
  }
}

package io.koel;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.koel.filter.FilterSpecException;
import io.koel.sst.Compression;
import io.koel.sst.ReadMode;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class OptionsTest {

  private final Options defaults = Options.defaults();

  @Test
  void with_oneComponent_changesNoOther() {
    assertEquals(1 << 20, defaults.withMemtableBytes(1 << 20).memtableBytes());
    assertEquals(
        defaults, defaults.withMemtableBytes(1 << 20).withMemtableBytes(defaults.memtableBytes()));
    assertEquals(ReadMode.DIRECT, defaults.withReadMode(ReadMode.DIRECT).readMode());
    assertEquals("none", defaults.withFilterPolicy("none").filterPolicy().spec());
  }

  @Test
  void with_badValue_saysValueAndRange() {
    IllegalArgumentException bad =
        assertThrows(IllegalArgumentException.class, () -> defaults.withLevelRatio(1));
    assertEquals("levelRatio is 1, allowed is 2 to 100", bad.getMessage());
    assertThrows(IllegalArgumentException.class, () -> defaults.withMemtableBytes(0));
    assertThrows(IllegalArgumentException.class, () -> defaults.withBlockCacheBytes(-1));
    assertThrows(IllegalArgumentException.class, () -> defaults.withMaxMemtables(1));
    assertThrows(IllegalArgumentException.class, () -> defaults.withCompression(List.of()));
    assertThrows(FilterSpecException.class, () -> defaults.withFilterPolicy("blom(bits=10)"));
    assertThrows(NullPointerException.class, () -> defaults.withReadMode(null));
  }

  @Test
  void withLevel0Triggers_beyondTheDefaults_areAccepted() {
    for (int[] triggers : new int[][] {{30, 60, 90}, {1, 1, 2}, {2, 6, 12}, {4, 20, 36}}) {
      Options options = defaults.withLevel0Triggers(triggers[0], triggers[1], triggers[2]);
      assertEquals(triggers[0], options.level0CompactionTrigger());
      assertEquals(triggers[1], options.level0SlowdownTrigger());
      assertEquals(triggers[2], options.level0StopTrigger());
    }
  }

  @Test
  void withLevel0Triggers_outOfOrder_sayWhichAndItsRange() {
    for (Object[] bad :
        new Object[][] {
          {0, 20, 36, "level0CompactionTrigger is 0, allowed is 1 to 1000"},
          {30, 20, 36, "level0SlowdownTrigger is 20, allowed is 30 to 10000"},
          {4, 20, 20, "level0StopTrigger is 20, allowed is 21 to 100000"}
        }) {
      IllegalArgumentException refused =
          assertThrows(
              IllegalArgumentException.class,
              () -> defaults.withLevel0Triggers((int) bad[0], (int) bad[1], (int) bad[2]));
      assertEquals(bad[3], refused.getMessage());
    }
  }

  @Test
  void defaults_inAnyHeap_takeHalfOfItAtMost() {
    for (int megabytes : new int[] {16, 24, 64, 100, 256, 400, 512, 800, 1024, 6144}) {
      long heap = (long) megabytes << 20;
      Options options = Options.defaults(heap);
      assertTrue(memory(options) <= heap / 2, () -> megabytes + " MiB: " + options);
      options.requireHeap(heap);
    }
    assertEquals(64 << 20, Options.defaults(512 << 20).memtableBytes());
    assertEquals(64 << 20, Options.defaults(512 << 20).blockCacheBytes());
    assertEquals(128 << 20, Options.defaults(1 << 30).blockCacheBytes());
    assertEquals(Options.defaults(1 << 30), Options.defaults(Long.MAX_VALUE));
    assertEquals(1 << 20, Options.defaults(1).memtableBytes());
  }

  private static long memory(Options options) {
    return options.maxMemtables() * options.memtableBytes() + options.blockCacheBytes();
  }

  @Test
  void requireHeap_tooSmall_saysWhatIsNeeded() {
    Options options =
        defaults.withMemtableBytes(1000_000).withMaxMemtables(2).withBlockCacheBytes(3000_000);
    options.requireHeap(5000_000);
    IllegalArgumentException refused =
        assertThrows(IllegalArgumentException.class, () -> options.requireHeap(4999_999));
    assertTrue(
        refused.getMessage().contains("are 5000000 bytes, but the heap has at most 4999999"),
        refused.getMessage());
  }

  @Test
  void open_moreMemoryThanTheHeap_isRefusedAndMakesNoDirectory(@TempDir Path parent) {
    Path directory = parent.resolve("db");
    Options options = defaults.withBlockCacheBytes(1L << 40);
    assertThrows(IllegalArgumentException.class, () -> Koel.open(directory, options));
    assertThrows(IllegalArgumentException.class, () -> Koel.openReadOnly(directory, options));
    assertFalse(Files.exists(directory));
  }

  @Test
  void compressionAt_deeperThanListed_isTheLast() {
    Options options = defaults.withCompression(List.of(Compression.NONE, Compression.LZ4));
    assertEquals(Compression.NONE, options.compressionAt(0));
    assertEquals(Compression.LZ4, options.compressionAt(1));
    assertEquals(Compression.LZ4, options.compressionAt(6));
  }
}

package io.koel;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.koel.filter.FilterSpecException;
import io.koel.sst.Compression;
import io.koel.sst.ReadMode;
import java.util.List;
import org.junit.jupiter.api.Test;

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
    assertThrows(
        IllegalArgumentException.class,
        () -> defaults.withLevel0StopTrigger(defaults.level0SlowdownTrigger()));
    assertThrows(IllegalArgumentException.class, () -> defaults.withCompression(List.of()));
    assertThrows(FilterSpecException.class, () -> defaults.withFilterPolicy("blom(bits=10)"));
    assertThrows(NullPointerException.class, () -> defaults.withReadMode(null));
  }

  @Test
  void compressionAt_deeperThanListed_isTheLast() {
    Options options = defaults.withCompression(List.of(Compression.NONE, Compression.LZ4));
    assertEquals(Compression.NONE, options.compressionAt(0));
    assertEquals(Compression.LZ4, options.compressionAt(1));
    assertEquals(Compression.LZ4, options.compressionAt(6));
  }
}

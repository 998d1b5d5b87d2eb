package io.koel.bench.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.koel.bench.engine.Engine;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SizeConverterTest {

  private static final long HEAP = Runtime.getRuntime().maxMemory();

  @ParameterizedTest
  @CsvSource({
    "0, 0",
    "4096, 4096",
    "67_108_864, 67108864",
    "64k, 65536",
    "8M, 8388608",
    "8MiB, 8388608",
    "1g, 1073741824",
    "100b, 100"
  })
  void convert_sizes_isBytes(String text, long bytes) {
    assertEquals(bytes, new SizeConverter().convert(text));
  }

  @Test
  void orRoomInHeap_ofSeveralCaches_leavesHalf() {
    List<Engine> both = List.of(Engine.KOEL, Engine.MVSTORE, Engine.ROCKSDB);
    assertTrue(2 * SizeConverter.orRoomInHeap(Long.MAX_VALUE, 0, both) <= HEAP / 2);
    assertEquals(0, SizeConverter.orRoomInHeap(1 << 20, HEAP, both));
    assertEquals(7, SizeConverter.orRoomInHeap(7, 0, List.of(Engine.ROCKSDB)));
  }

  @Test
  void requireInHeap_cachesThatDoNotFitTogether_areRefused() {
    long half = HEAP / 2;
    SizeConverter.requireInHeap("--cache", half, List.of(Engine.KOEL, Engine.ROCKSDB));
    SizeConverter.requireInHeap("--cache", 4 * HEAP, List.of(Engine.ROCKSDB));
    for (List<Engine> engines :
        List.of(List.of(Engine.KOEL, Engine.MVSTORE), List.of(Engine.MVSTORE, Engine.KOEL))) {
      assertThrows(
          IllegalArgumentException.class,
          () -> SizeConverter.requireInHeap("--cache", half, engines));
    }
  }
}

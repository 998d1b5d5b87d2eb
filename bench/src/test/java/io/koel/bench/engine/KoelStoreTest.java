package io.koel.bench.engine;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.koel.bench.workload.KeySpace;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;

class KoelStoreTest extends StoreContractTest {

  private static final int KEYS = 2000;

  @Override
  Store open(Path dir, StoreSettings settings) throws IOException {
    return KoelStore.open(dir, settings);
  }

  @Test
  void moveLevelZeroTo_threeLevels_putsEachPartOnItsLevel() throws IOException {
    KeySpace keys = new KeySpace(KEYS, 100, 1);
    try (KoelStore koel = KoelStore.open(dir.resolve("levels"), StoreSettings.small())) {
      write(koel, keys, 0, 1600);
      koel.moveLevelZeroTo(6);
      write(koel, keys, 1600, 1900);
      koel.moveLevelZeroTo(5);
      write(koel, keys, 1900, 1980);
      koel.moveLevelZeroTo(4);
      write(koel, keys, 1980, KEYS);
      koel.moveLevelZeroTo(0);
      List<LevelShape> shape = koel.shape();
      assertEquals(List.of(0, 4, 5, 6), shape.stream().map(LevelShape::level).toList());
      assertEquals(
          List.of(20L, 80L, 300L, 1600L), shape.stream().map(LevelShape::entries).toList());
    }
  }

  @Test
  void counts_presentKeysWithoutCache_readOneBlockEach() throws IOException {
    KeySpace keys = new KeySpace(KEYS, 100, 1);
    StoreSettings settings = StoreSettings.small().withFilter("bloom(bits=10)");
    try (KoelStore koel = KoelStore.open(dir.resolve("levels"), settings)) {
      write(koel, keys, 0, KEYS);
      koel.moveLevelZeroTo(6);
      LookupCounts before = koel.counts();
      try (StoreSession session = koel.session()) {
        for (long i = 0; i < KEYS; i++) {
          assertEquals(100, session.get(keys.key(i)));
        }
      }
      assertEquals(new LookupCounts(0, KEYS, 0, KEYS, 0), koel.counts().minus(before));
    }
  }

  private static void write(KoelStore koel, KeySpace keys, long from, long to) throws IOException {
    try (StoreSession session = koel.session()) {
      for (long i = from; i < to; i++) {
        long number = keys.shuffled(i);
        session.put(keys.key(number), keys.value(number, 0));
      }
    }
  }
}

package io.koel.engine.version;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;

import io.koel.engine.Seed;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

class LevelTest {

  /** Disjoint tables between random keys, many of which share their first eight bytes. */
  private static Level randomLevel(Random random, List<byte[]> keys) {
    TreeSet<byte[]> bounds = new TreeSet<>(Arrays::compareUnsigned);
    for (int i = 0; i < 60; i++) {
      byte[] key = randomKey(random);
      keys.add(key);
      bounds.add(key);
    }
    List<byte[]> sorted = new ArrayList<>(bounds);
    List<TableState> tables = new ArrayList<>();
    for (int i = 0; i + 1 < sorted.size(); i += 2) {
      tables.add(TestTables.table(i, new String(sorted.get(i)), new String(sorted.get(i + 1)), 1));
    }
    return Level.of(3, tables);
  }

  private static byte[] randomKey(Random random) {
    String prefix = random.nextBoolean() ? "sameprefix" : "";
    return (prefix + Integer.toString(random.nextInt(500), 5)).getBytes();
  }

  @Test
  void find_anyKey_isWhatASearchOfAllFinds() {
    Random random = Seed.random("LevelTest");
    for (int round = 0; round < 200; round++) {
      List<byte[]> keys = new ArrayList<>();
      Level level = randomLevel(random, keys);
      keys.add(new byte[0]);
      keys.add("zzz".getBytes());
      for (int i = 0; i < 20; i++) {
        keys.add(randomKey(random));
      }
      for (byte[] key : keys) {
        TableState expected =
            level.tables().stream().filter(t -> t.meta().covers(key)).findFirst().orElse(null);
        assertSame(expected, level.find(key, KeyPrefix.of(key)));
      }
    }
  }

  @Test
  void overlapping_anyRange_isWhatASearchOfAllFinds() {
    Random random = Seed.random("LevelTest");
    for (int round = 0; round < 200; round++) {
      List<byte[]> keys = new ArrayList<>();
      Level level = randomLevel(random, keys);
      byte[] from = random.nextInt(5) == 0 ? null : randomKey(random);
      byte[] to = random.nextInt(5) == 0 ? null : randomKey(random);
      if (from == null || to == null || Arrays.compareUnsigned(from, to) <= 0) {
        List<TableState> expected =
            level.tables().stream().filter(t -> t.meta().overlaps(from, to)).toList();
        assertEquals(expected, level.overlapping(from, to));
      }
    }
  }

  @Test
  void prefix_ofKeys_isOrderedAsTheyAre() {
    Random random = Seed.random("LevelTest");
    for (int i = 0; i < 10_000; i++) {
      byte[] a = new byte[random.nextInt(12)];
      byte[] b = new byte[random.nextInt(12)];
      random.nextBytes(a);
      random.nextBytes(b);
      int byPrefix = Long.compare(KeyPrefix.of(a), KeyPrefix.of(b));
      if (byPrefix != 0) {
        assertEquals(Integer.signum(byPrefix), Integer.signum(Arrays.compareUnsigned(a, b)));
      }
    }
  }
}

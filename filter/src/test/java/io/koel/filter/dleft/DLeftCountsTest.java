package io.koel.filter.dleft;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.koel.filter.CorruptionException;
import io.koel.filter.FilterBlock;
import io.koel.filter.PayloadBytes;
import io.koel.filter.Seeds;
import java.util.HashMap;
import java.util.Map;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class DLeftCountsTest {

  private final SplittableRandom random = Seeds.random(getClass().getName());

  @Test
  void bucket_ofOneFingerprint_isAPermutationInEverySubtable() {
    for (int buckets : new int[] {1, 2, 3, 100, 1_021}) {
      DLeftGeometry geometry = new DLeftGeometry(buckets, 9, 0);
      int fingerprint = 1 + random.nextInt(511);
      long spread = DLeftGeometry.spread(fingerprint);
      for (int subtable = 0; subtable < DLeftGeometry.SUBTABLES; subtable++) {
        boolean[] taken = new boolean[buckets];
        for (int first = 0; first < buckets; first++) {
          int bucket = geometry.bucket(subtable, first, spread) - subtable * buckets;
          assertFalse(taken[bucket]);
          taken[bucket] = true;
        }
      }
    }
  }

  @Test
  void counts_afterRandomChanges_areThoseOfAMap() throws CorruptionException {
    for (int bits : new int[] {4, 5, 13, 14, 15, 16, 27, 28}) {
      DLeftGeometry geometry = new DLeftGeometry(20, bits, 3);
      DLeftCounts counts = new DLeftCounts(geometry);
      long[] classes = new long[230];
      for (int i = 0; i < classes.length; i++) {
        classes[i] = geometry.fingerprintClass(random.nextLong());
      }
      Map<Long, Long> model = new HashMap<>();
      for (int step = 0; step < 20_000; step++) {
        long one = classes[random.nextInt(classes.length)];
        long copies = model.getOrDefault(one, 0L);
        if (random.nextInt(100) < 52) {
          boolean added = counts.add(one);
          assertTrue(added || copies == 0);
          copies += added ? 1 : 0;
        } else {
          assertEquals(copies > 0, counts.remove(one));
          copies = Math.max(0, copies - 1);
        }
        model.put(one, copies);
        assertEquals(copies, counts.copies(one));
      }
      for (long one : classes) {
        assertEquals(model.getOrDefault(one, 0L), counts.copies(one));
      }
      long keys = model.values().stream().mapToLong(copies -> copies).sum();
      DLeftCounts decoded = DLeftCounts.decode(block(counts.encode(), keys));
      model.forEach((one, copies) -> assertEquals(copies, decoded.copies(one)));
    }
  }

  @Test
  void add_ofAMillionCopies_takesOneCell() {
    DLeftCounts counts = new DLeftCounts(new DLeftGeometry(1, 8, 0));
    long one = counts.geometry().fingerprintClass(random.nextLong());
    for (int i = 0; i < 1_000_000; i++) {
      assertTrue(counts.add(one));
    }
    assertEquals(1_000_000, counts.copies(one));
    long used = 0;
    for (long cell = 0; cell < counts.table().cells(); cell++) {
      used += counts.table().fingerprint(cell) != 0 ? 1 : 0;
    }
    assertEquals(1, used);
  }

  @Test
  void decode_ofWrongCounts_throws() throws CorruptionException {
    DLeftCounts counts = new DLeftCounts(new DLeftGeometry(2, 8, 0));
    for (long hash = 0; hash < 5; hash++) {
      for (int copies = 0; copies <= hash; copies++) {
        counts.add(counts.geometry().fingerprintClass(hash));
      }
    }
    byte[] right = counts.encode();
    DLeftCounts.decode(block(right, 15));
    assertThrows(CorruptionException.class, () -> DLeftCounts.decode(block(right, 14)));
    int extraAt = right.length - 16;
    for (long wrong : new long[] {0, -1, Long.MIN_VALUE, Long.MAX_VALUE}) {
      byte[] forged = right.clone();
      PayloadBytes.putLong(forged, extraAt + 8, wrong);
      assertThrows(CorruptionException.class, () -> DLeftCounts.decode(block(forged, 15)));
    }
    for (long wrong : new long[] {0, -1, 1L << 40, PayloadBytes.getLong(right, extraAt) ^ 1}) {
      byte[] forged = right.clone();
      PayloadBytes.putLong(forged, extraAt, wrong);
      assertThrows(CorruptionException.class, () -> DLeftCounts.decode(block(forged, 15)));
    }
  }

  @Test
  void decode_ofAnyFlippedBit_throwsOrCounts() {
    DLeftCounts counts = new DLeftCounts(new DLeftGeometry(4, 6, 0));
    for (long hash = 0; hash < 40; hash++) {
      counts.add(counts.geometry().fingerprintClass(hash / 2));
    }
    byte[] right = counts.encode();
    for (int bit = 0; bit < 8 * right.length; bit++) {
      byte[] forged = right.clone();
      forged[bit >>> 3] ^= (byte) (1 << (bit & 7));
      try {
        DLeftCounts other = DLeftCounts.decode(block(forged, 40));
        assertArrayEquals(forged, other.encode());
        long one = other.geometry().fingerprintClass(random.nextLong());
        long copies = other.copies(one);
        assertTrue(other.add(one) || copies == 0);
        assertEquals(copies > 0, other.remove(one) && other.remove(one));
      } catch (CorruptionException expected) {
        assertTrue(expected.getMessage().contains("offset"), expected.getMessage());
      }
    }
  }

  private static FilterBlock block(byte[] payload, long keys) {
    return new FilterBlock(
        DLeftCountingBloomFamily.NAME, DLeftCountingBloomFamily.VERSION, 1, keys, payload);
  }
}

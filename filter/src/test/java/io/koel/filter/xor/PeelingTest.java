package io.koel.filter.xor;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.koel.filter.HashMix;
import io.koel.filter.Seeds;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class PeelingTest {

  private final SplittableRandom random = Seeds.random(getClass().getName());

  @Test
  void slot_ofAnyGeometry_isWithinItsTableAndUnlikeTheOthers() {
    for (int keys : new int[] {0, 1, 2, 3, 10, 100, 1_000, 100_000, 50_000_000}) {
      assertSlotsAreApart(XorGeometry.forKeys(keys));
      assertSlotsAreApart(FuseGeometry.forKeys(3, keys));
      assertSlotsAreApart(FuseGeometry.forKeys(4, keys));
      assertSlotsAreApart(FuseGeometry.forKeys(4, keys).grown());
    }
  }

  private void assertSlotsAreApart(Geometry geometry) {
    for (int sample = 0; sample < 2_000; sample++) {
      long hash = sample == 0 ? -1 : sample == 1 ? 0 : random.nextLong();
      for (int i = 0; i < geometry.arity(); i++) {
        int slot = geometry.slot(hash, i);
        assertTrue(slot >= 0 && slot < geometry.slots(), "slot " + slot);
        for (int j = 0; j < i; j++) {
          assertNotEquals(geometry.slot(hash, j), slot);
        }
      }
    }
  }

  @Test
  void of_keysThatAreTooManyForTheTable_growsIt() {
    long[] hashes = random.longs(1_000).toArray();
    Peeling peeling = Peeling.of(keys -> new XorGeometry(300), hashes, 0, hashes.length);
    assertTrue(peeling.geometry().slots() > 1_000);
    assertFills(peeling, hashes, 9);
  }

  @Test
  void of_repeatedHashes_isSizedForTheDifferentOnes() {
    long[] hashes = random.longs(3_000).map(hash -> hash & 0xff).toArray();
    Peeling peeling = Peeling.of(keys -> FuseGeometry.forKeys(3, keys), hashes, 0, hashes.length);
    assertTrue(peeling.geometry().slots() < 1_000, peeling.geometry().slots() + " slots");
    assertFills(peeling, hashes, 16);
  }

  @Test
  void of_partOfAnArray_leavesTheRestAlone() {
    long[] hashes = random.longs(1_000).toArray();
    long[] before = hashes.clone();
    Peeling.of(XorGeometry::sparingThirdBlock, hashes, 400, 600);
    for (int i = 0; i < hashes.length; i++) {
      assertTrue(i >= 400 && i < 600 || hashes[i] == before[i]);
    }
  }

  @Test
  void fill_ofEveryWidth_givesEachKeyItsFingerprint() {
    long[] hashes = random.longs(500).toArray();
    Peeling three = Peeling.of(keys -> FuseGeometry.forKeys(3, keys), hashes, 0, hashes.length);
    Peeling four = Peeling.of(keys -> FuseGeometry.forKeys(4, keys), hashes, 0, hashes.length);
    for (int width = 1; width <= 32; width++) {
      assertFills(three, hashes, width);
      assertFills(four, hashes, width);
    }
  }

  private static void assertFills(Peeling peeling, long[] keyHashes, int width) {
    Geometry geometry = peeling.geometry();
    long length = FingerprintTable.sizeInBytes(geometry.slots(), width);
    byte[] table = new byte[3 + (int) length + FingerprintTable.PADDING];
    peeling.fill(table, 3, width);
    for (long keyHash : keyHashes) {
      long hash = HashMix.mix(keyHash, peeling.salt());
      int value = Geometry.fingerprint(hash, width);
      for (int i = 0; i < geometry.arity(); i++) {
        value ^= FingerprintTable.get(table, 3, width, geometry.slot(hash, i));
      }
      assertEquals(0, value & -1 >>> 32 - width);
    }
  }
}

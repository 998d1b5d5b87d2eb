package io.koel.filter.quotient;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertDoesNotThrow;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.koel.filter.CorruptionException;
import io.koel.filter.DynamicFilter;
import io.koel.filter.FilterBlock;
import io.koel.filter.FilterSpec;
import io.koel.filter.Seeds;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/** The table against a plain list of fingerprints. */
class QuotientTableTest {

  private final SplittableRandom random = Seeds.random(getClass().getName());

  @Test
  void insertAndRemove_inAnyOrder_giveTheBytesOfTheSortedLayout() {
    for (int slots = 2; slots <= 200; slots++) {
      changeAtRandom(new QuotientGeometry(slots, 1 + random.nextInt(32)), 300, slots);
    }
    changeAtRandom(new QuotientGeometry(1_000, 11), 5_000, 1_000);
  }

  @Test
  void insertAndRemove_ofFewQuotients_giveTheBytesOfTheSortedLayout() {
    for (int slots = 100; slots <= 300; slots += 10) {
      // All keys around the end of the table: their cluster goes on at its beginning.
      changeAtRandom(new QuotientGeometry(slots, 2), 500, 3);
    }
  }

  /** Adds and removes keys whose quotients are among the last so many slots. */
  private void changeAtRandom(QuotientGeometry geometry, int steps, int quotients) {
    QuotientTable table = new QuotientTable(geometry, geometry.newPayload());
    List<Long> model = new ArrayList<>();
    int fillTo = 1 + random.nextInt(geometry.slots() - 1);
    for (int step = 0; step < steps; step++) {
      long fingerprint = randomFingerprint(geometry, quotients);
      if (model.size() < fillTo && random.nextInt(8) < 5) {
        table.insert(fingerprint);
        model.add(fingerprint);
      } else if (!model.isEmpty() && random.nextInt(8) < 7) {
        long victim = model.remove(random.nextInt(model.size()));
        assertTrue(table.remove(victim));
      } else {
        assertEquals(model.remove(fingerprint), table.remove(fingerprint));
      }
      assertArrayEquals(sortedLayout(geometry, model), table.payload());
      assertEquals(model.contains(fingerprint), table.find(fingerprint) >= 0);
      assertEquals(Collections.frequency(model, fingerprint), table.copies(fingerprint));
    }
  }

  private long randomFingerprint(QuotientGeometry geometry, int quotients) {
    long quotient = geometry.slots() - 1 - random.nextInt(quotients);
    // Few different remainders, so that some come twice.
    long remainder = random.nextInt(8) * 0x1f1f1f1fL & (1L << geometry.remainderBits()) - 1;
    return quotient << geometry.remainderBits() | remainder;
  }

  private static byte[] sortedLayout(QuotientGeometry geometry, List<Long> fingerprints) {
    QuotientTable table = new QuotientTable(geometry, geometry.newPayload());
    table.fill(fingerprints.stream().mapToLong(f -> f).sorted().toArray(), fingerprints.size());
    return table.payload();
  }

  @Test
  void tryAddHash_beyondNinetyPercent_isRefused() {
    DynamicFilter filter = create("quotient(bits=8)", 900);
    for (int i = 0; i < 900; i++) {
      assertTrue(filter.tryAddHash(random.nextLong()));
    }
    assertFalse(filter.tryAddHash(random.nextLong()));
    assertEquals(900, filter.keyCount());
  }

  @Test
  void thaw_ofForgedPayload_throwsCorruptionOrCanBeChanged() throws CorruptionException {
    DynamicFilter filter = create("quotient(bits=3)", 60);
    long[] hashes = random.longs(50).toArray();
    for (long hash : hashes) {
      filter.tryAddHash(hash);
    }
    FilterBlock block = filter.freeze();
    int refused = 0;
    for (int bit = 0; bit < 8 * block.payload().length; bit++) {
      byte[] forged = block.payload().clone();
      forged[bit >>> 3] ^= (byte) (1 << (bit & 7));
      try {
        DynamicFilter thawed = new QuotientFamily().thaw(with(block, forged));
        changeAll(thawed, hashes);
      } catch (CorruptionException expected) {
        refused++;
      }
    }
    // Remainders may have any value, as long as they ascend; all other bits are held in place.
    assertTrue(refused >= 8 * 8 + 3 * 64, refused + " refused");
  }

  @Test
  void thaw_ofForgedSlots_throwsCorruptionOrCanBeChanged() {
    DynamicFilter filter = create("quotient(bits=1)", 20);
    long[] hashes = random.longs(12).toArray();
    for (long hash : hashes) {
      filter.tryAddHash(hash);
    }
    FilterBlock block = filter.freeze();
    for (int i = 0; i < 100_000; i++) {
      byte[] forged = block.payload().clone();
      for (int flips = 2 + random.nextInt(4); flips > 0; flips--) {
        int plane = random.nextInt(3);
        int bit = random.nextInt(23);
        forged[8 + 8 * plane + (bit >>> 3)] ^= (byte) (1 << (bit & 7));
      }
      try {
        changeAll(new QuotientFamily().thaw(with(block, forged)), hashes);
      } catch (CorruptionException expected) {
        assertTrue(expected.getMessage().contains("offset"), expected.getMessage());
      }
    }
  }

  private static void changeAll(DynamicFilter filter, long[] hashes) {
    for (long hash : hashes) {
      if (filter.mightContainHash(hash)) {
        assertDoesNotThrow(() -> filter.removeHash(hash));
      } else {
        assertThrows(IllegalStateException.class, () -> filter.removeHash(hash));
      }
      filter.tryAddHash(~hash);
    }
  }

  private static FilterBlock with(FilterBlock block, byte[] payload) {
    return new FilterBlock(
        block.family(), block.version(), block.hashSeed(), block.keyCount(), payload);
  }

  private static DynamicFilter create(String spec, long capacity) {
    return new QuotientFamily().create(FilterSpec.parse(spec), capacity, 1);
  }
}

package io.koel.filter;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

/** What families promise whose filters can change, above what all of them promise. */
public abstract class DynamicFilterContractTest extends FilterContractTest {

  @Test
  void tryAddHash_upToTheCapacity_succeeds() throws CorruptionException {
    for (int capacity : new int[] {0, 1, 2, 3, 5, 8, 13, 100, 1_000, 20_000}) {
      DynamicFilter filter = create(capacity);
      long[] hashes = randomHashes(capacity);
      for (int i = 0; i < capacity; i++) {
        assertTrue(filter.tryAddHash(hashes[i]), "key " + i + " of " + capacity);
      }
      assertEquals(capacity, filter.keyCount());
      assertHasAll(filter, hashes, capacity);
      assertHasAll(open(filter.freeze()), hashes, capacity);
    }
  }

  @Test
  void tryAddHash_whenFull_changesNothing() {
    DynamicFilter filter = create(500);
    long[] added = new long[5_000];
    int count = 0;
    int refused = 0;
    while (refused < 20 && count < added.length) {
      long hash = random.nextLong();
      byte[] before = filter.freeze().encode();
      if (filter.tryAddHash(hash)) {
        added[count++] = hash;
      } else {
        refused++;
        assertArrayEquals(before, filter.freeze().encode());
      }
    }
    assertTrue(refused == 20 || count == added.length);
    assertEquals(count, filter.keyCount());
    assertHasAll(filter, added, count);
    for (int i = 0; i < count; i++) {
      filter.removeHash(added[i]);
    }
    assertEquals(0, filter.keyCount());
  }

  /** Far beyond what was asked for, with repeated keys, and stored and thawed on the way. */
  @Test
  void removeHash_ofEveryKeyOfATinyFilter_keepsTheOthers() throws CorruptionException {
    for (int capacity = 0; capacity <= 12; capacity++) {
      DynamicFilter filter = create(capacity);
      long[] added = new long[100];
      int count = 0;
      for (int i = 0; i < added.length; i++) {
        boolean repeats = count > 0 && random.nextInt(4) == 0;
        long hash = repeats ? added[random.nextInt(count)] : random.nextLong();
        byte[] before = filter.freeze().encode();
        if (filter.tryAddHash(hash)) {
          added[count++] = hash;
        } else {
          assertArrayEquals(before, filter.freeze().encode());
        }
        filter = random.nextInt(8) == 0 ? thaw(filter.freeze()) : filter;
        assertEquals(count, filter.keyCount());
        assertHasAll(filter, added, count);
      }
      assertTrue(count >= capacity);
      while (count > 0) {
        int victim = random.nextInt(count);
        filter.removeHash(added[victim]);
        added[victim] = added[--count];
        filter = random.nextInt(8) == 0 ? thaw(filter.freeze()) : filter;
        assertEquals(count, filter.keyCount());
        assertHasAll(filter, added, count);
        audit(filter, Arrays.copyOf(added, count));
      }
    }
  }

  @Test
  void removeHash_ofEveryKey_leavesAnEmptyFilter() throws CorruptionException {
    long[] hashes = randomHashes(3_000);
    DynamicFilter filter = thaw(build(hashes));
    for (long hash : hashes) {
      filter.removeHash(hash);
    }
    assertEquals(0, filter.keyCount());
    FilterReader reader = open(filter.freeze());
    assertEquals(0, reader.expectedFalsePositiveRate());
    for (long hash : hashes) {
      assertFalse(reader.mightContainHash(hash));
    }
  }

  @Test
  void removeHash_ofSomeKeys_keepsAllOthers() throws CorruptionException {
    long[] hashes = randomHashes(30_000);
    DynamicFilter filter = thaw(build(hashes));
    for (int count = hashes.length; count > 0; ) {
      int keep = count - Math.min(count, 2_500);
      for (; count > keep; count--) {
        filter.removeHash(hashes[count - 1]);
      }
      assertEquals(keep, filter.keyCount());
      assertHasAll(filter, hashes, keep);
    }
  }

  @Test
  void removeHash_ofHalfTheKeys_bringsTheRateDown() throws CorruptionException {
    long[] hashes = randomHashes(50_000);
    FilterBlock block = build(hashes);
    DynamicFilter filter = thaw(block);
    for (int i = 0; i < hashes.length / 2; i++) {
      filter.removeHash(hashes[i]);
    }
    FilterReader reader = open(filter.freeze());
    assertTrue(reader.expectedFalsePositiveRate() < open(block).expectedFalsePositiveRate());
    assertRateAsExpected(reader);
  }

  @Test
  void removeHash_ofRepeatedKey_takesOneCopyEach() {
    DynamicFilter filter = create(1_000);
    long hash = random.nextLong();
    for (int copies = 1; copies <= 3; copies++) {
      for (int i = 0; i < copies; i++) {
        assertTrue(filter.tryAddHash(hash));
      }
      for (int i = 0; i < copies; i++) {
        assertTrue(filter.mightContainHash(hash));
        filter.removeHash(hash);
      }
      assertFalse(filter.mightContainHash(hash));
    }
  }

  @Test
  void removeHash_fromEmptyFilter_throwsAndChangesNothing() {
    DynamicFilter filter = create(100);
    byte[] before = filter.freeze().encode();
    assertThrows(IllegalStateException.class, () -> filter.removeHash(random.nextLong()));
    assertArrayEquals(before, filter.freeze().encode());
  }

  @Test
  void removeHash_ofKeysWithManyEqualHashes_keepsTheRest() throws CorruptionException {
    for (int copies : new int[] {9, 100, 10_000}) {
      long[] hashes = randomHashes(2_000 + copies);
      Arrays.fill(hashes, 2_000, hashes.length, hashes[2_000]);
      DynamicFilter filter = thaw(build(hashes));
      for (int i = 0; i < copies - 1; i++) {
        filter.removeHash(hashes[2_000]);
      }
      assertEquals(2_001, filter.keyCount());
      assertHasAll(filter, hashes, 2_001);
      for (int i = 1; i < 2_000; i++) {
        filter.removeHash(hashes[i]);
      }
      assertTrue(filter.mightContainHash(hashes[0]));
      assertTrue(filter.mightContainHash(hashes[2_000]));
    }
  }

  @Test
  void freeze_afterRandomChanges_answersAsTheFilter() throws CorruptionException {
    DynamicFilter filter = create(2_000);
    long[] live = new long[2_000];
    int count = 0;
    for (int step = 0; step < 20_000; step++) {
      if (count < 1_900 && random.nextInt(100) < 55) {
        long hash = random.nextLong();
        assertTrue(filter.tryAddHash(hash));
        live[count++] = hash;
      } else if (count > 0) {
        int victim = random.nextInt(count);
        filter.removeHash(live[victim]);
        live[victim] = live[--count];
      }
      if (step % 1_000 == 0) {
        assertHasAll(filter, live, count);
        assertEquals(count, filter.keyCount());
        audit(filter, Arrays.copyOf(live, count));
      }
    }
    FilterBlock frozen = filter.freeze();
    FilterReader reader = open(FilterBlock.decode(frozen.encode()));
    DynamicFilter thawed = thaw(frozen);
    assertEquals(count, reader.keyCount());
    assertEquals(count, thawed.keyCount());
    assertArrayEquals(frozen.encode(), thawed.freeze().encode());
    for (int i = 0; i < 100_000; i++) {
      long hash = random.nextLong();
      assertEquals(filter.mightContainHash(hash), reader.mightContainHash(hash));
      assertEquals(filter.mightContainHash(hash), thawed.mightContainHash(hash));
    }
  }

  @Test
  void thaw_leavesTheBlockAsItWas() throws CorruptionException {
    long[] hashes = randomHashes(1_000);
    FilterBlock block = build(hashes);
    byte[] before = block.encode();
    DynamicFilter filter = thaw(block);
    assertEquals(HASH_SEED, filter.freeze().hashSeed());
    assertArrayEquals(before, filter.freeze().encode());
    for (int i = 0; i < 500; i++) {
      filter.removeHash(hashes[i]);
    }
    assertArrayEquals(before, block.encode());
    assertHasAll(open(block), hashes, hashes.length);
  }

  @Test
  void copies_ofPackedFilter_areTheKeysOfEachClass() throws CorruptionException {
    long[] hashes = randomHashes(40_000);
    DynamicFilter filter = thaw(build(hashes));
    audit(filter, hashes);
    for (int i = 0; i < hashes.length / 2; i++) {
      filter.removeHash(hashes[i]);
    }
    audit(filter, Arrays.copyOfRange(hashes, hashes.length / 2, hashes.length));
  }

  @Test
  void create_withNegativeCapacity_throws() {
    assertThrows(IllegalArgumentException.class, () -> create(-1));
  }

  @Test
  void thaw_ofTruncatedPayload_throws() {
    FilterBlock block = build(randomHashes(20));
    byte[] damaged = Arrays.copyOf(block.payload(), block.payload().length - 1);
    FilterBlock wrong = new FilterBlock(block.family(), block.version(), HASH_SEED, 20, damaged);
    assertThrows(CorruptionException.class, () -> thaw(wrong));
  }

  /** For each fingerprint class: as many copies as live keys. */
  protected static void audit(DynamicFilter filter, long[] live) {
    if (!(filter instanceof FingerprintFilter counting)) {
      return;
    }
    Map<Long, Integer> expected = new HashMap<>();
    for (long hash : live) {
      expected.merge(counting.fingerprintClass(hash), 1, Integer::sum);
    }
    for (long hash : LongStream.of(live).distinct().toArray()) {
      int copies = counting.copies(hash);
      if (copies != FingerprintFilter.UNCOUNTED) {
        assertEquals(expected.get(counting.fingerprintClass(hash)), copies);
      }
    }
  }

  protected final DynamicFilter create(long capacity) {
    return dynamicFamily().create(FilterSpec.parse(spec()), capacity, HASH_SEED);
  }

  protected final DynamicFilter thaw(FilterBlock block) throws CorruptionException {
    return dynamicFamily().thaw(block);
  }

  private DynamicFilterFamily dynamicFamily() {
    return (DynamicFilterFamily) family();
  }
}

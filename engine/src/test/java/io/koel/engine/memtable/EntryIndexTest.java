package io.koel.engine.memtable;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.koel.engine.batch.BatchReader;
import io.koel.engine.batch.EncodedBatch;
import io.koel.filter.HashMix;
import java.nio.ByteBuffer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class EntryIndexTest {

  private static final int KEYS = 1_000;

  private final EntryArena arena = new EntryArena(1 << 16);
  private final EntryIndex index = new EntryIndex(arena, 1);
  private long lastSequence;

  @Test
  void find_firstEntryOfTheArenaWithHashZero_isNotTakenForEmpty() {
    assertEquals(EntryArena.NONE, index.find(key(1), 0));
    assertEquals(0, add(1, 0));
    assertEquals(0, index.find(key(1), 0));
    assertEquals(EntryArena.NONE, index.find(key(2), 0));
  }

  @Test
  void find_manyKeys_findsEachThroughAllGrowth() {
    int[] addresses = new int[KEYS];
    long size = index.sizeInBytes();
    int growths = 0;
    for (int i = 0; i < KEYS; i++) {
      addresses[i] = add(i, hash(i));
      growths += index.sizeInBytes() > size ? 1 : 0;
      size = index.sizeInBytes();
      for (int j = 0; j <= i; j++) {
        assertEquals(addresses[j], index.find(key(j), hash(j)));
      }
      assertEquals(EntryArena.NONE, index.find(key(KEYS + i), hash(KEYS + i)));
    }
    assertTrue(growths > 5, growths + " times grown");
    assertTrue(size <= 16 * KEYS, size + " bytes for " + KEYS + " keys");
  }

  /** The last two begin at the table's end and go on at its beginning. */
  @ParameterizedTest
  @ValueSource(longs = {0, 1L << 32, 0xdeadbeefL << 32, 0xfffffffeL << 32, 0xffffffffL << 32})
  void find_keysWithOneHash_tellsThemApart(long hash) {
    int[] addresses = new int[8];
    for (int i = 0; i < addresses.length; i++) {
      // The lower half is not in the index.
      addresses[i] = add(i, hash | i);
      for (int j = 0; j <= i; j++) {
        assertEquals(addresses[j], index.find(key(j), hash | j));
      }
      int none = i + 1 < addresses.length ? EntryArena.NONE : EntryIndex.CROWDED;
      assertEquals(none, index.find(key(i + 1), hash | i + 1));
    }
  }

  @Test
  void find_moreKeysWithOneHashThanAllowed_leavesThemToTheTree() {
    for (int i = 0; i < 8; i++) {
      add(i, 7);
    }
    long size = index.sizeInBytes();
    for (int i = 8; i < KEYS; i++) {
      add(i, 7);
      assertEquals(EntryIndex.CROWDED, index.find(key(i), 7));
    }
    assertEquals(size, index.sizeInBytes());
    assertEquals(add(3, 7), index.find(key(3), 7));
    assertEquals(EntryArena.NONE, index.find(key(3), 8L << 32));
  }

  @Test
  void add_keyAgain_replacesItsEntryAndTakesNoRoom() {
    int first = add(1, hash(1));
    add(2, hash(1));
    long size = index.sizeInBytes();
    int last = first;
    for (int i = 0; i < KEYS; i++) {
      last = add(1, hash(1));
      assertEquals(last, index.find(key(1), hash(1)));
    }
    assertEquals(size, index.sizeInBytes());
    assertEquals(KEYS + 2, arena.sequence(last));
    assertEquals(2, arena.sequence(index.find(key(2), hash(1))));
  }

  private int add(int number, long hash) {
    EncodedBatch batch = new EncodedBatch();
    batch.delete(key(number));
    BatchReader entry = batch.entries();
    assertTrue(entry.next());
    int address =
        arena.add(++lastSequence, entry.array(), entry.entryOffset(), entry.entryLength());
    index.add(address, entry.array(), entry.keyOffset(), entry.keyLength(), hash);
    return address;
  }

  private static byte[] key(int number) {
    return ByteBuffer.allocate(4).putInt(number).array();
  }

  private static long hash(int number) {
    return HashMix.mix(number, 5);
  }
}

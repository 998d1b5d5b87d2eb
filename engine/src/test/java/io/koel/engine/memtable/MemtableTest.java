package io.koel.engine.memtable;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.koel.engine.batch.BatchReader;
import io.koel.engine.batch.EncodedBatch;
import io.koel.filter.HashMix;
import io.koel.filter.KeyHash;
import io.koel.sst.EntryCursor;
import io.koel.sst.EntryKind;
import io.koel.sst.FoundEntry;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class MemtableTest {

  private final Memtable memtable = new Memtable(0, 1 << 20);

  @Test
  void anyRead_whenEmpty_findsNothing() throws IOException {
    byte[] key = {1};
    assertFalse(memtable.get(key, KeyHash.of(key, 0), 100, new FoundEntry()));
    EntryCursor cursor = memtable.cursor();
    assertFalse(cursor.first());
    assertFalse(cursor.last());
    assertFalse(cursor.seek(key, 0, 1, EntryCursor.MAX_SEQUENCE));
    assertFalse(cursor.seekForPrev(key, 0, 1, 0));
    assertThrows(IllegalStateException.class, cursor::next);
    assertThrows(IllegalStateException.class, cursor::prev);
    assertTrue(memtable.isEmpty());
    assertEquals(-1, memtable.largestSequence());
  }

  @Test
  void get_largeValues_givesThemAndWastesLittle() {
    long before = memtable.sizeInBytes();
    long payload = 0;
    for (int i = 1; i <= 20; i++) {
      byte[] value = new byte[i * 100_000];
      value[value.length - 1] = (byte) i;
      put(i, 2 * i - 1, value);
      put(100 + i, 2 * i, new byte[10]);
      payload += value.length;
    }
    FoundEntry found = new FoundEntry();
    for (int i = 1; i <= 20; i++) {
      assertTrue(memtable.get(key(i), hash(i), EntryCursor.MAX_SEQUENCE, found));
      assertEquals(i * 100_000, found.valueLength());
      assertEquals(i, found.copyValue()[i * 100_000 - 1]);
    }
    long overhead = memtable.sizeInBytes() - before - payload;
    assertTrue(overhead < 20_000, "overhead of " + overhead);
  }

  @Test
  void apply_farBeyondASmallCapacity_hasRoom() {
    Memtable small = new Memtable(0, 8 << 10);
    EncodedBatch batch = new EncodedBatch();
    byte[] value = new byte[1_100];
    int entries = 70_000;
    for (int i = 1; i <= entries; i++) {
      batch.clear();
      batch.put(key(i), value);
      batch.setFirstSequence(i);
      small.apply(batch.entries());
    }
    FoundEntry found = new FoundEntry();
    for (int i = 1; i <= entries; i++) {
      assertTrue(small.get(key(i), hash(i), EntryCursor.MAX_SEQUENCE, found));
      assertEquals(i, found.sequence());
    }
  }

  @Test
  void sizeInBytes_smallEntries_isNearTheirLength() {
    Memtable large = new Memtable(0, 16 << 20);
    EncodedBatch batch = new EncodedBatch();
    for (int i = 0; i < 100_000; i++) {
      batch.clear();
      byte[] key = ByteBuffer.allocate(16).putLong(HashMix.mix(i, 1)).array();
      batch.put(key, new byte[100]);
      batch.setFirstSequence(i + 1);
      large.apply(batch.entries());
    }
    long perEntry = large.sizeInBytes() / 100_000;
    assertTrue(perEntry > 116 && perEntry < 116 * 1.35, perEntry + " bytes per entry");
  }

  @Test
  void new_smallMemtable_takesLittle() {
    assertTrue(new Memtable(0, 1).sizeInBytes() < 1 << 10);
    assertTrue(new Memtable(0, 64 << 10).sizeInBytes() < 8 << 10);
  }

  @Test
  void get_keysWhoseHashesCollide_tellsThemApart() {
    Map<Long, Integer> byUpperHalf = new HashMap<>();
    List<int[]> colliding = new ArrayList<>();
    for (int i = 0; i < 300_000; i++) {
      Integer other = byUpperHalf.put(hash(i) >>> 32, i);
      if (other != null) {
        colliding.add(new int[] {other, i});
      }
    }
    assertTrue(colliding.size() >= 5, colliding.size() + " pairs collide");
    FoundEntry found = new FoundEntry();
    long sequence = 0;
    for (int[] pair : colliding) {
      put(pair[0], ++sequence, new byte[] {1});
      assertFalse(memtable.get(key(pair[1]), hash(pair[1]), sequence, found));
      put(pair[1], ++sequence, new byte[] {2});
      put(pair[0], ++sequence, new byte[] {3});
      assertTrue(memtable.get(key(pair[0]), hash(pair[0]), sequence, found));
      assertEquals(sequence, found.sequence());
      assertTrue(memtable.get(key(pair[1]), hash(pair[1]), sequence, found));
      assertEquals(sequence - 1, found.sequence());
      assertTrue(memtable.get(key(pair[0]), hash(pair[0]), sequence - 1, found));
      assertEquals(sequence - 2, found.sequence());
      assertFalse(memtable.get(key(pair[1]), hash(pair[1]), sequence - 2, found));
    }
  }

  @Test
  void get_keyTwiceInABatch_givesTheLater() {
    EncodedBatch batch = new EncodedBatch();
    batch.put(key(1), new byte[] {1});
    batch.delete(key(2));
    batch.put(key(1), new byte[] {2});
    batch.put(key(2), new byte[] {3});
    batch.delete(key(1));
    batch.setFirstSequence(11);
    memtable.apply(batch.entries());
    FoundEntry found = new FoundEntry();
    assertTrue(memtable.get(key(1), hash(1), 15, found));
    assertEquals(EntryKind.TOMBSTONE, found.kind());
    assertTrue(memtable.get(key(1), hash(1), 14, found));
    assertArrayEquals(new byte[] {2}, found.copyValue());
    assertTrue(memtable.get(key(2), hash(2), 15, found));
    assertArrayEquals(new byte[] {3}, found.copyValue());
    assertTrue(memtable.get(key(2), hash(2), 13, found));
    assertEquals(EntryKind.TOMBSTONE, found.kind());
    assertFalse(memtable.get(key(2), hash(2), 11, found));
  }

  /** Eight other keys have the hash of each key that comes: the index takes no more. */
  @Test
  void get_keysThatTheIndexHasNoRoomFor_findsThemInTheTree() {
    EntryArena arena = new EntryArena(1 << 16);
    EntryIndex index = new EntryIndex(arena, 1 << 16);
    Memtable crowded = new Memtable(0, arena, index);
    for (int number = 0; number < 5; number++) {
      for (int other = 0; other < 8; other++) {
        EncodedBatch batch = batch(100 + 8 * number + other, 1, new byte[0]);
        BatchReader entry = batch.entries();
        assertTrue(entry.next());
        int address = arena.add(1, entry.array(), entry.entryOffset(), entry.entryLength());
        index.add(address, entry.array(), entry.keyOffset(), entry.keyLength(), hash(number));
      }
    }
    FoundEntry found = new FoundEntry();
    for (int number = 0; number < 5; number++) {
      assertFalse(crowded.get(key(number), hash(number), EntryCursor.MAX_SEQUENCE, found));
      crowded.apply(batch(number, 10 + 2 * number, new byte[1]).entries());
      crowded.apply(batch(number, 11 + 2 * number, new byte[2]).entries());
      assertEquals(EntryIndex.CROWDED, index.find(key(number), hash(number)));
      assertTrue(crowded.get(key(number), hash(number), EntryCursor.MAX_SEQUENCE, found));
      assertEquals(11 + 2 * number, found.sequence());
      assertTrue(crowded.get(key(number), hash(number), 10 + 2 * number, found));
      assertEquals(1, found.valueLength());
    }
  }

  @Test
  void get_sequencesFarApart_givesThemAsTheyWere() {
    long first = 1L << 50;
    long last = first + 0xffffffffL;
    put(1, first, new byte[1]);
    put(1, first + (1L << 31), new byte[2]);
    put(1, last, new byte[3]);
    FoundEntry found = new FoundEntry();
    assertTrue(memtable.get(key(1), hash(1), EntryCursor.MAX_SEQUENCE, found));
    assertEquals(last, found.sequence());
    assertTrue(memtable.get(key(1), hash(1), last - 1, found));
    assertEquals(first + (1L << 31), found.sequence());
    assertTrue(memtable.get(key(1), hash(1), first, found));
    assertEquals(first, found.sequence());
    assertThrows(IllegalArgumentException.class, () -> put(2, last + 1, new byte[1]));
    assertEquals(3, memtable.entries());
    assertFalse(memtable.get(key(2), hash(2), EntryCursor.MAX_SEQUENCE, found));
  }

  @Test
  void apply_oldSequence_isRefusedAndChangesNothing() {
    put(1, 10, new byte[1]);
    assertThrows(IllegalArgumentException.class, () -> put(2, 10, new byte[1]));
    assertThrows(IllegalArgumentException.class, () -> put(2, 3, new byte[1]));
    assertEquals(1, memtable.entries());
    assertFalse(memtable.get(key(2), hash(2), EntryCursor.MAX_SEQUENCE, new FoundEntry()));
  }

  @Test
  void apply_emptyBatch_changesNothing() {
    memtable.apply(new EncodedBatch().entries());
    assertTrue(memtable.isEmpty());
    assertEquals(EntryCursor.MAX_SEQUENCE, memtable.smallestSequence());
  }

  @Test
  void get_ofAHotKeysOldVersion_findsItThroughAllLeaves() {
    for (int i = 1; i <= 2_000; i++) {
      put(7, i, ByteBuffer.allocate(4).putInt(i).array());
    }
    FoundEntry found = new FoundEntry();
    for (int i = 1; i <= 2_000; i++) {
      assertTrue(memtable.get(key(7), hash(7), i, found));
      assertEquals(i, found.sequence());
      assertArrayEquals(ByteBuffer.allocate(4).putInt(i).array(), found.copyValue());
    }
    assertFalse(memtable.get(key(7), hash(7), 0, found));
  }

  private void put(int number, long sequence, byte[] value) {
    memtable.apply(batch(number, sequence, value).entries());
  }

  private static EncodedBatch batch(int number, long sequence, byte[] value) {
    EncodedBatch batch = new EncodedBatch();
    batch.put(key(number), value);
    batch.setFirstSequence(sequence);
    return batch;
  }

  private static byte[] key(int number) {
    return ByteBuffer.allocate(4).putInt(number).array();
  }

  private static long hash(int number) {
    return KeyHash.of(key(number), 0);
  }
}

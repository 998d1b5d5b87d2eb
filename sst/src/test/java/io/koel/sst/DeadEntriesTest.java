package io.koel.sst;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import java.io.IOException;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Random;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/** Cursors do not show dead entries, and do not read blocks that have no others. */
class DeadEntriesTest {

  private final Random random = Seed.random(getClass());
  private final ByteArrayStorage storage = new ByteArrayStorage();
  private final CountingIo io = new CountingIo();

  private record Dead(BitSet ordinals) implements DeadEntries {
    @Override
    public boolean isDead(long ordinal) {
      return ordinals.get((int) ordinal);
    }

    @Override
    public boolean allDead(long first, long lastInclusive) {
      return ordinals.nextClearBit((int) first) > lastInclusive;
    }
  }

  @Test
  void cursor_randomDeadSets_walksAndSeeksOverTheLivingOnly() throws IOException {
    List<Entry> entries = Tables.random(random, 800);
    Tables.write(storage, "t", TableOptions.defaults().withBlockSize(256), entries);
    try (TableReader reader = Tables.open(storage, "t", BlockCache.none(), io)) {
      for (int round = 0; round < 30; round++) {
        BitSet dead = randomDead(entries.size());
        TreeMap<Integer, Entry> alive = new TreeMap<>();
        for (int i = dead.nextClearBit(0); i < entries.size(); i = dead.nextClearBit(i + 1)) {
          alive.put(i, entries.get(i));
        }
        ReadPurpose purpose = ReadPurpose.values()[round % 2];
        int living = livingBlocks(reader.index(), dead);
        TableCursor cursor = reader.cursor(0, purpose, new Dead(dead));
        List<Integer> forward = new ArrayList<>();
        io.clear();
        for (boolean valid = cursor.first(); valid; valid = cursor.next()) {
          assertEquals(alive.get((int) cursor.ordinal()), Entry.at(cursor));
          forward.add((int) cursor.ordinal());
        }
        assertEquals(new ArrayList<>(alive.keySet()), forward);
        assertEquals(living, io.disk(BlockKind.DATA));

        cursor = reader.cursor(0, purpose, new Dead(dead));
        List<Integer> backward = new ArrayList<>();
        io.clear();
        for (boolean valid = cursor.last(); valid; valid = cursor.prev()) {
          assertEquals(alive.get((int) cursor.ordinal()), Entry.at(cursor));
          backward.add((int) cursor.ordinal());
        }
        assertEquals(new ArrayList<>(alive.descendingKeySet()), backward);
        assertEquals(living, io.disk(BlockKind.DATA));
        for (int i = 0; i < 50; i++) {
          checkSeek(cursor, entries, alive);
        }
      }
    }
  }

  private BitSet randomDead(int size) {
    BitSet dead = new BitSet(size);
    int runs = random.nextInt(20);
    for (int i = 0; i < runs; i++) {
      int from = random.nextInt(size);
      dead.set(from, Math.min(size, from + random.nextInt(300)));
    }
    return dead;
  }

  private static int livingBlocks(Index index, BitSet dead) {
    int living = 0;
    for (int i = 0; i < index.blockCount(); i++) {
      living += dead.nextClearBit((int) index.firstOrdinal(i)) < index.firstOrdinal(i + 1) ? 1 : 0;
    }
    return living;
  }

  private void checkSeek(TableCursor cursor, List<Entry> entries, TreeMap<Integer, Entry> alive)
      throws IOException {
    int at = random.nextInt(entries.size());
    Entry target = entries.get(at);
    boolean valid = cursor.seek(target.key(), 0, target.key().length, target.sequence());
    checkAt(cursor, valid, alive.ceilingKey(at));
    if (valid) {
      checkAt(cursor, cursor.prev(), alive.lowerKey(alive.ceilingKey(at)));
    }
    valid = cursor.seekForPrev(target.key(), 0, target.key().length, target.sequence());
    checkAt(cursor, valid, alive.floorKey(at));
    if (valid) {
      checkAt(cursor, cursor.next(), alive.higherKey(alive.floorKey(at)));
    }
  }

  private static void checkAt(TableCursor cursor, boolean valid, Integer ordinal) {
    assertEquals(ordinal != null, valid);
    if (valid) {
      assertEquals((int) ordinal, cursor.ordinal());
    }
  }

  @Test
  void cursor_allDead_readsNothing() throws IOException {
    List<Entry> entries = Tables.random(random, 500);
    Tables.write(storage, "t", TableOptions.defaults(), entries);
    try (TableReader reader = Tables.open(storage, "t", BlockCache.none(), io)) {
      io.clear();
      BitSet dead = new BitSet();
      dead.set(0, entries.size());
      TableCursor cursor = reader.cursor(0, ReadPurpose.SCAN, new Dead(dead));
      byte[] key = entries.get(7).key();
      assertFalse(cursor.first());
      assertFalse(cursor.last());
      assertFalse(cursor.seek(key, 0, key.length, 0));
      assertFalse(cursor.seekForPrev(key, 0, key.length, 0));
      assertFalse(cursor.valid());
      assertEquals(0, io.disk(BlockKind.DATA));
    }
  }
}

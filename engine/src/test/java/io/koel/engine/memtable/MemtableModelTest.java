package io.koel.engine.memtable;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.koel.engine.Seed;
import io.koel.engine.batch.EncodedBatch;
import io.koel.filter.KeyHash;
import io.koel.sst.EntryCursor;
import io.koel.sst.EntryKind;
import io.koel.sst.FoundEntry;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** A memtable against a sorted map of all versions, for keys of many shapes. */
class MemtableModelTest {

  private static final long SEED = 11;
  private static final int OPERATIONS = 6_000;

  /** An entry's place in internal order. */
  private record Place(byte[] key, long sequence) {}

  private static final Comparator<Place> INTERNAL_ORDER =
      Comparator.comparing(Place::key, Arrays::compareUnsigned)
          .thenComparing(Place::sequence, Comparator.reverseOrder());

  /** How keys look. */
  enum Keys {
    RANDOM {
      @Override
      byte[] next(Random random, int i) {
        byte[] key = new byte[16];
        random.nextBytes(key);
        return key;
      }
    },
    SHORT_OF_FEW_LETTERS {
      @Override
      byte[] next(Random random, int i) {
        byte[] key = new byte[random.nextInt(13)];
        for (int at = 0; at < key.length; at++) {
          key[at] = new byte[] {0, 1, (byte) 0x80, (byte) 0xff}[random.nextInt(4)];
        }
        return key;
      }
    },
    LONG_COMMON_BEGINNING {
      @Override
      byte[] next(Random random, int i) {
        return String.format("tenant/users/%012d", random.nextInt(1 << 30)).getBytes();
      }
    },
    ASCENDING {
      @Override
      byte[] next(Random random, int i) {
        return String.format("%016d", i).getBytes();
      }
    },
    DESCENDING {
      @Override
      byte[] next(Random random, int i) {
        return String.format("%016d", OPERATIONS - i).getBytes();
      }
    },
    FEW {
      @Override
      byte[] next(Random random, int i) {
        return new byte[] {(byte) random.nextInt(3)};
      }
    };

    abstract byte[] next(Random random, int i);
  }

  private final TreeMap<Place, byte[]> model = new TreeMap<>(INTERNAL_ORDER);
  // Smaller than what comes, so that the index grows.
  private final Memtable memtable = new Memtable(SEED, 100_000);
  private long lastSequence;
  private long tombstones;

  @ParameterizedTest
  @EnumSource
  void anyUse_agreesWithASortedMap(Keys keys) throws IOException {
    Random random = Seed.random("anyUse_agreesWithASortedMap " + keys);
    fill(keys, random);
    assertEquals(model.size(), memtable.entries());
    assertEquals(tombstones, memtable.tombstones());
    assertEquals(1, memtable.smallestSequence());
    assertEquals(lastSequence, memtable.largestSequence());
    checkScans();
    for (int i = 0; i < 3_000; i++) {
      byte[] key = anyKey(keys, random);
      long sequence =
          random.nextBoolean()
              ? EntryCursor.MAX_SEQUENCE
              : (long) (random.nextDouble() * (lastSequence + 2));
      checkGet(key, sequence);
      checkSeeks(key, sequence);
    }
    walkRandomly(random);
  }

  private void fill(Keys keys, Random random) {
    EncodedBatch batch = new EncodedBatch();
    while (lastSequence < OPERATIONS) {
      batch.clear();
      long first = lastSequence + 1;
      for (int i = random.nextInt(5); i >= 0; i--) {
        byte[] key = keys.next(random, (int) lastSequence);
        lastSequence++;
        if (random.nextInt(5) == 0) {
          batch.delete(key);
          model.put(new Place(key, lastSequence), null);
          tombstones++;
        } else {
          byte[] value = new byte[random.nextInt(500) == 0 ? 9_000 : random.nextInt(40)];
          random.nextBytes(value);
          batch.put(key, value);
          model.put(new Place(key, lastSequence), value);
        }
      }
      batch.setFirstSequence(first);
      memtable.apply(batch.entries());
    }
  }

  private byte[] anyKey(Keys keys, Random random) {
    if (random.nextInt(4) == 0) {
      return keys.next(random, random.nextInt(2 * OPERATIONS));
    }
    Place near = new Place(keys.next(random, random.nextInt(OPERATIONS)), random.nextInt(9));
    Place place = model.ceilingKey(near) == null ? model.lastKey() : model.ceilingKey(near);
    return place.key();
  }

  private void checkGet(byte[] key, long sequence) {
    long hash = KeyHash.of(key, SEED);
    Map.Entry<Place, byte[]> expected = model.ceilingEntry(new Place(key, sequence));
    FoundEntry found = new FoundEntry();
    if (expected == null || !Arrays.equals(expected.getKey().key(), key)) {
      assertFalse(memtable.get(key, hash, sequence, found));
      return;
    }
    assertTrue(memtable.get(key, hash, sequence, found));
    assertEquals(expected.getKey().sequence(), found.sequence());
    assertEquals(-1, found.ordinal());
    assertValue(expected.getValue(), found.kind(), found.copyValue());
  }

  private void checkSeeks(byte[] key, long sequence) throws IOException {
    byte[] shifted = new byte[key.length + 3];
    System.arraycopy(key, 0, shifted, 2, key.length);
    Place target = new Place(key, sequence);
    try (EntryCursor cursor = memtable.cursor()) {
      assertFalse(cursor.valid());
      assertEquals(model.ceilingKey(target) != null, cursor.seek(shifted, 2, key.length, sequence));
      assertStandsAt(model.ceilingEntry(target), cursor);
      cursor.seekForPrev(shifted, 2, key.length, sequence);
      assertStandsAt(model.floorEntry(target), cursor);
    }
  }

  private void checkScans() throws IOException {
    EntryCursor cursor = memtable.cursor();
    cursor.first();
    for (Map.Entry<Place, byte[]> expected : model.entrySet()) {
      assertStandsAt(expected, cursor);
      cursor.next();
    }
    assertFalse(cursor.valid());
    cursor.last();
    for (Map.Entry<Place, byte[]> expected : model.descendingMap().entrySet()) {
      assertStandsAt(expected, cursor);
      cursor.prev();
    }
    assertFalse(cursor.valid());
  }

  private void walkRandomly(Random random) throws IOException {
    EntryCursor cursor = memtable.cursor();
    List<Place> places = new ArrayList<>(model.keySet());
    Map.Entry<Place, byte[]> at = null;
    for (int i = 0; i < 5_000; i++) {
      if (random.nextInt(12) == 0) {
        Place target = places.get(random.nextInt(places.size()));
        cursor.seek(target.key(), 0, target.key().length, target.sequence());
        at = model.ceilingEntry(target);
      } else if (at == null) {
        cursor.last();
        at = model.lastEntry();
      } else if (random.nextInt(i / 1000 + 2) == 0) {
        cursor.next();
        at = model.higherEntry(at.getKey());
      } else {
        cursor.prev();
        at = model.lowerEntry(at.getKey());
      }
      assertStandsAt(at, cursor);
    }
  }

  private static void assertStandsAt(Map.Entry<Place, byte[]> expected, EntryCursor cursor) {
    assertEquals(expected != null, cursor.valid());
    if (expected == null) {
      return;
    }
    assertArrayEquals(
        expected.getKey().key(), range(cursor.keyArray(), cursor.keyOffset(), cursor.keyLength()));
    assertEquals(expected.getKey().sequence(), cursor.sequence());
    assertValue(
        expected.getValue(),
        cursor.kind(),
        range(cursor.valueArray(), cursor.valueOffset(), cursor.valueLength()));
  }

  private static void assertValue(byte[] expected, EntryKind kind, byte[] value) {
    assertEquals(expected == null ? EntryKind.TOMBSTONE : EntryKind.PUT, kind);
    assertArrayEquals(expected == null ? new byte[0] : expected, value);
  }

  private static byte[] range(byte[] array, int offset, int length) {
    return Arrays.copyOfRange(array, offset, offset + length);
  }
}

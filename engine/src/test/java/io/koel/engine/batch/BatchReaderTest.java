package io.koel.engine.batch;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.koel.engine.Seed;
import io.koel.filter.CorruptionException;
import io.koel.sst.EntryCursor;
import io.koel.sst.EntryKind;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class BatchReaderTest {

  private record Entry(EntryKind kind, String key, String value, long sequence) {}

  @Test
  void of_anyBatch_givesItsEntries() throws Exception {
    Random random = Seed.random("of_anyBatch_givesItsEntries");
    for (int round = 0; round < 200; round++) {
      EncodedBatch batch = new EncodedBatch();
      List<Entry> expected = new ArrayList<>();
      long first = random.nextLong() >>> 9;
      for (int i = random.nextInt(20); i > 0; i--) {
        byte[] key = randomBytes(random, 300);
        byte[] value = randomBytes(random, 40_000);
        long sequence = first + expected.size();
        if (random.nextInt(3) == 0) {
          batch.delete(key);
          expected.add(new Entry(EntryKind.TOMBSTONE, Arrays.toString(key), "[]", sequence));
        } else {
          batch.put(key, value);
          expected.add(
              new Entry(EntryKind.PUT, Arrays.toString(key), Arrays.toString(value), sequence));
        }
      }
      batch.setFirstSequence(first);

      byte[] shifted = new byte[batch.sizeInBytes() + 7];
      System.arraycopy(batch.array(), 0, shifted, 5, batch.sizeInBytes());
      BatchReader reader = BatchReader.of(shifted, 5, batch.sizeInBytes(), "batch");

      assertEquals(expected.size(), reader.count());
      assertEquals(first, reader.firstSequence());
      assertEquals(first + expected.size() - 1, reader.lastSequence());
      assertEquals(expected, entries(reader));
      assertEquals(expected, entries(batch.entries()));
      assertEquals(expected, entries(batch.entries()));
    }
  }

  @Test
  void of_cutAnywhere_isCorruptionThatSaysWhere() {
    byte[] whole = sample();
    for (int length = 0; length < whole.length; length++) {
      int cut = length;
      CorruptionException e =
          assertThrows(CorruptionException.class, () -> BatchReader.of(whole, 0, cut, "log at 7"));
      assertTrue(e.getMessage().startsWith("log at 7: "), e.getMessage());
    }
    byte[] longer = Arrays.copyOf(whole, whole.length + 1);
    assertThrows(
        CorruptionException.class, () -> BatchReader.of(longer, 0, longer.length, "longer"));
  }

  @Test
  void of_anyByteChanged_isReadableOrCorruption() {
    byte[] whole = sample();
    int refused = 0;
    for (int at = 0; at < whole.length; at++) {
      for (int change = 1; change < 256; change++) {
        byte[] changed = whole.clone();
        changed[at] ^= (byte) change;
        try {
          entries(BatchReader.of(changed, 0, changed.length, "changed"));
        } catch (CorruptionException e) {
          refused++;
        }
      }
    }
    assertTrue(refused > 0, "none was refused");
  }

  @Test
  void of_impossibleHeader_isCorruption() {
    EncodedBatch batch = new EncodedBatch();
    batch.put(new byte[1], new byte[1]);
    batch.put(new byte[1], new byte[1]);
    for (long first : new long[] {-1, Long.MIN_VALUE, EntryCursor.MAX_SEQUENCE}) {
      batch.setFirstSequence(first);
      assertThrows(
          CorruptionException.class,
          () -> BatchReader.of(batch.array(), 0, batch.sizeInBytes(), "batch"));
    }
  }

  @Test
  void of_noEntries_hasNone() throws Exception {
    EncodedBatch batch = new EncodedBatch();
    batch.setFirstSequence(5);
    BatchReader reader = BatchReader.of(batch.array(), 0, batch.sizeInBytes(), "batch");
    assertFalse(reader.next());
    assertEquals(4, reader.lastSequence());
  }

  @Test
  void varintSize_anyLength_isWhatPutVarintWrites() {
    byte[] array = new byte[8];
    for (int shift = 0; shift < 31; shift++) {
      for (int value : new int[] {(1 << shift) - 1, 1 << shift}) {
        assertEquals(EntryLayout.varintSize(value), EntryLayout.putVarint(array, 0, value));
        assertEquals(value, EntryLayout.varint(array, 0));
      }
    }
  }

  private static byte[] sample() {
    EncodedBatch batch = new EncodedBatch();
    batch.put("key".getBytes(), "value".getBytes());
    batch.delete("gone".getBytes());
    batch.put(new byte[130], new byte[3]);
    batch.setFirstSequence(42);
    return Arrays.copyOf(batch.array(), batch.sizeInBytes());
  }

  private static byte[] randomBytes(Random random, int limit) {
    byte[] bytes = new byte[random.nextInt(1 + random.nextInt(limit))];
    random.nextBytes(bytes);
    return bytes;
  }

  private static List<Entry> entries(BatchReader reader) {
    List<Entry> entries = new ArrayList<>();
    while (reader.next()) {
      byte[] array = reader.array();
      entries.add(
          new Entry(
              reader.kind(),
              range(array, reader.keyOffset(), reader.keyLength()),
              range(array, reader.valueOffset(), reader.valueLength()),
              reader.sequence()));
    }
    return entries;
  }

  private static String range(byte[] array, int offset, int length) {
    return Arrays.toString(Arrays.copyOfRange(array, offset, offset + length));
  }
}

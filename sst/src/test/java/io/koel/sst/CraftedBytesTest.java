package io.koel.sst;

import static org.junit.jupiter.api.Assertions.assertTrue;

import io.koel.filter.CorruptionException;
import io.koel.filter.KeyHash;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/**
 * Bytes whose checksum is right but that no writer wrote: they may say anything, but reading them
 * ends, within bounds, or says what is wrong.
 */
class CraftedBytesTest {

  private final Random random = Seed.random(getClass());

  @Test
  void block_ofChangedBytes_neverLeavesItsBounds() throws CorruptionException {
    int refused = 0;
    for (int i = 0; i < 20_000; i++) {
      List<Entry> entries = Tables.random(random, 1 + random.nextInt(20));
      byte[] bytes = change(block(entries, 1 << random.nextInt(5)));
      try {
        use(new Block(bytes, 0, bytes.length), entries.get(0).key());
      } catch (CorruptionException e) {
        refused++;
      }
    }
    assertTrue(refused > 1000 && refused < 20_000, "refused: " + refused);
  }

  private static byte[] block(List<Entry> entries, int restartInterval) {
    BlockBuilder builder = new BlockBuilder(4096, restartInterval);
    for (Entry e : entries) {
      long hash = KeyHash.of(e.key(), 0);
      builder.add(
          e.key(), 0, e.key().length, hash, e.sequence(), e.kind(), e.value(), 0, e.value().length);
    }
    long size = builder.size();
    byte[] bytes = builder.finish().toByteArray();
    assertTrue(size == bytes.length, "the builder's size is exact");
    return bytes;
  }

  private static void use(Block block, byte[] key) {
    block.firstOf(key, KeyHash.of(key, 0));
    block.lowerBound(key, 0, key.length, 5);
    BlockCursor cursor = new BlockCursor();
    cursor.reset(block);
    for (boolean valid = cursor.moveTo(0); valid; valid = cursor.next()) {
      assertTrue(cursor.sequence() >= 0 && cursor.kind() != null);
      assertTrue(cursor.valueLength() >= 0);
      byte[] entryKey = Arrays.copyOf(cursor.keyArray(), cursor.keyLength());
      block.firstOf(entryKey, KeyHash.of(entryKey, 0));
      block.lowerBound(entryKey, 0, entryKey.length, cursor.sequence());
    }
    for (boolean valid = cursor.moveTo(block.count - 1);
        valid;
        valid = cursor.moveTo(cursor.entry() - 1)) {
      assertTrue(cursor.valueOffset() + cursor.valueLength() <= block.bytes.length);
    }
  }

  @Test
  void index_ofChangedBytes_neverLeavesItsBounds() {
    int refused = 0;
    for (int i = 0; i < 20_000; i++) {
      Index.Builder builder = new Index.Builder();
      int blocks = 1 + random.nextInt(20);
      // With a long one, not all separators are kept whole.
      byte[] stem = new byte[random.nextInt(2) * random.nextInt(1000)];
      for (int b = 0; b < blocks; b++) {
        builder.add(100, 10, join(stem, Tables.randomKey(random)), random.nextInt(3));
      }
      byte[] bytes = change(builder.finish());
      try {
        ByteReader in = new ByteReader("index", 0, bytes, bytes.length);
        Index index = Index.decode(in, 105L * blocks, 10L * blocks);
        for (int k = 0; k < 5; k++) {
          byte[] key = join(stem, Tables.randomKey(random));
          int block = index.find(key, 0, key.length, 1);
          assertTrue(block >= 0 && block <= index.blockCount());
        }
      } catch (CorruptionException e) {
        refused++;
      }
    }
    assertTrue(refused > 1000 && refused < 20_000, "refused: " + refused);
  }

  private static byte[] join(byte[] a, byte[] b) {
    byte[] joined = Arrays.copyOf(a, a.length + b.length);
    System.arraycopy(b, 0, joined, a.length, b.length);
    return joined;
  }

  @Test
  void properties_ofChangedBytes_areReadOrRefused() {
    Footer footer = new Footer(100, 100, 200, 300);
    TableProperties whole =
        new TableProperties(
            10,
            2,
            9,
            "a".getBytes(),
            "b".getBytes(),
            1,
            10,
            100,
            1000,
            1200,
            1,
            100,
            0,
            100,
            348,
            3,
            4096,
            Compression.LZ4,
            5,
            "none",
            1);
    int refused = 0;
    for (int i = 0; i < 20_000; i++) {
      byte[] bytes = change(whole.encode());
      try {
        TableProperties.decode(new ByteReader("properties", 0, bytes, bytes.length), footer);
      } catch (CorruptionException e) {
        refused++;
      }
    }
    assertTrue(refused > 1000 && refused < 20_000, "refused: " + refused);
  }

  private byte[] change(byte[] bytes) {
    byte[] changed = bytes.clone();
    int changes = 1 + random.nextInt(3);
    for (int i = 0; i < changes; i++) {
      int tail = Math.min(changed.length, 40);
      int at =
          random.nextBoolean()
              ? random.nextInt(changed.length)
              : changed.length - 1 - random.nextInt(tail);
      changed[at] = (byte) (random.nextBoolean() ? random.nextInt(256) : changed[at] + 1);
    }
    return random.nextInt(10) == 0
        ? Arrays.copyOf(changed, random.nextInt(changed.length + 1))
        : changed;
  }
}

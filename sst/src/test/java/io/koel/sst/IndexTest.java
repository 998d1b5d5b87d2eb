package io.koel.sst;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.koel.filter.CorruptionException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

class IndexTest {

  private final Random random = Seed.random(getClass());

  @Test
  void separator_ofAllShortKeys_isBetweenThem() {
    List<byte[]> keys = allKeys(3);
    for (int a = 0; a < keys.size(); a++) {
      for (int b = a + 1; b < keys.size(); b++) {
        byte[] last = keys.get(a);
        byte[] next = keys.get(b);
        byte[] separator = Index.separator(last, last.length, next, 0, next.length);
        assertTrue(Arrays.compareUnsigned(last, separator) <= 0);
        assertTrue(Arrays.compareUnsigned(separator, next) < 0);
        assertTrue(separator.length <= last.length);
      }
    }
  }

  @Test
  void separator_ofLongDifferentKeys_isShort() {
    byte[] last = "alpha beta".getBytes();
    byte[] next = "alpine hut".getBytes();
    assertEquals("alpi", new String(Index.separator(last, last.length, next, 0, next.length)));
  }

  @Test
  void find_allShortKeys_isTheFirstSeparatorNotBefore() throws CorruptionException {
    List<byte[]> keys = allKeys(3);
    for (int round = 0; round < 300; round++) {
      byte[] common = new byte[random.nextInt(12)];
      random.nextBytes(common);
      TreeSet<Entry> separators = new TreeSet<>(Entry.INTERNAL_ORDER);
      int count = 1 + random.nextInt(round % 10 == 0 ? 300 : 10);
      for (int i = 0; i < count; i++) {
        byte[] key = join(common, keys.get(random.nextInt(keys.size())));
        separators.add(new Entry(key, random.nextInt(3), EntryKind.PUT, common));
      }
      Index index = index(separators);
      for (byte[] suffix : keys) {
        byte[] key = random.nextInt(8) == 0 ? suffix : join(common, suffix);
        for (int sequence = 0; sequence < 3; sequence++) {
          Entry target = new Entry(key, sequence, EntryKind.PUT, common);
          assertEquals(
              separators.headSet(target, false).size(), index.find(key, 0, key.length, sequence));
        }
      }
    }
  }

  /**
   * Keys that are not all kept whole: they share long pieces, with the neighbour or with others.
   */
  @Test
  void find_longKeysThatShareMuch_isTheFirstSeparatorNotBefore() throws CorruptionException {
    for (int round = 0; round < 300; round++) {
      byte[] common = new byte[random.nextInt(3) * random.nextInt(400)];
      List<byte[]> pieces = pieces();
      TreeSet<Entry> separators = new TreeSet<>(Entry.INTERNAL_ORDER);
      int count = 1 + random.nextInt(100);
      for (int i = 0; i < count; i++) {
        byte[] key = join(common, longKey(pieces));
        separators.add(new Entry(key, random.nextInt(3), EntryKind.PUT, new byte[0]));
      }
      Index index = index(separators);
      List<byte[]> targets = new ArrayList<>();
      for (Entry separator : separators) {
        targets.add(separator.key());
        targets.add(Arrays.copyOf(separator.key(), separator.key().length + 1));
        targets.add(Arrays.copyOf(separator.key(), random.nextInt(separator.key().length + 1)));
        byte[] changed = separator.key().clone();
        if (changed.length > 0) {
          changed[random.nextInt(changed.length)] += random.nextInt(3) - 1;
        }
        targets.add(changed);
        targets.add(join(common, longKey(pieces)));
      }
      for (byte[] key : targets) {
        for (int sequence = 0; sequence < 3; sequence++) {
          Entry target = new Entry(key, sequence, EntryKind.PUT, new byte[0]);
          assertEquals(
              separators.headSet(target, false).size(), index.find(key, 0, key.length, sequence));
        }
      }
    }
  }

  private List<byte[]> pieces() {
    List<byte[]> pieces = new ArrayList<>(allKeys(1));
    for (int i = 0; i < 4; i++) {
      byte[] piece = new byte[1 + random.nextInt(i % 2 == 0 ? 10 : 600)];
      Arrays.fill(piece, (byte) random.nextInt(3));
      pieces.add(piece);
    }
    return pieces;
  }

  private byte[] longKey(List<byte[]> pieces) {
    byte[] key = {};
    for (int n = random.nextInt(8); n > 0; n--) {
      key = join(key, pieces.get(random.nextInt(pieces.size())));
    }
    return key;
  }

  /** What separators share is stored once on disk, and a reader must not undo that. */
  @Test
  void decode_longKeysThatShareNearlyAll_takesMemoryAsItsBytesDo() throws CorruptionException {
    TreeSet<Entry> separators = new TreeSet<>(Entry.INTERNAL_ORDER);
    for (int i = 0; i < 2000; i++) {
      byte[] key = new byte[TableFormat.MAX_KEY_LENGTH];
      Bytes.putInt(key, key.length - 4, Integer.reverseBytes(i));
      separators.add(new Entry(key, 0, EntryKind.PUT, new byte[0]));
    }
    Index index = index(separators);
    assertTrue(index.sizeInBytes() < 1 << 20, "memory: " + index.sizeInBytes());
    int number = 0;
    for (Entry separator : separators) {
      assertEquals(number++, index.find(separator.key(), 0, separator.key().length, 1));
    }
  }

  /** Another writer may state a shorter shared prefix than there is. */
  @Test
  void decode_prefixesThatAreSharedInPart_isTheSameIndex() throws CorruptionException {
    byte[] stem = new byte[300];
    ByteWriter bytes = new ByteWriter(100).putInt(50);
    for (int i = 0; i < 50; i++) {
      int shared = i == 0 ? 0 : random.nextInt(stem.length + 1);
      bytes.putVarint(10).putVarint(1).putVarint(shared).putVarint(stem.length + 1 - shared);
      bytes.put(stem, shared, stem.length - shared).put(i).putVarint(0);
    }
    byte[] contents = bytes.toByteArray();
    Index index = Index.decode(new ByteReader("index", 0, contents, contents.length), 750, 50);
    for (int i = 0; i < 50; i++) {
      byte[] key = join(stem, new byte[] {(byte) i});
      assertEquals(i, index.find(key, 0, key.length, 1));
      assertEquals(i + 1, index.find(join(key, stem), 0, key.length + 1, 1));
    }
  }

  private static Index index(TreeSet<Entry> separators) throws CorruptionException {
    Index.Builder builder = new Index.Builder();
    for (Entry separator : separators) {
      builder.add(10, 1, separator.key(), separator.sequence());
    }
    byte[] bytes = builder.finish();
    ByteReader in = new ByteReader("index", 0, bytes, bytes.length);
    return Index.decode(in, 15L * separators.size(), separators.size());
  }

  private static byte[] join(byte[] a, byte[] b) {
    byte[] joined = Arrays.copyOf(a, a.length + b.length);
    System.arraycopy(b, 0, joined, a.length, b.length);
    return joined;
  }

  /** All keys over four bytes, among them the extremes, of up to some length; sorted. */
  private static List<byte[]> allKeys(int maxLength) {
    byte[] letters = {0, 1, (byte) 0x80, (byte) 0xff};
    List<byte[]> keys = new ArrayList<>();
    keys.add(new byte[0]);
    for (int from = 0, length = 1; length <= maxLength; length++) {
      int to = keys.size();
      for (; from < to; from++) {
        for (byte letter : letters) {
          keys.add(join(keys.get(from), new byte[] {letter}));
        }
      }
    }
    keys.sort(Arrays::compareUnsigned);
    return keys;
  }
}

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

  private static Index index(TreeSet<Entry> separators) throws CorruptionException {
    Index.Builder builder = new Index.Builder();
    for (Entry separator : separators) {
      builder.add(10, 1, separator.key(), separator.sequence());
    }
    byte[] bytes = builder.finish();
    ByteReader in = new ByteReader("index", 0, bytes, bytes.length);
    return Index.decode(in, 15L * separators.size(), separators.size(), Long.MAX_VALUE);
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

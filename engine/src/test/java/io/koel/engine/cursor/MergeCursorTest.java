package io.koel.engine.cursor;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.koel.engine.Seed;
import io.koel.engine.batch.EncodedBatch;
import io.koel.engine.memtable.Memtable;
import io.koel.sst.EntryCursor;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class MergeCursorTest {

  private record Entry(String key, long sequence) {

    static final Comparator<Entry> INTERNAL =
        Comparator.<Entry, byte[]>comparing(e -> e.key.getBytes(), Arrays::compareUnsigned)
            .thenComparing(Entry::sequence, Comparator.reverseOrder());
  }

  private final List<Entry> entries = new ArrayList<>();

  private EntryCursor randomMerge(Random random, int children) {
    List<Memtable> memtables = new ArrayList<>();
    for (int i = 0; i < children; i++) {
      memtables.add(new Memtable(0, 1 << 12));
    }
    for (int sequence = 1; sequence <= 60 && children > 0; sequence++) {
      String key = (random.nextBoolean() ? "longerprefix" : "") + random.nextInt(20);
      EncodedBatch batch = new EncodedBatch();
      batch.put(key.getBytes(), new byte[1]);
      batch.setFirstSequence(sequence);
      memtables.get(random.nextInt(children)).apply(batch.entries());
      entries.add(new Entry(key, sequence));
    }
    entries.sort(Entry.INTERNAL);
    return MergeCursor.of(memtables.stream().map(Memtable::cursor).toList());
  }

  private static Entry current(EntryCursor cursor) {
    int offset = cursor.keyOffset();
    return new Entry(new String(cursor.keyArray(), offset, cursor.keyLength()), cursor.sequence());
  }

  @Test
  void walk_bothWays_isSorted() throws IOException {
    Random random = Seed.random("MergeCursorTest");
    for (int round = 0; round < 300; round++) {
      entries.clear();
      EntryCursor merge = randomMerge(random, random.nextInt(9));
      List<Entry> forward = new ArrayList<>();
      for (boolean more = merge.first(); more; more = merge.next()) {
        forward.add(current(merge));
      }
      assertEquals(entries, forward);
      List<Entry> backward = new ArrayList<>();
      for (boolean more = merge.last(); more; more = merge.prev()) {
        backward.add(current(merge));
      }
      Collections.reverse(backward);
      assertEquals(entries, backward);
      merge.close();
    }
  }

  @Test
  void seek_bothWays_findsNeighbour() throws IOException {
    Random random = Seed.random("MergeCursorTest");
    for (int round = 0; round < 200; round++) {
      entries.clear();
      EntryCursor merge = randomMerge(random, 1 + random.nextInt(8));
      for (int i = 0; i < 20; i++) {
        Entry target = new Entry("" + random.nextInt(25), random.nextInt(70));
        byte[] key = target.key.getBytes();
        Entry ceiling =
            entries.stream()
                .filter(e -> Entry.INTERNAL.compare(e, target) >= 0)
                .findFirst()
                .orElse(null);
        assertEquals(
            ceiling, merge.seek(key, 0, key.length, target.sequence) ? current(merge) : null);
        Entry floor =
            entries.stream()
                .filter(e -> Entry.INTERNAL.compare(e, target) <= 0)
                .reduce((a, b) -> b)
                .orElse(null);
        assertEquals(
            floor, merge.seekForPrev(key, 0, key.length, target.sequence) ? current(merge) : null);
      }
    }
  }

  @Test
  void of_oneChild_isThatChild() {
    EntryCursor only = new Memtable(0, 1 << 12).cursor();
    assertSame(only, MergeCursor.of(List.of(only)));
    assertFalse(MergeCursor.of(List.of()).valid());
  }

  @Test
  void prev_afterFirst_isRefused() throws IOException {
    EntryCursor merge = randomMerge(new Random(1), 3);
    merge.first();
    assertThrows(IllegalStateException.class, merge::prev);
  }
}

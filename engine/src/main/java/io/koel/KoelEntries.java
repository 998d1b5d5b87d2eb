package io.koel;

import java.util.Collections;
import java.util.Comparator;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Map.Entry;
import java.util.NoSuchElementException;
import java.util.Spliterator;
import java.util.Spliterators;
import java.util.function.Consumer;
import java.util.function.Function;

/**
 * Iterates over a {@link KoelMap}. Reads a chunk of entries at a time and goes on after the last of
 * them: an iterator cannot be closed, so it must not hold a cursor.
 */
final class KoelEntries implements Iterator<Entry<byte[], byte[]>> {

  private static final int CHUNK = 64;
  private static final int CHARACTERISTICS =
      Spliterator.ORDERED | Spliterator.NONNULL | Spliterator.CONCURRENT;

  private final KoelMap map;
  private Iterator<Entry<byte[], byte[]>> chunk = Collections.emptyIterator();
  private byte[] last;
  private byte[] removable;
  private boolean ended;

  KoelEntries(KoelMap map) {
    this.map = map;
  }

  /** The keys or the values of a map, in the order of the keys. */
  static Iterator<byte[]> parts(
      Map<byte[], byte[]> map, Function<Entry<byte[], byte[]>, byte[]> part) {
    Iterator<Entry<byte[], byte[]>> entries = map.entrySet().iterator();
    return new Iterator<>() {
      @Override
      public boolean hasNext() {
        return entries.hasNext();
      }

      @Override
      public byte[] next() {
        return part.apply(entries.next());
      }

      @Override
      public void remove() {
        entries.remove();
      }
    };
  }

  /**
   * A spliterator that does not know its size: it would have to be counted, and others may write
   * meanwhile.
   *
   * @param more characteristics beside those of all parts of a map
   */
  static <T> Spliterator<T> spliterator(Iterator<T> iterator, int more) {
    return Spliterators.spliteratorUnknownSize(iterator, CHARACTERISTICS | more);
  }

  /** The same of elements that are distinct and in the order of a comparator. */
  static <T> Spliterator<T> sorted(Iterator<T> iterator, Comparator<? super T> order) {
    int characteristics = CHARACTERISTICS | Spliterator.DISTINCT | Spliterator.SORTED;
    return new Spliterators.AbstractSpliterator<>(Long.MAX_VALUE, characteristics) {
      @Override
      public boolean tryAdvance(Consumer<? super T> action) {
        boolean isThere = iterator.hasNext();
        if (isThere) {
          action.accept(iterator.next());
        }
        return isThere;
      }

      @Override
      public Comparator<? super T> getComparator() {
        return order;
      }
    };
  }

  @Override
  public boolean hasNext() {
    if (!chunk.hasNext() && !ended) {
      List<Entry<byte[], byte[]>> next = map.entriesAfter(last, CHUNK);
      ended = next.isEmpty();
      chunk = next.iterator();
    }
    return chunk.hasNext();
  }

  @Override
  public Entry<byte[], byte[]> next() {
    if (!hasNext()) {
      throw new NoSuchElementException("the iterator is at its end");
    }
    Entry<byte[], byte[]> entry = chunk.next();
    last = entry.getKey().clone();
    removable = last;
    return entry;
  }

  @Override
  public void remove() {
    if (removable == null) {
      throw new IllegalStateException("there is no entry to remove: call next() first");
    }
    map.delete(removable);
    removable = null;
  }
}

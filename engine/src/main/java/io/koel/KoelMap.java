package io.koel;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.AbstractMap;
import java.util.AbstractSet;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.Comparator;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.NavigableSet;
import java.util.NoSuchElementException;
import java.util.Set;
import java.util.SortedMap;

/**
 * A store, or a range of its keys, as a map.
 *
 * <p>Keys and values are compared by their bytes, also by {@code equals}, {@code containsValue} and
 * the like. Arrays that come out are copies. Iterators are weakly consistent, as those of {@link
 * java.util.concurrent.ConcurrentSkipListMap}; {@code size()} counts entry by entry. Two calls are
 * not one: {@code put} and {@code remove} read the old value before they write. An {@link
 * IOException} comes as an {@link UncheckedIOException}.
 */
/*
 * Every bound is kept as [from, to): the first key after k is k with a zero byte behind it, so that
 * "from k exclusive" is "from k0" and "to k inclusive" is "to k0". Ranges never have to remember which
 * kind they were.
 */
final class KoelMap extends AbstractMap<byte[], byte[]> implements NavigableMap<byte[], byte[]> {

  private static final Comparator<byte[]> BYTEWISE = Arrays::compareUnsigned;

  private final Koel db;

  /** Inclusive, null for no bound. */
  private final byte[] from;

  /** Exclusive, null for no bound. */
  private final byte[] to;

  private final boolean descending;

  KoelMap(Koel db, byte[] from, byte[] to, boolean descending) {
    this.db = db;
    this.from = from;
    this.to = to;
    this.descending = descending;
  }

  /** The first key after this one. */
  private static byte[] after(byte[] key) {
    return Arrays.copyOf(key, key.length + 1);
  }

  private boolean contains(byte[] key) {
    return (from == null || Arrays.compareUnsigned(from, key) <= 0)
        && (to == null || Arrays.compareUnsigned(key, to) < 0);
  }

  /** The first entry of a part of this range in an order; null if there is none. */
  private Entry<byte[], byte[]> edge(byte[] low, byte[] high, boolean ascending) {
    byte[] start = low == null || (from != null && BYTEWISE.compare(low, from) < 0) ? from : low;
    byte[] end = high == null || (to != null && BYTEWISE.compare(high, to) > 0) ? to : high;
    try (Cursor cursor = ascending ? db.scan(start, end) : db.scanReverse(start, end)) {
      return cursor.next() ? new Item(cursor.key(), cursor.value()) : null;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Override
  public byte[] get(Object key) {
    byte[] wanted = (byte[]) key;
    try {
      return contains(wanted) ? db.get(wanted) : null;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Override
  public boolean containsKey(Object key) {
    return get(key) != null;
  }

  @Override
  public byte[] put(byte[] key, byte[] value) {
    if (!contains(key)) {
      throw new IllegalArgumentException("the key is out of the map's range");
    }
    byte[] before = get(key);
    try {
      db.put(key, value);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return before;
  }

  @Override
  public byte[] remove(Object key) {
    byte[] before = get(key);
    if (before != null) {
      try {
        db.delete((byte[]) key);
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
    return before;
  }

  @Override
  public boolean containsValue(Object value) {
    for (Entry<byte[], byte[]> entry : entrySet()) {
      if (Arrays.equals(entry.getValue(), (byte[]) value)) {
        return true;
      }
    }
    return false;
  }

  @Override
  public int size() {
    long count = 0;
    try (Cursor cursor = db.scan(from, to)) {
      while (cursor.next()) {
        count++;
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return (int) Math.min(count, Integer.MAX_VALUE);
  }

  @Override
  public boolean isEmpty() {
    return edge(null, null, true) == null;
  }

  @Override
  public void clear() {
    Iterator<Entry<byte[], byte[]>> entries = entrySet().iterator();
    while (entries.hasNext()) {
      entries.next();
      entries.remove();
    }
  }

  @Override
  public Comparator<? super byte[]> comparator() {
    return descending ? BYTEWISE.reversed() : BYTEWISE;
  }

  @Override
  public Entry<byte[], byte[]> lowerEntry(byte[] key) {
    return descending ? edge(after(key), null, true) : edge(null, key, false);
  }

  @Override
  public Entry<byte[], byte[]> floorEntry(byte[] key) {
    return descending ? edge(key, null, true) : edge(null, after(key), false);
  }

  @Override
  public Entry<byte[], byte[]> ceilingEntry(byte[] key) {
    return descending ? edge(null, after(key), false) : edge(key, null, true);
  }

  @Override
  public Entry<byte[], byte[]> higherEntry(byte[] key) {
    return descending ? edge(null, key, false) : edge(after(key), null, true);
  }

  @Override
  public Entry<byte[], byte[]> firstEntry() {
    return edge(null, null, !descending);
  }

  @Override
  public Entry<byte[], byte[]> lastEntry() {
    return edge(null, null, descending);
  }

  @Override
  public Entry<byte[], byte[]> pollFirstEntry() {
    return poll(firstEntry());
  }

  @Override
  public Entry<byte[], byte[]> pollLastEntry() {
    return poll(lastEntry());
  }

  private Entry<byte[], byte[]> poll(Entry<byte[], byte[]> entry) {
    if (entry != null) {
      remove(entry.getKey());
    }
    return entry;
  }

  @Override
  public byte[] lowerKey(byte[] key) {
    return keyOf(lowerEntry(key));
  }

  @Override
  public byte[] floorKey(byte[] key) {
    return keyOf(floorEntry(key));
  }

  @Override
  public byte[] ceilingKey(byte[] key) {
    return keyOf(ceilingEntry(key));
  }

  @Override
  public byte[] higherKey(byte[] key) {
    return keyOf(higherEntry(key));
  }

  private static byte[] keyOf(Entry<byte[], byte[]> entry) {
    return entry == null ? null : entry.getKey();
  }

  @Override
  public byte[] firstKey() {
    return present(firstEntry()).getKey();
  }

  @Override
  public byte[] lastKey() {
    return present(lastEntry()).getKey();
  }

  private static Entry<byte[], byte[]> present(Entry<byte[], byte[]> entry) {
    if (entry == null) {
      throw new NoSuchElementException("the map is empty");
    }
    return entry;
  }

  @Override
  public NavigableMap<byte[], byte[]> descendingMap() {
    return new KoelMap(db, from, to, !descending);
  }

  @Override
  public NavigableMap<byte[], byte[]> subMap(
      byte[] fromKey, boolean fromInclusive, byte[] toKey, boolean toInclusive) {
    if (comparator().compare(fromKey, toKey) > 0) {
      throw new IllegalArgumentException("the range's first key is after its last");
    }
    return descending
        ? range(low(toKey, toInclusive), high(fromKey, fromInclusive))
        : range(low(fromKey, fromInclusive), high(toKey, toInclusive));
  }

  @Override
  public NavigableMap<byte[], byte[]> headMap(byte[] toKey, boolean inclusive) {
    return descending ? range(low(toKey, inclusive), to) : range(from, high(toKey, inclusive));
  }

  @Override
  public NavigableMap<byte[], byte[]> tailMap(byte[] fromKey, boolean inclusive) {
    return descending ? range(from, high(fromKey, inclusive)) : range(low(fromKey, inclusive), to);
  }

  private static byte[] low(byte[] key, boolean inclusive) {
    return inclusive ? key.clone() : after(key);
  }

  private static byte[] high(byte[] key, boolean inclusive) {
    return inclusive ? after(key) : key.clone();
  }

  private KoelMap range(byte[] low, byte[] high) {
    boolean below = from != null && BYTEWISE.compare(low, from) < 0;
    boolean above = to != null && BYTEWISE.compare(high, to) > 0;
    if (below || above) {
      throw new IllegalArgumentException("a range of a range must lie within it");
    }
    return new KoelMap(db, low, high, descending);
  }

  @Override
  public SortedMap<byte[], byte[]> subMap(byte[] fromKey, byte[] toKey) {
    return subMap(fromKey, true, toKey, false);
  }

  @Override
  public SortedMap<byte[], byte[]> headMap(byte[] toKey) {
    return headMap(toKey, false);
  }

  @Override
  public SortedMap<byte[], byte[]> tailMap(byte[] fromKey) {
    return tailMap(fromKey, true);
  }

  @Override
  public NavigableSet<byte[]> keySet() {
    return navigableKeySet();
  }

  @Override
  public NavigableSet<byte[]> navigableKeySet() {
    return new KoelKeySet(this);
  }

  @Override
  public NavigableSet<byte[]> descendingKeySet() {
    return descendingMap().navigableKeySet();
  }

  @Override
  public Set<Entry<byte[], byte[]>> entrySet() {
    return new AbstractSet<>() {
      @Override
      public Iterator<Entry<byte[], byte[]>> iterator() {
        return new Entries();
      }

      @Override
      public int size() {
        return KoelMap.this.size();
      }

      @Override
      public boolean contains(Object o) {
        return o instanceof Entry<?, ?> entry
            && entry.getKey() instanceof byte[] key
            && entry.getValue() instanceof byte[] value
            && Arrays.equals(value, get(key));
      }

      @Override
      public boolean remove(Object o) {
        if (!contains(o)) {
          return false;
        }
        KoelMap.this.remove(((Entry<?, ?>) o).getKey());
        return true;
      }
    };
  }

  @Override
  public boolean equals(Object other) {
    return other == this
        || (other instanceof Map<?, ?> map
            && map.size() == size()
            && map.entrySet().stream().allMatch(entrySet()::contains));
  }

  @Override
  public int hashCode() {
    int sum = 0;
    for (Entry<byte[], byte[]> entry : entrySet()) {
      sum += entry.hashCode();
    }
    return sum;
  }

  /** An entry that writes through, and compares by bytes. */
  private final class Item extends SimpleEntry<byte[], byte[]> {

    private static final long serialVersionUID = 1L;

    Item(byte[] key, byte[] value) {
      super(key, value);
    }

    @Override
    public byte[] setValue(byte[] value) {
      KoelMap.this.put(getKey(), value);
      return super.setValue(value);
    }

    @Override
    public boolean equals(Object o) {
      return o instanceof Entry<?, ?> entry
          && entry.getKey() instanceof byte[] key
          && entry.getValue() instanceof byte[] value
          && Arrays.equals(key, getKey())
          && Arrays.equals(value, getValue());
    }

    @Override
    public int hashCode() {
      return Arrays.hashCode(getKey()) ^ Arrays.hashCode(getValue());
    }
  }

  /**
   * Reads a chunk of entries at a time and goes on after the last of them: an iterator cannot be
   * closed, so it must not hold a cursor.
   */
  private final class Entries implements Iterator<Entry<byte[], byte[]>> {

    private static final int CHUNK = 64;

    private Iterator<Entry<byte[], byte[]>> chunk = Collections.emptyIterator();
    private Entry<byte[], byte[]> last;
    private byte[] removable;
    private boolean ended;

    @Override
    public boolean hasNext() {
      if (!chunk.hasNext() && !ended) {
        chunk = read().iterator();
        ended = !chunk.hasNext();
      }
      return chunk.hasNext();
    }

    private List<Entry<byte[], byte[]>> read() {
      byte[] low = last == null || descending ? from : after(last.getKey());
      byte[] high = last == null || !descending ? to : last.getKey();
      List<Entry<byte[], byte[]>> entries = new ArrayList<>();
      try (Cursor cursor = descending ? db.scanReverse(low, high) : db.scan(low, high)) {
        while (entries.size() < CHUNK && cursor.next()) {
          entries.add(new Item(cursor.key(), cursor.value()));
        }
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
      return entries;
    }

    @Override
    public Entry<byte[], byte[]> next() {
      if (!hasNext()) {
        throw new NoSuchElementException("the iterator is at its end");
      }
      last = chunk.next();
      removable = last.getKey();
      return last;
    }

    @Override
    public void remove() {
      if (removable == null) {
        throw new IllegalStateException("there is no entry to remove: call next() first");
      }
      KoelMap.this.remove(removable);
      removable = null;
    }
  }
}

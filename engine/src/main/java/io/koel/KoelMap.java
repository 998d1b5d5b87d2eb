package io.koel;

import static io.koel.engine.ScanOrder.ASCENDING;
import static io.koel.engine.ScanOrder.DESCENDING;

import io.koel.engine.ScanOrder;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.AbstractMap;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.NavigableSet;
import java.util.NoSuchElementException;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentNavigableMap;
import java.util.function.BiFunction;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;

/**
 * A store, or a range of its keys, as a map; {@link Koel#asMap} says what it promises.
 *
 * <p>Keys and values are compared by their bytes, also by {@code equals}, {@code containsValue} and
 * the like. Arrays that come out are copies.
 */
/*
 * Every bound is kept as [from, to): the first key after k is k with a zero byte behind it, so that
 * "from k exclusive" is "from k0" and "to k inclusive" is "to k0". Ranges never have to remember which
 * kind they were.
 *
 * Every write that depends on what is there is one Koel.update. ConcurrentMap's own compute and the like
 * would replace what they read by what the function makes of it, for ever if the function makes it in the
 * array that it was given: values are compared by their bytes, not as objects.
 */
final class KoelMap extends AbstractMap<byte[], byte[]>
    implements ConcurrentNavigableMap<byte[], byte[]> {

  private static final Comparator<byte[]> BYTEWISE = Arrays::compareUnsigned;

  /** No more entries are read at once, so that large values do not fill the heap. */
  private static final int CHUNK_BYTES = 1 << 20;

  private final Koel db;

  /** Inclusive, null for no bound. */
  private final byte[] from;

  /** Exclusive, null for no bound. */
  private final byte[] to;

  private final ScanOrder order;

  KoelMap(Koel db, byte[] from, byte[] to, ScanOrder order) {
    this.db = db;
    this.from = from;
    this.to = to;
    this.order = order;
  }

  /** The first key after this one. */
  private static byte[] after(byte[] key) {
    return Arrays.copyOf(key, key.length + 1);
  }

  private boolean contains(byte[] key) {
    Objects.requireNonNull(key, "key");
    return (from == null || BYTEWISE.compare(from, key) <= 0)
        && (to == null || BYTEWISE.compare(key, to) < 0);
  }

  /** The arrays of a collection, compared by their bytes, whatever it compares by itself. */
  static Set<byte[]> bytewise(Collection<?> arrays) {
    Set<byte[]> set = new TreeSet<>(BYTEWISE);
    for (Object array : arrays) {
      if (array instanceof byte[] bytes) {
        set.add(bytes);
      }
    }
    return set;
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

  /** As one step, gives a key what is made of the value that it has; returns what it had. */
  private byte[] update(byte[] key, UnaryOperator<byte[]> change) {
    try {
      return db.update(key, change);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private void requireInRange(byte[] key) {
    if (!contains(key)) {
      throw new IllegalArgumentException("the key is out of the map's range");
    }
  }

  @Override
  public byte[] put(byte[] key, byte[] value) {
    requireInRange(key);
    Objects.requireNonNull(value, "value");
    return update(key, before -> value);
  }

  @Override
  public byte[] putIfAbsent(byte[] key, byte[] value) {
    requireInRange(key);
    Objects.requireNonNull(value, "value");
    return update(key, before -> before == null ? value : before);
  }

  @Override
  public byte[] replace(byte[] key, byte[] value) {
    requireInRange(key);
    Objects.requireNonNull(value, "value");
    return update(key, before -> before == null ? null : value);
  }

  @Override
  public boolean replace(byte[] key, byte[] expected, byte[] value) {
    requireInRange(key);
    Objects.requireNonNull(expected, "expected");
    Objects.requireNonNull(value, "value");
    byte[] found = update(key, before -> Arrays.equals(before, expected) ? value : before);
    return Arrays.equals(found, expected);
  }

  @Override
  public byte[] remove(Object key) {
    byte[] wanted = (byte[]) key;
    return contains(wanted) ? update(wanted, before -> null) : null;
  }

  @Override
  public boolean remove(Object key, Object value) {
    byte[] wanted = (byte[]) key;
    byte[] expected = (byte[]) value;
    return contains(wanted)
        && expected != null
        && Arrays.equals(
            update(wanted, before -> Arrays.equals(before, expected) ? null : before), expected);
  }

  /**
   * As {@link #update}, but returns what the key has then. The function may change the array that
   * it is given; whatever else it is given must be a copy too, as it may be asked again.
   */
  private byte[] updated(byte[] key, UnaryOperator<byte[]> change) {
    byte[][] after = new byte[1][];
    update(key, before -> after[0] = change.apply(before == null ? null : before.clone()));
    return after[0];
  }

  @Override
  public byte[] compute(
      byte[] key, BiFunction<? super byte[], ? super byte[], ? extends byte[]> function) {
    requireInRange(key);
    Objects.requireNonNull(function, "function");
    return updated(key, before -> function.apply(key.clone(), before));
  }

  @Override
  public byte[] computeIfPresent(
      byte[] key, BiFunction<? super byte[], ? super byte[], ? extends byte[]> function) {
    Objects.requireNonNull(function, "function");
    return contains(key)
        ? updated(key, before -> before == null ? null : function.apply(key.clone(), before))
        : null;
  }

  @Override
  public byte[] merge(
      byte[] key,
      byte[] value,
      BiFunction<? super byte[], ? super byte[], ? extends byte[]> function) {
    requireInRange(key);
    Objects.requireNonNull(value, "value");
    Objects.requireNonNull(function, "function");
    return updated(key, before -> before == null ? value : function.apply(before, value.clone()));
  }

  @Override
  public void replaceAll(BiFunction<? super byte[], ? super byte[], ? extends byte[]> function) {
    Objects.requireNonNull(function, "function");
    for (byte[] key : keySet()) {
      computeIfPresent(
          key, (same, before) -> Objects.requireNonNull(function.apply(same, before), "value"));
    }
  }

  /** Removes a key without a look at its value. */
  void delete(byte[] key) {
    try {
      db.delete(key);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Override
  public boolean containsValue(Object value) {
    byte[] wanted = (byte[]) value;
    return values().stream().anyMatch(each -> Arrays.equals(each, wanted));
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
    return firstEntry() == null;
  }

  @Override
  public Comparator<? super byte[]> comparator() {
    return order == ASCENDING ? BYTEWISE : BYTEWISE.reversed();
  }

  /**
   * The first entries of a part of this range in an order: fewer than asked for if they are large.
   */
  private List<Entry<byte[], byte[]>> entries(
      byte[] low, byte[] high, ScanOrder scanOrder, int limit) {
    byte[] start = low == null || (from != null && BYTEWISE.compare(low, from) < 0) ? from : low;
    byte[] end = high == null || (to != null && BYTEWISE.compare(high, to) > 0) ? to : high;
    List<Entry<byte[], byte[]>> entries = new ArrayList<>();
    long bytes = 0;
    try (Cursor cursor = db.scan(start, end, scanOrder)) {
      while (entries.size() < limit && bytes < CHUNK_BYTES && cursor.next()) {
        entries.add(new KoelEntry(this, cursor.key(), cursor.value()));
        bytes += cursor.keyLength() + cursor.valueLength();
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return entries;
  }

  /** The next entries of this map after a key, or its first ones; none if it is at its end. */
  List<Entry<byte[], byte[]>> entriesAfter(byte[] key, int limit) {
    if (key == null) {
      return entries(null, null, order, limit);
    }
    return order == ASCENDING
        ? entries(after(key), null, ASCENDING, limit)
        : entries(null, key, DESCENDING, limit);
  }

  /** The first entry of a part of this range in an order; null if there is none. */
  private Entry<byte[], byte[]> edge(byte[] low, byte[] high, ScanOrder scanOrder) {
    List<Entry<byte[], byte[]>> first = entries(low, high, scanOrder, 1);
    return first.isEmpty() ? null : first.get(0);
  }

  @Override
  public Entry<byte[], byte[]> lowerEntry(byte[] key) {
    Objects.requireNonNull(key, "key");
    return order == ASCENDING ? edge(null, key, DESCENDING) : edge(after(key), null, ASCENDING);
  }

  @Override
  public Entry<byte[], byte[]> floorEntry(byte[] key) {
    Objects.requireNonNull(key, "key");
    return order == ASCENDING ? edge(null, after(key), DESCENDING) : edge(key, null, ASCENDING);
  }

  @Override
  public Entry<byte[], byte[]> ceilingEntry(byte[] key) {
    Objects.requireNonNull(key, "key");
    return order == ASCENDING ? edge(key, null, ASCENDING) : edge(null, after(key), DESCENDING);
  }

  @Override
  public Entry<byte[], byte[]> higherEntry(byte[] key) {
    Objects.requireNonNull(key, "key");
    return order == ASCENDING ? edge(after(key), null, ASCENDING) : edge(null, key, DESCENDING);
  }

  @Override
  public Entry<byte[], byte[]> firstEntry() {
    return edge(null, null, order);
  }

  @Override
  public Entry<byte[], byte[]> lastEntry() {
    return edge(null, null, order.reversed());
  }

  @Override
  public Entry<byte[], byte[]> pollFirstEntry() {
    return poll(this::firstEntry);
  }

  @Override
  public Entry<byte[], byte[]> pollLastEntry() {
    return poll(this::lastEntry);
  }

  /** Takes an entry at an edge away; who finds that another was faster looks for the next one. */
  private Entry<byte[], byte[]> poll(Supplier<Entry<byte[], byte[]>> edge) {
    while (true) {
      Entry<byte[], byte[]> entry = edge.get();
      if (entry == null) {
        return null;
      }
      byte[] value = remove(entry.getKey());
      if (value != null) {
        return new KoelEntry(this, entry.getKey(), value);
      }
    }
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
  public KoelMap descendingMap() {
    return new KoelMap(db, from, to, order.reversed());
  }

  @Override
  public KoelMap subMap(byte[] fromKey, boolean fromInclusive, byte[] toKey, boolean toInclusive) {
    Objects.requireNonNull(fromKey, "fromKey");
    Objects.requireNonNull(toKey, "toKey");
    if (comparator().compare(fromKey, toKey) > 0) {
      throw new IllegalArgumentException("the range's first key is after its last");
    }
    return order == ASCENDING
        ? range(low(fromKey, fromInclusive), high(toKey, toInclusive))
        : range(low(toKey, toInclusive), high(fromKey, fromInclusive));
  }

  @Override
  public KoelMap headMap(byte[] toKey, boolean inclusive) {
    return order == ASCENDING
        ? range(from, high(toKey, inclusive))
        : range(low(toKey, inclusive), to);
  }

  @Override
  public KoelMap tailMap(byte[] fromKey, boolean inclusive) {
    return order == ASCENDING
        ? range(low(fromKey, inclusive), to)
        : range(from, high(fromKey, inclusive));
  }

  private static byte[] low(byte[] key, boolean inclusive) {
    return inclusive ? key.clone() : after(key);
  }

  private static byte[] high(byte[] key, boolean inclusive) {
    return inclusive ? after(key) : key.clone();
  }

  private KoelMap range(byte[] low, byte[] high) {
    boolean isWithin = !isBefore(low, from) && !isBefore(to, high);
    if (!isWithin || isPast(low, to) || isPast(from, high)) {
      throw new IllegalArgumentException("a range of a range must lie within it");
    }
    return new KoelMap(db, low, high, order);
  }

  private static boolean isBefore(byte[] one, byte[] other) {
    return one != null && other != null && BYTEWISE.compare(one, other) < 0;
  }

  /**
   * Whether a range begins after an end. "From k exclusive to k exclusive" does not: it is empty.
   */
  private static boolean isPast(byte[] begin, byte[] end) {
    return isBefore(end, begin) && !Arrays.equals(begin, after(end));
  }

  @Override
  public KoelMap subMap(byte[] fromKey, byte[] toKey) {
    return subMap(fromKey, true, toKey, false);
  }

  @Override
  public KoelMap headMap(byte[] toKey) {
    return headMap(toKey, false);
  }

  @Override
  public KoelMap tailMap(byte[] fromKey) {
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
    return new KoelEntrySet(this);
  }

  @Override
  public Collection<byte[]> values() {
    return new KoelValues(this);
  }

  @Override
  public boolean equals(Object other) {
    return other == this
        || (other instanceof Map<?, ?> map
            && map.size() == size()
            && map.entrySet().stream().allMatch(entrySet()::contains));
  }
}

package io.koel;

import java.util.AbstractSet;
import java.util.Arrays;
import java.util.Collection;
import java.util.Comparator;
import java.util.Iterator;
import java.util.Map;
import java.util.NavigableMap;
import java.util.NavigableSet;
import java.util.Set;
import java.util.SortedSet;
import java.util.Spliterator;

/** The keys of a {@link KoelMap}. */
final class KoelKeySet extends AbstractSet<byte[]> implements NavigableSet<byte[]> {

  private final NavigableMap<byte[], byte[]> map;

  KoelKeySet(NavigableMap<byte[], byte[]> map) {
    this.map = map;
  }

  @Override
  public Iterator<byte[]> iterator() {
    return KoelEntries.parts(map, Map.Entry::getKey);
  }

  @Override
  public Spliterator<byte[]> spliterator() {
    return KoelEntries.sorted(iterator(), comparator());
  }

  @Override
  public int size() {
    return map.size();
  }

  @Override
  public boolean isEmpty() {
    return map.isEmpty();
  }

  @Override
  public boolean contains(Object key) {
    return map.containsKey(key);
  }

  @Override
  public boolean remove(Object key) {
    return map.remove(key) != null;
  }

  @Override
  public boolean removeAll(Collection<?> keys) {
    boolean isChanged = false;
    for (byte[] key : KoelMap.bytewise(keys)) {
      isChanged |= remove(key);
    }
    return isChanged;
  }

  @Override
  public boolean retainAll(Collection<?> keys) {
    Set<byte[]> wanted = KoelMap.bytewise(keys);
    return removeIf(key -> !wanted.contains(key));
  }

  @Override
  public void clear() {
    map.clear();
  }

  /** By the keys' bytes, as {@code equals} is; that of an array itself is its own alone. */
  @Override
  public int hashCode() {
    int sum = 0;
    for (byte[] key : this) {
      sum += Arrays.hashCode(key);
    }
    return sum;
  }

  @Override
  public Comparator<? super byte[]> comparator() {
    return map.comparator();
  }

  @Override
  public byte[] first() {
    return map.firstKey();
  }

  @Override
  public byte[] last() {
    return map.lastKey();
  }

  @Override
  public byte[] lower(byte[] key) {
    return map.lowerKey(key);
  }

  @Override
  public byte[] floor(byte[] key) {
    return map.floorKey(key);
  }

  @Override
  public byte[] ceiling(byte[] key) {
    return map.ceilingKey(key);
  }

  @Override
  public byte[] higher(byte[] key) {
    return map.higherKey(key);
  }

  @Override
  public byte[] pollFirst() {
    Map.Entry<byte[], byte[]> entry = map.pollFirstEntry();
    return entry == null ? null : entry.getKey();
  }

  @Override
  public byte[] pollLast() {
    Map.Entry<byte[], byte[]> entry = map.pollLastEntry();
    return entry == null ? null : entry.getKey();
  }

  @Override
  public NavigableSet<byte[]> descendingSet() {
    return map.descendingKeySet();
  }

  @Override
  public Iterator<byte[]> descendingIterator() {
    return descendingSet().iterator();
  }

  @Override
  public NavigableSet<byte[]> subSet(
      byte[] from, boolean fromInclusive, byte[] to, boolean toInclusive) {
    return map.subMap(from, fromInclusive, to, toInclusive).navigableKeySet();
  }

  @Override
  public NavigableSet<byte[]> headSet(byte[] to, boolean inclusive) {
    return map.headMap(to, inclusive).navigableKeySet();
  }

  @Override
  public NavigableSet<byte[]> tailSet(byte[] from, boolean inclusive) {
    return map.tailMap(from, inclusive).navigableKeySet();
  }

  @Override
  public SortedSet<byte[]> subSet(byte[] from, byte[] to) {
    return subSet(from, true, to, false);
  }

  @Override
  public SortedSet<byte[]> headSet(byte[] to) {
    return headSet(to, false);
  }

  @Override
  public SortedSet<byte[]> tailSet(byte[] from) {
    return tailSet(from, true);
  }
}

package io.koel;

import java.util.AbstractSet;
import java.util.Arrays;
import java.util.Iterator;
import java.util.Map.Entry;
import java.util.Spliterator;
import java.util.function.Predicate;

/** The entries of a {@link KoelMap}. */
final class KoelEntrySet extends AbstractSet<Entry<byte[], byte[]>> {

  private final KoelMap map;

  KoelEntrySet(KoelMap map) {
    this.map = map;
  }

  @Override
  public Iterator<Entry<byte[], byte[]>> iterator() {
    return new KoelEntries(map);
  }

  @Override
  public Spliterator<Entry<byte[], byte[]>> spliterator() {
    return KoelEntries.spliterator(iterator(), Spliterator.DISTINCT);
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
  public boolean contains(Object o) {
    return o instanceof Entry<?, ?> entry
        && entry.getKey() instanceof byte[] key
        && entry.getValue() instanceof byte[] value
        && Arrays.equals(value, map.get(key));
  }

  @Override
  public boolean remove(Object o) {
    return o instanceof Entry<?, ?> entry
        && entry.getKey() instanceof byte[] key
        && entry.getValue() instanceof byte[] value
        && map.remove(key, value);
  }

  /** An entry that was changed after it was tested stays. */
  @Override
  public boolean removeIf(Predicate<? super Entry<byte[], byte[]>> filter) {
    boolean removed = false;
    for (Entry<byte[], byte[]> entry : this) {
      removed |= filter.test(entry) && remove(entry);
    }
    return removed;
  }
}

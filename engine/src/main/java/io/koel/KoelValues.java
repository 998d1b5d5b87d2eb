package io.koel;

import java.util.AbstractCollection;
import java.util.Arrays;
import java.util.Collection;
import java.util.Iterator;
import java.util.Map.Entry;
import java.util.Set;
import java.util.Spliterator;
import java.util.function.Predicate;

/** The values of a {@link KoelMap}, in the order of their keys. */
final class KoelValues extends AbstractCollection<byte[]> {

  private final KoelMap map;

  KoelValues(KoelMap map) {
    this.map = map;
  }

  @Override
  public Iterator<byte[]> iterator() {
    return KoelEntries.parts(map, Entry::getValue);
  }

  @Override
  public Spliterator<byte[]> spliterator() {
    return KoelEntries.spliterator(iterator(), 0);
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
  public boolean contains(Object value) {
    return map.containsValue(value);
  }

  /** Takes one entry away that has the value. */
  @Override
  public boolean remove(Object value) {
    for (Entry<byte[], byte[]> entry : map.entrySet()) {
      if (Arrays.equals(entry.getValue(), (byte[]) value) && map.remove(entry.getKey(), value)) {
        return true;
      }
    }
    return false;
  }

  @Override
  public boolean removeIf(Predicate<? super byte[]> filter) {
    return map.entrySet().removeIf(entry -> filter.test(entry.getValue()));
  }

  @Override
  public boolean removeAll(Collection<?> values) {
    Set<byte[]> unwanted = KoelMap.bytewise(values);
    return removeIf(unwanted::contains);
  }

  @Override
  public boolean retainAll(Collection<?> values) {
    Set<byte[]> wanted = KoelMap.bytewise(values);
    return removeIf(value -> !wanted.contains(value));
  }
}

package io.koel.scenario;

import java.nio.charset.StandardCharsets;
import java.util.AbstractMap;
import java.util.AbstractSet;
import java.util.Comparator;
import java.util.Iterator;
import java.util.Map;
import java.util.NavigableMap;
import java.util.NavigableSet;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * Shows a map of bytes as one of strings, so that test suites, which compare by equals, can use it.
 * Every call goes to the map of bytes.
 */
final class TextMap extends AbstractMap<String, String> implements NavigableMap<String, String> {

  private final NavigableMap<byte[], byte[]> bytes;

  TextMap(NavigableMap<byte[], byte[]> bytes) {
    this.bytes = bytes;
  }

  private static byte[] bytes(Object text) {
    return ((String) text).getBytes(StandardCharsets.ISO_8859_1);
  }

  private static String text(byte[] array) {
    return array == null ? null : new String(array, StandardCharsets.ISO_8859_1);
  }

  private static Entry<String, String> text(Entry<byte[], byte[]> entry) {
    return entry == null
        ? null
        : new SimpleImmutableEntry<>(text(entry.getKey()), text(entry.getValue()));
  }

  @Override
  public String get(Object key) {
    return text(bytes.get(bytes(key)));
  }

  @Override
  public boolean containsKey(Object key) {
    return bytes.containsKey(bytes(key));
  }

  @Override
  public boolean containsValue(Object value) {
    return value != null && bytes.containsValue(bytes(value));
  }

  @Override
  public String put(String key, String value) {
    return text(bytes.put(bytes(key), bytes(value)));
  }

  @Override
  public String remove(Object key) {
    return text(bytes.remove(bytes(key)));
  }

  @Override
  public int size() {
    return bytes.size();
  }

  @Override
  public boolean isEmpty() {
    return bytes.isEmpty();
  }

  @Override
  public void clear() {
    bytes.clear();
  }

  @Override
  public Comparator<? super String> comparator() {
    return (a, b) -> bytes.comparator().compare(bytes(a), bytes(b));
  }

  @Override
  public Entry<String, String> lowerEntry(String key) {
    return text(bytes.lowerEntry(bytes(key)));
  }

  @Override
  public Entry<String, String> floorEntry(String key) {
    return text(bytes.floorEntry(bytes(key)));
  }

  @Override
  public Entry<String, String> ceilingEntry(String key) {
    return text(bytes.ceilingEntry(bytes(key)));
  }

  @Override
  public Entry<String, String> higherEntry(String key) {
    return text(bytes.higherEntry(bytes(key)));
  }

  @Override
  public Entry<String, String> firstEntry() {
    return text(bytes.firstEntry());
  }

  @Override
  public Entry<String, String> lastEntry() {
    return text(bytes.lastEntry());
  }

  @Override
  public Entry<String, String> pollFirstEntry() {
    return text(bytes.pollFirstEntry());
  }

  @Override
  public Entry<String, String> pollLastEntry() {
    return text(bytes.pollLastEntry());
  }

  @Override
  public String lowerKey(String key) {
    return text(bytes.lowerKey(bytes(key)));
  }

  @Override
  public String floorKey(String key) {
    return text(bytes.floorKey(bytes(key)));
  }

  @Override
  public String ceilingKey(String key) {
    return text(bytes.ceilingKey(bytes(key)));
  }

  @Override
  public String higherKey(String key) {
    return text(bytes.higherKey(bytes(key)));
  }

  @Override
  public String firstKey() {
    return text(bytes.firstKey());
  }

  @Override
  public String lastKey() {
    return text(bytes.lastKey());
  }

  @Override
  public NavigableMap<String, String> descendingMap() {
    return new TextMap(bytes.descendingMap());
  }

  @Override
  public NavigableMap<String, String> subMap(
      String from, boolean fromInclusive, String to, boolean toInclusive) {
    return new TextMap(bytes.subMap(bytes(from), fromInclusive, bytes(to), toInclusive));
  }

  @Override
  public NavigableMap<String, String> headMap(String to, boolean inclusive) {
    return new TextMap(bytes.headMap(bytes(to), inclusive));
  }

  @Override
  public NavigableMap<String, String> tailMap(String from, boolean inclusive) {
    return new TextMap(bytes.tailMap(bytes(from), inclusive));
  }

  @Override
  public SortedMap<String, String> subMap(String from, String to) {
    return subMap(from, true, to, false);
  }

  @Override
  public SortedMap<String, String> headMap(String to) {
    return headMap(to, false);
  }

  @Override
  public SortedMap<String, String> tailMap(String from) {
    return tailMap(from, true);
  }

  @Override
  public NavigableSet<String> keySet() {
    return navigableKeySet();
  }

  @Override
  public NavigableSet<String> navigableKeySet() {
    return new TextSet(bytes.navigableKeySet());
  }

  @Override
  public NavigableSet<String> descendingKeySet() {
    return new TextSet(bytes.descendingKeySet());
  }

  @Override
  public Set<Entry<String, String>> entrySet() {
    Set<Entry<byte[], byte[]>> entries = bytes.entrySet();
    return new AbstractSet<>() {
      @Override
      public Iterator<Entry<String, String>> iterator() {
        Iterator<Entry<byte[], byte[]>> all = entries.iterator();
        return new Iterator<>() {
          @Override
          public boolean hasNext() {
            return all.hasNext();
          }

          @Override
          public Entry<String, String> next() {
            return new Written(all.next());
          }

          @Override
          public void remove() {
            all.remove();
          }
        };
      }

      @Override
      public int size() {
        return entries.size();
      }

      @Override
      public boolean contains(Object o) {
        return entries.contains(encoded(o));
      }

      @Override
      public boolean remove(Object o) {
        return entries.remove(encoded(o));
      }

      private Object encoded(Object o) {
        return o instanceof Entry<?, ?> e && e.getKey() instanceof String && e.getValue() != null
            ? Map.entry(bytes(e.getKey()), bytes(e.getValue()))
            : o;
      }
    };
  }

  @Override
  public boolean equals(Object other) {
    if (!(other instanceof Map<?, ?> map)) {
      return false;
    }
    Map<byte[], byte[]> encoded = new TreeMap<>(bytes.comparator());
    for (Entry<?, ?> entry : map.entrySet()) {
      if (!(entry.getKey() instanceof String) || !(entry.getValue() instanceof String)) {
        return false;
      }
      encoded.put(bytes(entry.getKey()), bytes(entry.getValue()));
    }
    return bytes.equals(encoded);
  }

  @Override
  public int hashCode() {
    return super.hashCode();
  }

  /** An entry that hands a new value on. */
  private static final class Written extends SimpleEntry<String, String> {

    private static final long serialVersionUID = 1L;

    private final transient Entry<byte[], byte[]> entry;

    Written(Entry<byte[], byte[]> entry) {
      super(text(entry.getKey()), text(entry.getValue()));
      this.entry = entry;
    }

    @Override
    public String setValue(String value) {
      entry.setValue(bytes(value));
      return super.setValue(value);
    }
  }

  /** The keys. */
  private static final class TextSet extends java.util.AbstractSet<String>
      implements NavigableSet<String> {

    private final NavigableSet<byte[]> keys;

    TextSet(NavigableSet<byte[]> keys) {
      this.keys = keys;
    }

    @Override
    public Iterator<String> iterator() {
      Iterator<byte[]> all = keys.iterator();
      return new Iterator<>() {
        @Override
        public boolean hasNext() {
          return all.hasNext();
        }

        @Override
        public String next() {
          return text(all.next());
        }

        @Override
        public void remove() {
          all.remove();
        }
      };
    }

    @Override
    public int size() {
      return keys.size();
    }

    @Override
    public boolean contains(Object o) {
      return keys.contains(bytes(o));
    }

    @Override
    public boolean remove(Object o) {
      return keys.remove(bytes(o));
    }

    @Override
    public void clear() {
      keys.clear();
    }

    @Override
    public Comparator<? super String> comparator() {
      return (a, b) -> keys.comparator().compare(bytes(a), bytes(b));
    }

    @Override
    public String first() {
      return text(keys.first());
    }

    @Override
    public String last() {
      return text(keys.last());
    }

    @Override
    public String lower(String key) {
      return text(keys.lower(bytes(key)));
    }

    @Override
    public String floor(String key) {
      return text(keys.floor(bytes(key)));
    }

    @Override
    public String ceiling(String key) {
      return text(keys.ceiling(bytes(key)));
    }

    @Override
    public String higher(String key) {
      return text(keys.higher(bytes(key)));
    }

    @Override
    public String pollFirst() {
      return text(keys.pollFirst());
    }

    @Override
    public String pollLast() {
      return text(keys.pollLast());
    }

    @Override
    public NavigableSet<String> descendingSet() {
      return new TextSet(keys.descendingSet());
    }

    @Override
    public Iterator<String> descendingIterator() {
      return descendingSet().iterator();
    }

    @Override
    public NavigableSet<String> subSet(
        String from, boolean fromInclusive, String to, boolean toInclusive) {
      return new TextSet(keys.subSet(bytes(from), fromInclusive, bytes(to), toInclusive));
    }

    @Override
    public NavigableSet<String> headSet(String to, boolean inclusive) {
      return new TextSet(keys.headSet(bytes(to), inclusive));
    }

    @Override
    public NavigableSet<String> tailSet(String from, boolean inclusive) {
      return new TextSet(keys.tailSet(bytes(from), inclusive));
    }

    @Override
    public NavigableSet<String> subSet(String from, String to) {
      return subSet(from, true, to, false);
    }

    @Override
    public NavigableSet<String> headSet(String to) {
      return headSet(to, false);
    }

    @Override
    public NavigableSet<String> tailSet(String from) {
      return tailSet(from, true);
    }
  }
}

package io.koel.linear;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.HashMap;
import java.util.Map;

/** What happens if there is only one thread. */
public class Model {

  /** How many keys the operations have. */
  static final int KEYS = 6;

  private final Map<Integer, Integer> map = new HashMap<>();

  /** Reads the number that a key has. */
  interface Read {
    int of(int key) throws IOException;
  }

  /** One number that has those of all keys in it. */
  static long all(Read read) {
    try {
      long all = 0;
      for (int key = 0; key < KEYS; key++) {
        all = all << 8 | read.of(key) & 0xff;
      }
      return all;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  public void put(int key, int value) {
    map.put(key, value);
  }

  public int get(int key) {
    return map.getOrDefault(key, 0);
  }

  public void delete(int key) {
    map.remove(key);
  }

  public void batch(int key, int value) {
    map.put(key, value);
    map.remove((key + 1) % KEYS);
  }

  public int putIfAbsent(int key, int value) {
    Integer before = map.putIfAbsent(key, value);
    return before == null ? 0 : before;
  }

  public int merge(int key, int value) {
    return map.merge(key, value, Integer::sum);
  }

  public long snapshot() {
    return all(this::get);
  }
}

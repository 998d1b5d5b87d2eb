package io.koel.soak;

import java.util.HashMap;
import java.util.Map;
import java.util.TreeMap;

/** Further figures that campaigns have to tell, by name. */
final class Tally {

  private final Map<String, Long> counts = new TreeMap<>();
  private final Map<String, Long> aims = new HashMap<>();

  synchronized void add(String what, long count) {
    counts.merge(what, count, Long::sum);
  }

  /** Adds to a figure of which a full soak has so many. */
  synchronized void add(String what, long count, long aim) {
    add(what, count);
    aims.put(what, aim);
  }

  synchronized Map<String, Long> counts() {
    return new TreeMap<>(counts);
  }

  /** How many a full soak has; 0 if there is no such aim. */
  synchronized long aim(String what) {
    return aims.getOrDefault(what, 0L);
  }
}

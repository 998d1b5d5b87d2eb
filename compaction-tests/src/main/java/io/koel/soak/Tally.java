package io.koel.soak;

import java.util.Map;
import java.util.TreeMap;

/** Further figures that campaigns have to tell, by name. */
final class Tally {

  private final Map<String, Long> counts = new TreeMap<>();

  synchronized void add(String what, long count) {
    counts.merge(what, count, Long::sum);
  }

  synchronized Map<String, Long> counts() {
    return new TreeMap<>(counts);
  }
}

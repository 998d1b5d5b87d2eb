package io.koel.bench.cli;

import io.koel.filter.FilterCatalog;
import io.koel.filter.FilterFamily;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;

/** Filters as they are listed on the command line. */
final class PolicyList {

  private static final String ALL = "all";

  private PolicyList() {}

  /** The names and specs of a list, each once; {@code all} is none and every family. */
  static List<String> parse(String list) {
    LinkedHashSet<String> policies = new LinkedHashSet<>();
    for (String each : split(list)) {
      if (each.equals(ALL)) {
        policies.addAll(all());
      } else {
        policies.add(each);
      }
    }
    return List.copyOf(policies);
  }

  /** No filter, and every family. */
  static List<String> all() {
    List<String> names = new ArrayList<>(List.of("none"));
    FilterCatalog.installed().families().stream().map(FilterFamily::name).forEach(names::add);
    return names;
  }

  /** Splits at commas, but not within parentheses. */
  private static List<String> split(String list) {
    List<String> specs = new ArrayList<>();
    int depth = 0;
    int start = 0;
    for (int i = 0; i < list.length(); i++) {
      char c = list.charAt(i);
      depth += c == '(' ? 1 : c == ')' ? -1 : 0;
      if (c == ',' && depth == 0) {
        specs.add(list.substring(start, i).strip());
        start = i + 1;
      }
    }
    specs.add(list.substring(start).strip());
    return specs;
  }
}

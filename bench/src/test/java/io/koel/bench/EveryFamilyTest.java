package io.koel.bench;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.koel.bench.jmh.DuelBenchmark;
import io.koel.bench.jmh.FilterBuildBenchmark;
import io.koel.bench.jmh.FilterLookupBenchmark;
import io.koel.bench.jmh.FilterRemoveBenchmark;
import io.koel.filter.DynamicFilterFamily;
import io.koel.filter.FilterCatalog;
import io.koel.filter.FilterFamily;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.openjdk.jmh.annotations.Param;

/** Whatever is measured or described family by family leaves none out, also not one that is new. */
class EveryFamilyTest {

  private static Set<String> families(Predicate<FilterFamily> which) {
    return FilterCatalog.installed().families().stream()
        .filter(which)
        .map(FilterFamily::name)
        .collect(Collectors.toCollection(TreeSet::new));
  }

  /** The families among the values of a benchmark's parameter. */
  private static Set<String> measured(Class<?> benchmark, String parameter) throws Exception {
    String[] values = benchmark.getField(parameter).getAnnotation(Param.class).value();
    return Arrays.stream(values)
        .map(value -> value.substring(0, Math.max(0, value.indexOf('('))))
        .filter(name -> !name.isEmpty())
        .collect(Collectors.toCollection(TreeSet::new));
  }

  @Test
  void benchmarks_measureEveryFamily() throws Exception {
    Set<String> all = families(family -> true);
    assertEquals(all, measured(FilterLookupBenchmark.class, "spec"));
    assertEquals(all, measured(FilterBuildBenchmark.class, "spec"));
    assertEquals(all, measured(DuelBenchmark.class, "pair"));
    Set<String> dynamic = families(family -> family instanceof DynamicFilterFamily);
    assertEquals(dynamic, measured(FilterRemoveBenchmark.class, "spec"));
  }

  @Test
  void docs_haveARowAndAChapterForEveryFamily() throws IOException {
    List<String> lines = Files.readAllLines(Path.of(System.getProperty("koel.docs"), "filters.md"));
    for (String name : families(family -> true)) {
      assertTrue(lines.contains("## " + title(name)), "no chapter of " + name);
      assertTrue(
          lines.stream().anyMatch(line -> line.startsWith("| ") && line.contains("`" + name + "(")),
          "no row of " + name);
    }
  }

  /** A family's name as headings have it. */
  private static String title(String name) {
    return switch (name) {
      case "semisorted-cuckoo" -> "semi-sorted cuckoo";
      case "dleft-counting-bloom" -> "d-left counting bloom";
      case "xor-plus" -> "xor+";
      default -> name.replace('-', ' ');
    };
  }
}

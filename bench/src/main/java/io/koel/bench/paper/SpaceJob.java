package io.koel.bench.paper;

import io.koel.filter.DynamicFilter;
import io.koel.filter.FilterBlock;
import io.koel.filter.FilterReader;
import java.util.List;
import java.util.Locale;
import java.util.function.Consumer;

/**
 * The figures 3 and 4: bits per key against the share of absent keys let through, both measured.
 *
 * <p>Figure 3 has filters that keys were added to until they refused one; figure 4 those that
 * builders make, which is how tables get theirs. The paper has no filters of later years; figure 4
 * has them here.
 */
final class SpaceJob {

  static final String FILLED = "figure3";
  static final String BUILT = "figure4";

  static final List<String> FAMILIES =
      List.of(
          "cuckoo",
          "semisorted-cuckoo",
          "bloom",
          "blocked-bloom",
          "quotient",
          "dleft-counting-bloom",
          "counting-bloom",
          "xor",
          "xor-plus",
          "binary-fuse",
          "ribbon",
          "golomb");

  private static final int WIDTHS = 14;
  private static final double WANTED_POSITIVES = 2_000;
  private static final long MOST_PROBES_PER_LOOKUP = 40;
  private static final int CHUNK = 1 << 14;

  private final String family;
  private final PaperScale scale;
  private final Consumer<Point> points;

  SpaceJob(String family, PaperScale scale, Consumer<Point> points) {
    this.family = family;
    this.scale = scale;
    this.points = points;
  }

  void run() {
    for (int i = 0; i < WIDTHS; i++) {
      String spec = family + "(bits=" + bits(i) + ")";
      FilterBlock block = Filters.build(spec, scale.spaceKeys());
      emit(BUILT, block);
      if (family.endsWith("cuckoo")) {
        emit(FILLED, filled(spec, block.payload().length));
      }
    }
  }

  /** Widths that give about the same range of rates for each family. */
  private String bits(int i) {
    return switch (family) {
      case "counting-bloom" -> Integer.toString(16 + 8 * i);
      case "bloom", "blocked-bloom" -> String.format(Locale.ROOT, "%.1f", 4 + 1.4 * i);
      case "quotient", "xor", "xor-plus", "binary-fuse", "ribbon", "golomb" ->
          Integer.toString(2 + i);
      default -> Integer.toString(5 + i);
    };
  }

  private static FilterBlock filled(String spec, int bytes) {
    DynamicFilter filter = Filters.ofSize(spec, bytes);
    long from = 0;
    while (Filters.add(filter, Filters.keys(from, CHUNK)) == CHUNK) {
      from += CHUNK;
    }
    return filter.freeze();
  }

  private void emit(String experiment, FilterBlock block) {
    FilterReader reader = Filters.open(block);
    double wanted = WANTED_POSITIVES / reader.expectedFalsePositiveRate();
    long probes = (long) Math.min(wanted, MOST_PROBES_PER_LOOKUP * scale.lookups());
    double rate = Filters.falsePositiveRate(reader, probes);
    if (rate > 0) {
      double bits = 8.0 * block.payload().length / block.keyCount();
      points.accept(new Point(experiment, family, rate, bits));
    }
  }
}

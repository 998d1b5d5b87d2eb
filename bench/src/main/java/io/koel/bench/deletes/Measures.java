package io.koel.bench.deletes;

import io.koel.bench.report.Medians;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/** All that was measured. What a store does not count is NaN. */
public final class Measures {

  /** One figure. */
  record Measure(Scenario scenario, Column column, String name, Unit unit, double value) {}

  /** The queue's seeks during one part of its time. */
  record SeekSample(Column column, double seconds, double medianMicros, double highMicros) {}

  private final List<Measure> all = new ArrayList<>();
  private final List<SeekSample> seeks = new ArrayList<>();

  void add(Measure measure) {
    all.add(measure);
  }

  void add(SeekSample sample) {
    seeks.add(sample);
  }

  List<Measure> all() {
    return all;
  }

  List<SeekSample> seeks() {
    return seeks;
  }

  /** The names of a scenario's measures, in the order in which they were met. */
  Set<String> names(Scenario scenario) {
    Set<String> names = new LinkedHashSet<>();
    all.stream().filter(each -> each.scenario == scenario).forEach(each -> names.add(each.name));
    return names;
  }

  Unit unit(Scenario scenario, String name) {
    return all.stream()
        .filter(each -> each.scenario == scenario && each.name.equals(name))
        .findFirst()
        .orElseThrow()
        .unit;
  }

  /** A figure: the median, if it was measured more than once; NaN if never. */
  double value(Scenario scenario, Column column, String name) {
    return Medians.median(values(scenario, column, name));
  }

  /** What a figure is in one column against another: the median of the rounds' ratios. */
  double ratio(Scenario scenario, Column column, Column against, String name) {
    return Medians.ratio(values(scenario, column, name), values(scenario, against, name));
  }

  private double[] values(Scenario scenario, Column column, String name) {
    return all.stream()
        .filter(each -> each.scenario == scenario && each.column == column)
        .filter(each -> each.name.equals(name))
        .mapToDouble(Measure::value)
        .toArray();
  }
}

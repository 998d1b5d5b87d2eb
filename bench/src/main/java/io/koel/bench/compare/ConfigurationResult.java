package io.koel.bench.compare;

import io.koel.bench.engine.LevelShape;
import java.util.List;
import java.util.Map;

/**
 * What was measured in one configuration.
 *
 * @param loadSeconds time to write everything and bring it to its levels, filters included
 * @param settings the settings in the engine's own words
 */
public record ConfigurationResult(
    Configuration configuration,
    Map<LookupKind, LookupResult> lookups,
    List<LevelShape> shape,
    double loadSeconds,
    String settings) {

  public LookupResult lookups(LookupKind kind) {
    return lookups.get(kind);
  }

  public double bitsPerKey() {
    long bytes = shape.stream().mapToLong(LevelShape::filterBytes).sum();
    long entries = shape.stream().mapToLong(LevelShape::entries).sum();
    return entries == 0 ? 0 : bytes * 8.0 / entries;
  }

  public long sizeInBytes() {
    return shape.stream().mapToLong(LevelShape::bytes).sum();
  }

  /**
   * The share of tables without the key that the filter let through, for keys that never were
   * there. A deleted key is another matter: a filter that cannot forget knows it rightly.
   */
  public double falsePositiveRate() {
    return lookups(LookupKind.ABSENT).counts().falsePositiveRate();
  }
}

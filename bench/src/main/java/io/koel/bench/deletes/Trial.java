package io.koel.bench.deletes;

import io.koel.bench.engine.LevelShape;
import io.koel.bench.engine.StoreSession;
import io.koel.bench.workload.KeySpace;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.function.LongUnaryOperator;
import java.util.stream.Stream;

/** One scenario being run on one column: what scenarios have in common. */
final class Trial {

  static final String OPERATIONS = "operations per second";
  static final String DELETED_READS = "disk reads per deleted key";
  static final String NEVER_READS = "disk reads per never-existing key";
  static final String LIVE_READS = "disk reads per live key";
  static final String FALSE_POSITIVES = "false positives per never-existing key";
  static final String TOMBSTONES = "tombstones left";
  static final String COMPACTED = "bytes compacted";
  static final String VERIFIED = "verification, share of its budget";
  static final String SPACE = "space used";

  private static final int LEVELS = 7;
  private static final int MAX_LOOKUPS = 100_000;

  private final DeletesPlan plan;
  private final Scenario scenario;
  private final Column column;
  private final Path dir;
  private final Measures measures;

  Trial(DeletesPlan plan, Scenario scenario, Column column, Path dir, Measures measures) {
    this.plan = plan;
    this.scenario = scenario;
    this.column = column;
    this.dir = dir;
    this.measures = measures;
  }

  DeletesPlan plan() {
    return plan;
  }

  Path dir() {
    return dir;
  }

  Subject open(long entries) throws IOException {
    return column.open(dir, entries);
  }

  void measure(String name, Unit unit, double value) {
    measures.add(new Measures.Measure(scenario, column, name, unit, value));
  }

  void sample(double seconds, double medianMicros, double highMicros) {
    measures.add(new Measures.SeekSample(column, seconds, medianMicros, highMicros));
  }

  /** Writes the keys of positions {@code from} to {@code to}, exclusive, in random order. */
  static void load(Subject store, KeySpace keys, long from, long to) throws IOException {
    for (long position = from; position < to; position++) {
      long number = keys.shuffled(position);
      store.session().put(keys.key(number), keys.value(number, 0));
    }
  }

  /** What so many lookups cost. */
  record Lookups(long count, Cost cost, double seconds) {

    double diskReads() {
      return (double) cost.diskReads() / count;
    }

    double falsePositives() {
      return (double) cost.falsePositives() / count;
    }

    double perSecond() {
      return count / seconds;
    }
  }

  /** Looks up keys that are there, by number. */
  Lookups lookUpLive(Subject store, KeySpace keys, long most, LongUnaryOperator number)
      throws IOException {
    return lookUp(store, most, true, (into, i) -> keys.fill(into, number.applyAsLong(i)));
  }

  /** Looks up keys that were deleted, by number. */
  Lookups lookUpDeleted(Subject store, KeySpace keys, long most, LongUnaryOperator number)
      throws IOException {
    return lookUp(store, most, false, (into, i) -> keys.fill(into, number.applyAsLong(i)));
  }

  /** Looks up keys that never were there. */
  Lookups lookUpMissing(Subject store, KeySpace keys) throws IOException {
    return lookUpMissing(store, keys, keys.entries(), keys::shuffled);
  }

  /** Looks up keys that never were there, by the numbers that they follow. */
  Lookups lookUpMissing(Subject store, KeySpace keys, long most, LongUnaryOperator number)
      throws IOException {
    return lookUp(store, most, false, (into, i) -> keys.fillMissing(into, number.applyAsLong(i)));
  }

  private interface KeyMaker {
    void fill(byte[] into, long i);
  }

  private static Lookups lookUp(Subject store, long most, boolean there, KeyMaker maker)
      throws IOException {
    StoreSession session = store.session();
    long count = Math.min(most, MAX_LOOKUPS);
    byte[] key = new byte[KeySpace.KEY_BYTES];
    Cost before = store.cost();
    long start = System.nanoTime();
    for (long i = 0; i < count; i++) {
      maker.fill(key, i);
      if (session.get(key) == StoreSession.ABSENT == there) {
        throw new IOException(
            "a wrong answer: lookup " + i + " of keys that are " + (there ? "" : "not ") + "there");
      }
    }
    double seconds = (System.nanoTime() - start) / 1e9;
    return new Lookups(count, store.cost().minus(before), seconds);
  }

  /** Measures what lookups of each kind of key read. */
  void measureReads(Lookups deleted, Lookups never, Lookups live) {
    measure(DELETED_READS, Unit.RATIO, deleted.diskReads());
    measure(NEVER_READS, Unit.RATIO, never.diskReads());
    measure(LIVE_READS, Unit.RATIO, live.diskReads());
  }

  /** Measures how many of the filters that never-existing keys met were wrong, level by level. */
  void measureFilters(Lookups never) {
    List<Cost.FilterCost> levels = never.cost().filters();
    for (int level = 0; level < levels.size(); level++) {
      Cost.FilterCost filter = levels.get(level);
      if (filter.absent() > 0) {
        measure(
            "  false-positive rate, level " + level,
            Unit.RATIO,
            (double) filter.falsePositives() / filter.absent());
      }
    }
  }

  /** Measures what is left, and what work since {@code before} has cost. */
  void measureRest(Subject store, Cost before) throws IOException {
    List<LevelShape> shape = store.shape();
    measure(TOMBSTONES, Unit.COUNT, shape.stream().mapToLong(LevelShape::tombstones).sum());
    for (int level = 0; level < LEVELS; level++) {
      int wanted = level;
      measure(
          "  tombstones, level " + level,
          Unit.COUNT,
          shape.stream()
              .filter(each -> each.level() == wanted)
              .mapToLong(LevelShape::tombstones)
              .sum());
    }
    Cost cost = store.cost().minus(before);
    measure(COMPACTED, Unit.BYTES, cost.compactedBytes());
    measure(
        VERIFIED,
        Unit.RATIO,
        cost.verificationAllowed() == 0
            ? Double.NaN
            : (double) cost.verificationBytes() / cost.verificationAllowed());
    measure(SPACE, Unit.BYTES, spaceUsed());
  }

  private long spaceUsed() throws IOException {
    try (Stream<Path> files = Files.list(dir)) {
      return files.mapToLong(file -> file.toFile().length()).sum();
    }
  }
}

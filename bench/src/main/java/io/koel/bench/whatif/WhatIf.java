package io.koel.bench.whatif;

import io.koel.bench.workload.AbsentKeys;
import io.koel.bench.workload.WorkProgress;
import io.koel.filter.Filter;
import io.koel.filter.FilterBlock;
import io.koel.filter.FilterBuilder;
import io.koel.filter.FilterCatalog;
import io.koel.filter.FilterContext;
import io.koel.filter.FilterPolicy;
import io.koel.filter.KeyHash;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;

/**
 * Says what another filter would do for a database that is there: builds the filter over the keys
 * of its tables, in memory, and sends lookups through them.
 *
 * <p>Lookups are of a sample of the database's own keys, and of absent keys right behind these.
 * What is predicted is table reads on the way to the answer, each of which is a block read that a
 * cache may or may not have.
 */
public final class WhatIf {

  /** How many keys of each kind are looked up. */
  private static final int SAMPLE = 20_000;

  /**
   * What one policy would do.
   *
   * @param policy its spec
   * @param filterBytes memory of all filters
   * @param bitsPerKey the same for each key
   * @param falsePositiveRate per table asked in vain; NaN without filters
   * @param readsPerAbsent table reads for each lookup of an absent key
   * @param readsPerPresent table reads for each lookup of a stored key, the one with the key
   *     included
   */
  public record Prediction(
      String policy,
      long filterBytes,
      double bitsPerKey,
      double falsePositiveRate,
      double readsPerAbsent,
      double readsPerPresent) {}

  /** A sampled lookup: the tables to ask, up to and including the one that has the key. */
  private record Lookup(long hash, int[] tables, boolean found) {}

  private final List<TableKeys> tables;
  private final List<Lookup> present = new ArrayList<>();
  private final List<Lookup> absent = new ArrayList<>();

  private WhatIf(KeyCollector collected, long seed) {
    this.tables = collected.tables();
    SplittableRandom random = new SplittableRandom(seed);
    for (byte[] key : collected.sample()) {
      present.add(lookup(key));
      Lookup miss = lookup(AbsentKeys.behind(key, random));
      if (!miss.found) {
        absent.add(miss);
      }
    }
  }

  /** Reads the keys of a Koel database's tables; nothing is changed. */
  public static WhatIf ofKoel(Path dir, long seed, WorkProgress progress) throws IOException {
    KeyCollector keys = new KeyCollector(SAMPLE, seed, progress);
    KoelTables.collect(dir, keys);
    return new WhatIf(keys, seed);
  }

  /** Reads the keys of a RocksDB database's tables; nothing is changed. */
  public static WhatIf ofRocks(Path dir, long seed, WorkProgress progress) throws IOException {
    KeyCollector keys = new KeyCollector(SAMPLE, seed, progress);
    RocksTableKeys.collect(dir, keys);
    return new WhatIf(keys, seed);
  }

  private Lookup lookup(byte[] key) {
    long hash = KeyHash.of(key, KeyCollector.HASH_SEED);
    List<Integer> asked = new ArrayList<>();
    boolean found = false;
    for (int i = 0; i < tables.size() && !found; i++) {
      if (tables.get(i).covers(key)) {
        asked.add(i);
        found = tables.get(i).contains(hash);
      }
    }
    return new Lookup(hash, asked.stream().mapToInt(Integer::intValue).toArray(), found);
  }

  public int tables() {
    return tables.size();
  }

  public int levels() {
    return (int) tables.stream().mapToInt(TableKeys::level).distinct().count();
  }

  /** Keys of all tables; one that is in several counts for each. */
  public long keys() {
    return tables.stream().mapToLong(table -> table.hashes().length).sum();
  }

  /** The memory of the filters that the database has now. */
  public long filterBytesNow() {
    return tables.stream().mapToLong(TableKeys::filterBytes).sum();
  }

  /** Builds a policy's filters and sends the sampled lookups through them. */
  public Prediction predict(String spec) {
    FilterPolicy policy = FilterCatalog.policy(spec);
    long bytes = 0;
    long[] present = new long[2];
    long[] absent = new long[2];
    for (int i = 0; i < tables.size(); i++) {
      Optional<FilterBlock> block = build(policy, tables.get(i));
      bytes += block.map(FilterBlock::encodedLength).orElse(0);
      Filter filter = block.<Filter>map(WhatIf::open).orElse(hash -> true);
      send(this.present, i, filter, present);
      send(this.absent, i, filter, absent);
    }
    // A stored key is read once where it is; all other reads are in vain.
    long hits = this.present.stream().filter(Lookup::found).count();
    long vain = present[1] - hits + absent[1];
    long asked = present[0] - hits + absent[0];
    return new Prediction(
        spec,
        bytes,
        keys() == 0 ? 0 : bytes * 8.0 / keys(),
        bytes == 0 || asked == 0 ? Double.NaN : (double) vain / asked,
        this.absent.isEmpty() ? Double.NaN : (double) absent[1] / this.absent.size(),
        this.present.isEmpty() ? Double.NaN : (double) present[1] / this.present.size());
  }

  private static Optional<FilterBlock> build(FilterPolicy policy, TableKeys table) {
    FilterContext context =
        new FilterContext(table.level(), KeyCollector.HASH_SEED, table.hashes().length);
    Optional<FilterBuilder> builder = policy.newBuilder(context);
    if (builder.isEmpty()) {
      return Optional.empty();
    }
    for (long hash : table.hashes()) {
      builder.get().addHash(hash);
    }
    return Optional.of(builder.get().finish());
  }

  private static Filter open(FilterBlock block) {
    try {
      return FilterCatalog.installed().open(block).orElseThrow();
    } catch (IOException e) {
      throw new IllegalStateException("a filter that was just built cannot be read", e);
    }
  }

  /** Counts into {@code counts} how many lookups ask table {@code i}, and how many get through. */
  private static void send(List<Lookup> lookups, int i, Filter filter, long[] counts) {
    for (Lookup lookup : lookups) {
      for (int table : lookup.tables) {
        if (table == i) {
          counts[0]++;
          counts[1] += filter.mightContainHash(lookup.hash) ? 1 : 0;
        }
      }
    }
  }
}

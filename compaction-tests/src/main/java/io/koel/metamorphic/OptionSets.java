package io.koel.metamorphic;

import io.koel.Durability;
import io.koel.FilterDeletes;
import io.koel.Options;
import io.koel.sst.Compression;
import io.koel.sst.ReadMode;
import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;

/** Options that differ in everything that may differ, all small, so that levels come soon. */
public final class OptionSets {

  /** Options with a name to speak of. */
  public record Named(String name, Options options) {

    @Override
    public String toString() {
      return name;
    }
  }

  private static final List<String> FILTERS =
      List.of(
          "none",
          "bloom(bits=4)",
          "bloom(bits=10)",
          "blocked-bloom(bits=6)",
          "counting-bloom(bits=12)",
          "dleft-counting-bloom(fpp=0.1)",
          "quotient(fpp=0.2)",
          "cuckoo(bits=4)",
          "cuckoo(bits=12)",
          "semisorted-cuckoo(bits=5)",
          "semisorted-cuckoo(bits=13)",
          "semisorted-cuckoo(fpp=0.1)",
          "xor(bits=4)",
          "xor-plus(bits=4)",
          "binary-fuse(bits=4)",
          "ribbon(bits=3)",
          "golomb(fpp=0.1)",
          "per-level(none,cuckoo(bits=4),bloom(bits=4),semisorted-cuckoo(bits=5))");

  private final List<Named> sets = new ArrayList<>();

  private OptionSets() {
    for (String filter : FILTERS) {
      add(filter, o -> o.withFilterPolicy(filter));
    }
    for (String filter : List.of("cuckoo(bits=4)", "semisorted-cuckoo(bits=5)", "bloom(bits=4)")) {
      for (FilterDeletes deletes : FilterDeletes.values()) {
        add(deletes + " " + filter, o -> o.withFilterPolicy(filter).withFilterDeletes(deletes));
      }
    }
    for (Compression compression : Compression.values()) {
      add("compression " + compression, o -> o.withCompression(compression));
    }
    add("compression of deep levels", o -> o.withCompression(mixedCompression()));
    add("budget 1 %", o -> o.withVerificationPercent(1));
    add("budget 1000 %", o -> o.withVerificationPercent(1000));
    add("tiny blocks", o -> o.withBlockBytes(64));
    add("large blocks", o -> o.withBlockBytes(16 << 10));
    add("no cache", o -> o.withBlockCacheBytes(0));
    add("large cache", o -> o.withBlockCacheBytes(16 << 20));
    add("tiny memtables", o -> o.withMemtableBytes(1 << 10));
    add("many memtables", o -> o.withMemtableBytes(2 << 10).withMaxMemtables(16));
    add("large memtables", o -> o.withMemtableBytes(1 << 20));
    add("one table a level", o -> o.withTableBytes(1 << 30));
    add("level ratio 2", o -> o.withLevelRatio(2).withLevelBaseBytes(1 << 10));
    add("level ratio 20", o -> o.withLevelRatio(20));
    add("level 0 of one", o -> o.withLevel0Triggers(1, 20, 36));
    add("level 0 stops at once", o -> o.withLevel0Triggers(1, 1, 2));
    add("one thread", o -> o.withBackgroundThreads(1));
    add("eight threads", o -> o.withBackgroundThreads(8));
    add("direct reads", o -> o.withReadMode(ReadMode.DIRECT));
    add("tiny manifest", o -> o.withManifestBytes(1 << 10));
    add("few open files", o -> o.withMaxOpenFiles(16));
    add("every write synced", o -> o.withDurability(Durability.SYNC));
  }

  private static List<Compression> mixedCompression() {
    return List.of(Compression.NONE, Compression.LZ4, Compression.ZSTD);
  }

  private void add(String name, UnaryOperator<Options> change) {
    sets.add(new Named(name, change.apply(base())));
  }

  private static Options base() {
    return Options.defaults()
        .withFilterPolicy("semisorted-cuckoo(bits=6)")
        .withMemtableBytes(6 << 10)
        .withBlockBytes(256)
        .withBlockCacheBytes(32 << 10)
        .withTableBytes(3 << 10)
        .withLevelBaseBytes(8 << 10)
        .withLevelRatio(3)
        .withLevel0Triggers(2, 20, 36)
        .withManifestBytes(8 << 10);
  }

  /** All option sets, the same ones in the same order each time. */
  public static List<Named> all() {
    return List.copyOf(new OptionSets().sets);
  }
}

package io.koel.fuzz;

import io.koel.engine.batch.BatchReader;
import io.koel.engine.batch.EncodedBatch;
import io.koel.engine.generation.DeadSet;
import io.koel.engine.generation.Generation;
import io.koel.engine.generation.GenerationFile;
import io.koel.engine.log.LogReader;
import io.koel.faults.StrictStorage;
import io.koel.filter.DynamicFilterFamily;
import io.koel.filter.FilterBlock;
import io.koel.filter.FilterBuilder;
import io.koel.filter.FilterCatalog;
import io.koel.filter.FilterContext;
import io.koel.filter.FilterFamily;
import io.koel.filter.FilterPolicy;
import io.koel.filter.FilterReader;
import io.koel.filter.FilterSpecException;
import io.koel.filter.KeyHash;
import io.koel.sst.BlockCache;
import io.koel.sst.FoundEntry;
import io.koel.sst.IoCounter;
import io.koel.sst.ReadMode;
import io.koel.sst.ReadPurpose;
import io.koel.sst.Storage;
import io.koel.sst.TableCursor;
import io.koel.sst.TableReader;
import io.koel.sst.TableReaderOptions;
import io.koel.sst.WritableFile;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * The readers of foreign bytes. Given any input, each one answers or throws the one exception that
 * it is allowed to; anything else is a finding.
 */
public enum FuzzTarget {
  TABLE {
    @Override
    void read(byte[] input) throws IOException {
      byte[] table = Patch.apply(GOOD.file(".sst"), input, FuzzTarget::repairTable);
      try (TableReader reader = openTable(table)) {
        FoundEntry found = new FoundEntry();
        for (int i = 0; i < 70; i += 9) {
          reader.findUnfiltered(GoodFiles.key(i), Long.MAX_VALUE >>> 8, 1, found);
        }
        reader.filter().ifPresent(FuzzTarget::ask);
        try (TableCursor entries = reader.cursor(1, ReadPurpose.COMPACTION)) {
          int steps = 0;
          for (boolean more = entries.first(); more && steps++ < 10_000; more = entries.next()) {}
          for (boolean more = entries.last(); more && steps-- > 0; more = entries.prev()) {}
        }
        reader.verify();
      }
    }

    @Override
    public List<byte[]> seeds() {
      return List.of(new byte[] {0}, raw(GOOD.file(".sst")));
    }
  },

  FILTER_BLOCK {
    @Override
    void read(byte[] input) throws IOException {
      List<FilterFamily> families = List.copyOf(FilterCatalog.installed().families());
      if (input.length < 2) {
        FilterBlock.decode(input);
        return;
      }
      FilterFamily family = families.get((input[0] & 0xff) % families.size());
      byte[] payload = Arrays.copyOfRange(input, 2, input.length);
      long keys = input[1] & 0x7f;
      FilterBlock block =
          FilterBlock.decode(
              new FilterBlock(family.name(), family.version(), 7, keys, payload).encode());
      FilterCatalog.installed().open(block).ifPresent(FuzzTarget::ask);
      if (family instanceof DynamicFilterFamily dynamic) {
        dynamic.thaw(block).freeze();
      }
    }

    /** A filter of each family. */
    @Override
    public List<byte[]> seeds() {
      List<byte[]> seeds = new ArrayList<>();
      List<FilterFamily> families = List.copyOf(FilterCatalog.installed().families());
      for (int i = 0; i < families.size(); i++) {
        FilterBlock block = filterOf(families.get(i).name());
        byte[] seed = new byte[2 + block.payload().length];
        seed[0] = (byte) i;
        seed[1] = (byte) block.keyCount();
        System.arraycopy(block.payload(), 0, seed, 2, block.payload().length);
        seeds.add(seed);
      }
      return seeds;
    }
  },

  LOG {
    @Override
    void read(byte[] input) throws IOException {
      byte[] log =
          input.length > 0 && (input[0] & 3) == 3
              ? LogFragments.assemble(input, 1)
              : Patch.apply(LogFragments.goodLog(), input, LogFragments::repair);
      Storage storage = storageWith("l", log);
      try (LogReader reader = LogReader.open(storage, "l", LogFragments.LOG_NUMBER)) {
        while (reader.next()) {
          readBatch(reader.record(), reader.recordOffset(), reader.recordLength());
        }
      }
    }

    @Override
    public List<byte[]> seeds() {
      int whole = LogFragments.WHOLE;
      int first = LogFragments.FIRST;
      int middle = LogFragments.MIDDLE;
      int last = LogFragments.LAST;
      return List.of(
          new byte[] {0},
          raw(LogFragments.goodLog()),
          new byte[] {3, (byte) whole, 0, 0, (byte) whole, 0, 0},
          new byte[] {3, (byte) first, 0, 40, (byte) middle, 0, 50, (byte) last, 0, 0},
          // From here on of the large record, which takes several blocks.
          new byte[] {3, (byte) (8 | first), 0, 0, (byte) (8 | last), 0, 0, (byte) whole, 0, 0},
          new byte[] {3, (byte) (8 | first), 99, 0, (byte) (8 | last), 0, 0, (byte) last, 0, 0});
    }
  },

  BATCH {
    @Override
    void read(byte[] input) throws IOException {
      readBatch(input, 0, input.length);
    }

    @Override
    public List<byte[]> seeds() {
      EncodedBatch batch = new EncodedBatch();
      List<byte[]> seeds = new ArrayList<>();
      for (int entries = 0; entries < 4; entries++) {
        seeds.add(Arrays.copyOf(batch.array(), batch.sizeInBytes()));
        batch.put(GoodFiles.key(entries), new byte[50 * entries]);
        batch.delete(GoodFiles.key(entries + 1));
      }
      return seeds;
    }
  },

  MANIFEST {
    @Override
    void read(byte[] input) throws IOException {
      MANIFESTS.open(input);
    }

    @Override
    public List<byte[]> seeds() {
      byte[] identity = {1, 1, 1, 0, 0, 0, 0};
      List<byte[]> seeds = new ArrayList<>(List.of(new byte[] {0}, identity));
      byte[] record = GOOD.manifestRecord();
      seeds.add(raw(record));
      for (int field = 0; field < 8; field++) {
        seeds.add(new byte[] {2, 0, (byte) field, 'k', 'e', 'y', '0', '0', '3', '0'});
        seeds.add(new byte[] {2, 0, (byte) (field | 7 << 5), 40});
      }
      return seeds;
    }
  },

  GENERATION {
    @Override
    void read(byte[] input) throws IOException {
      byte[] file = Patch.apply(GOOD_GENERATION, input, FuzzTarget::repairGeneration);
      GenerationFile read = GenerationFile.read(storageWith("g", file), "g", 1, 1, ENTRIES);
      DeadSet dead = read.deadSet();
      if (dead.count() > ENTRIES) {
        throw new AssertionError("more entries are dead than there are");
      }
      try (TableReader table = openTable(GOOD.file(".sst"))) {
        Generation generation = Generation.of(read, table, 1);
        boolean rebuilt = read.filterDamage().isPresent();
        for (int i = 0; generation.hasFilter() && i < ENTRIES; i++) {
          byte[] key = GoodFiles.key(i);
          boolean maybe = generation.mightContain(key, KeyHash.of(key, 1), 1);
          if (rebuilt && !dead.isDead(i) && !maybe) {
            throw new AssertionError("a filter that was made anew denies " + new String(key));
          }
        }
      }
    }

    @Override
    public List<byte[]> seeds() {
      return List.of(
          new byte[] {0},
          raw(GOOD_GENERATION),
          // Its filter is damaged, and cut off.
          raw(Arrays.copyOf(GOOD_GENERATION, GOOD_GENERATION.length - 9)));
    }
  },

  SPEC {
    @Override
    void read(byte[] input) throws IOException {
      String spec = new String(input, StandardCharsets.UTF_8);
      FilterPolicy policy;
      try {
        policy = FilterCatalog.policy(spec);
      } catch (FilterSpecException refused) {
        throw new IOException(refused);
      }
      String canonical = policy.spec();
      if (!FilterCatalog.policy(canonical).spec().equals(canonical)) {
        throw new AssertionError(canonical + " does not stay the same");
      }
    }

    @Override
    public List<byte[]> seeds() {
      return Stream.of(
              "none",
              "bloom",
              "cuckoo(fpp=0.01)",
              "semisorted-cuckoo(bits=13)",
              "ribbon(fpp=1e-3)",
              "per-level(none,cuckoo(bits=4),bloom(bits=4))")
          .map(spec -> spec.getBytes(StandardCharsets.UTF_8))
          .toList();
    }
  };

  private static final GoodFiles GOOD = new GoodFiles();
  private static final LyingManifest MANIFESTS = new LyingManifest(GOOD);
  private static final int ENTRIES = GoodFiles.KEYS;
  private static final byte[] GOOD_GENERATION = goodGeneration();

  /** The name of this target's fuzz test. */
  public String method() {
    String[] words = name().toLowerCase(Locale.ROOT).split("_");
    return words.length == 1
        ? words[0]
        : words[0] + words[1].substring(0, 1).toUpperCase(Locale.ROOT) + words[1].substring(1);
  }

  /** Inputs that are good, or were before one thing was changed: where to begin. */
  public abstract List<byte[]> seeds();

  /** Reads an input. Only an {@link IOException} may come of it. */
  abstract void read(byte[] input) throws IOException;

  /** Reads an input; true if it was good. Whatever is thrown is a finding. */
  public boolean accepts(byte[] input) {
    try {
      read(input);
      return true;
    } catch (IOException refused) {
      return false;
    }
  }

  private static void ask(FilterReader filter) {
    for (long hash = 1; hash != 0; hash <<= 1) {
      filter.mightContainHash(hash * 0x9e3779b97f4a7c15L);
    }
  }

  private static void readBatch(byte[] bytes, int offset, int length) throws IOException {
    BatchReader batch = BatchReader.of(bytes, offset, length, "batch");
    int entries = 0;
    while (batch.next()) {
      entries++;
      if (batch.keyOffset() + batch.keyLength() > offset + length
          || batch.valueOffset() + batch.valueLength() > offset + length) {
        throw new AssertionError("an entry ends behind its batch");
      }
    }
    if (entries != batch.count()) {
      throw new AssertionError(entries + " entries instead of " + batch.count());
    }
  }

  private static StrictStorage storageWith(String name, byte[] bytes) throws IOException {
    StrictStorage storage = new StrictStorage();
    try (WritableFile file = storage.create(name)) {
      file.append(bytes, 0, bytes.length);
    }
    return storage;
  }

  private static TableReader openTable(byte[] table) throws IOException {
    TableReaderOptions options =
        new TableReaderOptions(
            1, 0, ReadMode.BUFFERED, BlockCache.none(), FilterCatalog.installed());
    return TableReader.open(storageWith("t.sst", table), "t.sst", options, IoCounter.NONE);
  }

  /** An input that is the file itself; see {@link Patch}. */
  private static byte[] raw(byte[] file) {
    byte[] input = new byte[1 + file.length];
    input[0] = 1;
    System.arraycopy(file, 0, input, 1, file.length);
    return input;
  }

  private static FilterBlock filterOf(String family) {
    String spec = family.startsWith("per-level") ? "cuckoo" : family;
    FilterContext context = new FilterContext(1, 7, ENTRIES);
    FilterBuilder builder = FilterCatalog.policy(spec).newBuilder(context).orElseThrow();
    for (int i = 0; i < ENTRIES; i++) {
      builder.add(GoodFiles.key(i));
    }
    return builder.finish();
  }

  /** One of the good table, in which some entries are dead, with a filter of its own. */
  private static byte[] goodGeneration() {
    try (TableReader table = openTable(GOOD.file(".sst"))) {
      DeadSet.Builder builder = new DeadSet.Builder(DeadSet.EMPTY);
      for (int ordinal = 1; ordinal < ENTRIES; ordinal += 7) {
        builder.mark(ordinal);
      }
      DeadSet dead = builder.build();
      Optional<FilterBlock> filter = Generation.rebuildFilter(table, dead, 1);
      StrictStorage storage = new StrictStorage();
      new GenerationFile(1, 1, ENTRIES, dead, filter).write(storage, "g");
      return storage.content("g");
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /**
   * See GenerationFile: the dead set's length is at 36, its checksum behind it. The filter block
   * after that has its own at its end.
   */
  private static void repairGeneration(byte[] file) {
    int length = ByteBuffer.wrap(file).order(ByteOrder.LITTLE_ENDIAN).getInt(36);
    int at = 44 + length;
    if (length >= 0 && at >= 0 && at <= file.length - 4) {
      Patch.putCrc(file, 0, at, at);
      int block = at + 4;
      if (file.length - block > 4) {
        Patch.putCrc(file, block, file.length - 4 - block, file.length - 4);
      }
    }
  }

  /** See the table's format: five bytes behind each block, and the footer's checksum at 32. */
  private static void repairTable(byte[] file) {
    ByteBuffer footer = ByteBuffer.wrap(file).order(ByteOrder.LITTLE_ENDIAN);
    int start = file.length - 48;
    long from = 0;
    for (int i = 0; i < 4; i++) {
      long to = footer.getLong(start + 8 * i);
      if (from >= 0 && to >= from + 5 && to <= start) {
        Patch.putCrc(file, (int) from, (int) (to - from) - 4, (int) to - 4);
      }
      from = to;
    }
    footer.putInt(start + 32, 0);
    Patch.putCrc(file, start, 48, start + 32);
  }
}

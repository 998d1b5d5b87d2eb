package io.koel.fuzz;

import io.koel.Koel;
import io.koel.Options;
import io.koel.engine.batch.BatchReader;
import io.koel.engine.batch.EncodedBatch;
import io.koel.engine.files.CurrentFile;
import io.koel.engine.files.FileNames;
import io.koel.engine.generation.DeadSet;
import io.koel.engine.generation.GenerationFile;
import io.koel.engine.log.LogReader;
import io.koel.engine.log.LogWriter;
import io.koel.faults.StrictStorage;
import io.koel.filter.DynamicFilterFamily;
import io.koel.filter.FilterBlock;
import io.koel.filter.FilterCatalog;
import io.koel.filter.FilterFamily;
import io.koel.filter.FilterPolicy;
import io.koel.filter.FilterReader;
import io.koel.filter.FilterSpecException;
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
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * The readers of foreign bytes. Given any input, each one answers or throws the one exception that
 * it is allowed to; anything else is a finding.
 */
public enum FuzzTarget {
  TABLE {
    @Override
    void read(byte[] input) throws IOException {
      byte[] table = Patch.apply(GOOD.file(".sst"), input, FuzzTarget::repairTable);
      Storage storage = storageWith("t.sst", table);
      TableReaderOptions options =
          new TableReaderOptions(
              1, 0, ReadMode.BUFFERED, BlockCache.none(), FilterCatalog.installed());
      try (TableReader reader = TableReader.open(storage, "t.sst", options, IoCounter.NONE)) {
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
  },

  LOG {
    @Override
    void read(byte[] input) throws IOException {
      byte[] log = Patch.apply(GOOD_LOG, input, file -> {});
      try (LogReader reader = LogReader.open(storageWith("000009.log", log), "000009.log", 9)) {
        while (reader.next()) {
          readBatch(reader.record(), reader.recordOffset(), reader.recordLength());
        }
      }
    }
  },

  BATCH {
    @Override
    void read(byte[] input) throws IOException {
      readBatch(input, 0, input.length);
    }
  },

  MANIFEST {
    @Override
    void read(byte[] input) throws IOException {
      StrictStorage storage = new StrictStorage();
      // The records are the input's, with right checksums around them.
      try (LogWriter log = new LogWriter(storage.create(FileNames.manifest(1)), 1)) {
        int at = 0;
        do {
          int length = Math.min(input.length - at, at == 0 && input.length > 7 ? 7 : 64);
          log.append(input, at, length);
          at += length;
        } while (at < input.length);
        log.finish();
      }
      CurrentFile.swap(storage, 1);
      Koel.open(storage, Options.defaults().withMemtableBytes(64 << 10)).close();
    }
  },

  GENERATION {
    @Override
    void read(byte[] input) throws IOException {
      byte[] file = Patch.apply(GOOD_GENERATION, input, FuzzTarget::repairGeneration);
      GenerationFile read = GenerationFile.read(storageWith("g", file), "g", 1, 1, 1000);
      if (read.deadSet().count() > 1000) {
        throw new AssertionError("more entries are dead than there are");
      }
    }
  },

  SPEC {
    @Override
    void read(byte[] input) {
      String spec = new String(input, StandardCharsets.UTF_8);
      FilterPolicy policy;
      try {
        policy = FilterCatalog.policy(spec);
      } catch (FilterSpecException refused) {
        return;
      }
      String canonical = policy.spec();
      if (!FilterCatalog.policy(canonical).spec().equals(canonical)) {
        throw new AssertionError(canonical + " does not stay the same");
      }
    }
  };

  private static final GoodFiles GOOD = new GoodFiles();
  private static final byte[] GOOD_LOG = goodLog();
  private static final byte[] GOOD_GENERATION = goodGeneration();

  /** The name of this target's fuzz test. */
  public String method() {
    String[] words = name().toLowerCase(Locale.ROOT).split("_");
    return words.length == 1
        ? words[0]
        : words[0] + words[1].substring(0, 1).toUpperCase(Locale.ROOT) + words[1].substring(1);
  }

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

  private static byte[] goodLog() {
    try {
      StrictStorage storage = new StrictStorage();
      try (LogWriter log = new LogWriter(storage.create("l"), 9)) {
        EncodedBatch batch = new EncodedBatch();
        for (int i = 0; i < 5; i++) {
          batch.clear();
          batch.put(GoodFiles.key(i), new byte[10 * i]);
          batch.delete(GoodFiles.key(i + 1));
          batch.setFirstSequence(1 + 2 * i);
          log.append(batch.array(), 0, batch.sizeInBytes());
          log.sync();
        }
      }
      return storage.content("l");
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static byte[] goodGeneration() {
    try {
      DeadSet.Builder dead = new DeadSet.Builder(DeadSet.EMPTY);
      for (int ordinal = 1; ordinal < 1000; ordinal += 7) {
        dead.mark(ordinal);
      }
      StrictStorage storage = new StrictStorage();
      new GenerationFile(1, 1, 1000, dead.build(), Optional.empty()).write(storage, "g");
      return storage.content("g");
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** See GenerationFile: the dead set's length is at 36, its checksum behind it. */
  private static void repairGeneration(byte[] file) {
    int length = ByteBuffer.wrap(file).order(ByteOrder.LITTLE_ENDIAN).getInt(36);
    int at = 44 + length;
    if (length >= 0 && at >= 0 && at <= file.length - 4) {
      Patch.putCrc(file, 0, at, at);
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

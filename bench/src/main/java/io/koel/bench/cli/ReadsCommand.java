package io.koel.bench.cli;

import io.koel.Cursor;
import io.koel.Koel;
import io.koel.Stats;
import io.koel.Stats.LevelStats;
import io.koel.bench.report.Json;
import io.koel.bench.workload.AbsentKeys;
import java.io.IOException;
import java.nio.charset.MalformedInputException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code koel reads}. */
@Command(
    name = "reads",
    description = {
      "Measures what the filters avoid on a database: looks keys up and shows, for each level, how"
          + " many tables were considered, denied by their filter, read rightly and read in vain.",
      "Blocks are not cached meanwhile, so that each one asked for is read."
    },
    footerHeading = "%nExamples:%n",
    footer = {"  koel reads data --sample 10000", "  koel reads data --keys keys.txt"})
final class ReadsCommand extends DatabaseCommand {

  @ArgGroup(exclusive = true, multiplicity = "1")
  private Which which;

  /** Which keys are looked up. */
  private static final class Which {
    @Option(
        names = "--keys",
        paramLabel = "FILE",
        description = "Look up the keys of a file, one a line, as text or 0x...")
    private Path file;

    @Option(
        names = "--sample",
        paramLabel = "N",
        converter = CountConverter.class,
        description =
            "Look up about N keys of the database, and as many absent ones that lie among them.")
    private Long sample;
  }

  @Override
  public Integer call() throws Exception {
    List<byte[]> listed = which.file == null ? null : readKeys(which.file);
    List<Funnel> funnels = new ArrayList<>();
    try (Koel db = openUncached()) {
      if (listed != null) {
        funnels.add(measure(db, "Keys of " + which.file, listed));
      } else {
        List<byte[]> present = sample(db, which.sample);
        funnels.add(measure(db, "Keys that are there", present));
        funnels.add(measure(db, "Keys that are not there", absent(present)));
      }
    }
    StringBuilder text = new StringBuilder();
    funnels.forEach(funnel -> text.append(funnel.text()).append('\n'));
    text.append("# denied by the filter: a read avoided   + read and found   ! read in vain");
    text.append("   . read, without a filter\n");
    print(Json.object("rows", funnels.stream().map(Funnel::json).toList()), text);
    return KoelCommand.OK;
  }

  private static List<byte[]> readKeys(Path file) throws IOException {
    try {
      return Files.readAllLines(file).stream()
          .filter(line -> !line.isEmpty())
          .map(KeyText::parse)
          .toList();
    } catch (MalformedInputException e) {
      throw new IOException(file + ": not text in UTF-8; write other bytes as 0x...", e);
    }
  }

  private static Funnel measure(Koel db, String kind, List<byte[]> keys) throws IOException {
    Stats before = db.stats();
    long found = 0;
    try (Progress progress = Progress.of("looking up", keys.size())) {
      for (byte[] key : keys) {
        found += db.get(key) == null ? 0 : 1;
        progress.advance(1);
      }
    }
    return Funnel.between(before, db.stats(), kind, keys.size(), found);
  }

  /** Every n-th key, so that the sample is spread over the whole database. */
  private static List<byte[]> sample(Koel db, long wanted) throws IOException {
    if (wanted < 1) {
      throw new IllegalArgumentException("--sample " + wanted + " is below 1");
    }
    long entries = db.stats().levels().stream().mapToLong(LevelStats::entries).sum();
    long stride = Math.max(1, entries / wanted);
    List<byte[]> keys = new ArrayList<>();
    try (Cursor cursor = db.scan();
        Progress progress = Progress.of("sampling", entries)) {
      for (long i = 0; keys.size() < wanted && cursor.next(); i++) {
        if (i % stride == 0) {
          keys.add(cursor.key());
        }
        progress.advance(1);
      }
    }
    return keys;
  }

  private static List<byte[]> absent(List<byte[]> keys) {
    SplittableRandom random = new SplittableRandom(1);
    return keys.stream().map(key -> AbsentKeys.behind(key, random)).toList();
  }
}

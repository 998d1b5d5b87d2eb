package io.koel.bench.cli;

import io.koel.Koel;
import io.koel.Stats;
import io.koel.Stats.LevelStats;
import io.koel.bench.report.Figures;
import io.koel.bench.report.Json;
import io.koel.filter.CorruptionException;
import picocli.CommandLine.Command;

/** {@code koel verify}. */
@Command(
    name = "verify",
    description =
        "Reads everything and checks it: checksums, order, counts, and that every filter knows"
            + " every key of its table. The exit code is 1 if something is wrong.",
    footerHeading = "%nExample:%n",
    footer = {"  koel verify data"})
final class VerifyCommand extends DatabaseCommand {

  @Override
  public Integer call() throws Exception {
    try (Koel db = openReadOnly()) {
      db.verify();
      Stats stats = db.stats();
      int tables = stats.levels().stream().mapToInt(LevelStats::tables).sum();
      long entries = stats.levels().stream().mapToLong(LevelStats::entries).sum();
      print(
          Json.object("sound", true, "tables", tables, "entries", entries),
          String.format("Sound: %d tables, %s entries.%n", tables, Figures.count(entries)));
    } catch (CorruptionException e) {
      // Found while opening or later: what was asked for is the finding.
      if (!json()) {
        throw e;
      }
      print(Json.object("sound", false, "problem", Errors.describe(e)), "");
      return KoelCommand.FAILED;
    }
    return KoelCommand.OK;
  }
}

package io.koel.bench.cli;

import io.koel.Explanation;
import io.koel.Explanation.Probe;
import io.koel.Koel;
import io.koel.bench.report.Figures;
import io.koel.bench.report.Json;
import io.koel.bench.report.TextTable;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** {@code koel explain}. */
@Command(
    name = "explain",
    description =
        "Says how a lookup goes: each table considered, its filter's verdict, what was read, and"
            + " where the key was found.",
    footerHeading = "%nExample:%n",
    footer = {"  koel explain data apple"})
final class ExplainCommand extends DatabaseCommand {

  @Parameters(index = "1", paramLabel = "KEY", description = "The key, as text or 0x...")
  private String key;

  @Override
  public Integer call() throws Exception {
    byte[] keyBytes = KeyText.parse(key);
    try (Koel db = openUncached()) {
      // The first lookup opens the tables; the second shows what a lookup costs from then on.
      db.explain(keyBytes);
      Explanation explanation = db.explain(keyBytes);
      print(json(explanation), text(explanation));
    }
    return KoelCommand.OK;
  }

  private String text(Explanation explanation) {
    TextTable table =
        new TextTable(
            2, "place", "verdict", "generation", "dead", "blocks read", "from cache", "bytes read");
    for (Probe probe : explanation.probes()) {
      table.row(
          probe.place(),
          words(probe.verdict()),
          probe.level() < 0 ? "-" : probe.generation(),
          probe.level() < 0 ? "-" : Figures.count(probe.deadEntries()),
          probe.blocksFromDisk(),
          probe.blocksFromCache(),
          Figures.count(probe.bytesFromDisk()));
    }
    long denied =
        explanation.probes().stream()
            .filter(probe -> probe.verdict() == Explanation.Verdict.FILTER_DENIED)
            .count();
    return key
        + ": "
        + words(explanation.outcome())
        + "\n"
        + (table.isEmpty() ? "No table can hold it: nothing was asked.\n" : table)
        + String.format(
            "%d place%s considered, %d denied by a filter, %d block%s read from disk.%n",
            explanation.probes().size(),
            explanation.probes().size() == 1 ? "" : "s",
            denied,
            explanation.blocksFromDisk(),
            explanation.blocksFromDisk() == 1 ? "" : "s");
  }

  private static String words(Enum<?> name) {
    return name.name().toLowerCase(Locale.ROOT).replace('_', ' ');
  }

  private Object json(Explanation explanation) {
    List<Object> probes = new ArrayList<>();
    for (Probe probe : explanation.probes()) {
      probes.add(
          Json.object(
              "place", probe.place(),
              "level", probe.level(),
              "table", probe.table(),
              "generation", probe.generation(),
              "deadEntries", probe.deadEntries(),
              "verdict", words(probe.verdict()),
              "blocksFromDisk", probe.blocksFromDisk(),
              "blocksFromCache", probe.blocksFromCache(),
              "bytesFromDisk", probe.bytesFromDisk()));
    }
    return Json.object(
        "key",
        KeyText.show(KeyText.parse(key)),
        "outcome",
        words(explanation.outcome()),
        "blocksFromDisk",
        explanation.blocksFromDisk(),
        "probes",
        probes);
  }
}

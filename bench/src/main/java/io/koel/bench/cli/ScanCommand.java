package io.koel.bench.cli;

import io.koel.Cursor;
import io.koel.Koel;
import io.koel.bench.report.Json;
import java.io.IOException;
import java.util.Map;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code koel scan}. */
@Command(
    name = "scan",
    description = "Prints entries in the order of their keys, a tab between key and value.",
    footerHeading = "%nExamples:%n",
    footer = {
      "  koel scan data --limit 10",
      "  koel scan data --from apple --to banana",
      "  koel scan data --prefix user/ --reverse"
    })
final class ScanCommand extends DatabaseCommand {

  @Option(names = "--from", paramLabel = "KEY", description = "The first key to print.")
  private String from;

  @Option(names = "--to", paramLabel = "KEY", description = "The first key not to print.")
  private String to;

  @Option(names = "--prefix", paramLabel = "TEXT", description = "Only keys that begin so.")
  private String prefix;

  @Option(names = "--reverse", description = "From the last key to the first.")
  private boolean reverse;

  @Option(
      names = "--limit",
      paramLabel = "N",
      defaultValue = "9223372036854775807",
      description = "At most so many entries.")
  private long limit;

  @Override
  public Integer call() throws Exception {
    if (prefix != null && (from != null || to != null)) {
      throw new IllegalArgumentException("--prefix cannot be combined with --from or --to");
    }
    try (Koel db = openReadOnly();
        Cursor cursor = cursor(db)) {
      ScannedEntries entries = new ScannedEntries(cursor, limit);
      if (json()) {
        Iterable<Map<String, Object>> once = () -> entries;
        Json.write(out(), once);
      } else {
        entries.forEachRemaining(
            entry -> out().println(entry.get("key") + "\t" + entry.get("value")));
      }
    }
    out().flush();
    return KoelCommand.OK;
  }

  private Cursor cursor(Koel db) throws IOException {
    if (prefix != null) {
      byte[] bytes = KeyText.parse(prefix);
      return reverse ? db.scanPrefixReverse(bytes) : db.scanPrefix(bytes);
    }
    byte[] low = from == null ? null : KeyText.parse(from);
    byte[] high = to == null ? null : KeyText.parse(to);
    return reverse ? db.scanReverse(low, high) : db.scan(low, high);
  }
}

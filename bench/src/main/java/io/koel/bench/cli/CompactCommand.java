package io.koel.bench.cli;

import io.koel.Koel;
import io.koel.bench.report.Figures;
import io.koel.bench.report.Json;
import picocli.CommandLine.Command;

/** {@code koel compact}. */
@Command(
    name = "compact",
    description =
        "Compacts everything, so that what was overwritten or deleted takes no space any more.",
    footerHeading = "%nExample:%n",
    footer = {"  koel compact data"})
final class CompactCommand extends DatabaseCommand {

  @Override
  public Integer call() throws Exception {
    try (Koel db = openExisting()) {
      db.flush();
      long before = db.stats().sizeInBytes();
      db.compact();
      long after = db.stats().sizeInBytes();
      print(
          Json.object("bytesBefore", before, "bytesAfter", after),
          String.format("%s before, %s after.%n", Figures.bytes(before), Figures.bytes(after)));
    }
    return KoelCommand.OK;
  }
}

package io.koel.bench.cli;

import io.koel.bench.report.Figures;
import io.koel.bench.report.Json;
import io.koel.engine.files.FileNames;
import io.koel.sst.FileStorage;
import io.koel.sst.Storage;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Map;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code koel inspect}. */
@Command(
    name = "inspect",
    description = {
      "Says what is in one file of a database: a table (.sst), a generation of a table (.gen), a"
          + " log (.log) or the manifest.",
      "The file keeps its name: it says which kind it is."
    },
    footerHeading = "%nExamples:%n",
    footer = {
      "  koel inspect data/000012.sst --entries 20",
      "  koel inspect data/000015.log",
      "  koel inspect data/MANIFEST-000014"
    })
final class InspectCommand extends Subcommand {

  @Parameters(paramLabel = "FILE", description = "The file.")
  private Path file;

  @Option(
      names = "--entries",
      paramLabel = "N",
      defaultValue = "0",
      description = "Print the first N entries of a table or log, too.")
  private int entries;

  @Override
  public Integer call() throws IOException {
    if (!Files.exists(file)) {
      throw new NoSuchFileException(file.toString());
    }
    if (Files.isDirectory(file)) {
      throw new IOException(file + ": a directory; koel stats tells of a database");
    }
    Map<String, Object> found = inspect();
    if (json()) {
      out().print(Json.write(found));
    } else {
      found.forEach(this::printLine);
    }
    out().flush();
    return KoelCommand.OK;
  }

  private Map<String, Object> inspect() throws IOException {
    Path parent = file.toAbsolutePath().normalize().getParent();
    String name = file.getFileName().toString();
    Storage storage = FileStorage.at(parent);
    Inspection inspection = new Inspection(storage, name, entries);
    if (FileNames.tableNumber(name).isPresent()) {
      return inspection.table();
    }
    if (FileNames.generationTable(name).isPresent()) {
      return inspection.generation();
    }
    if (FileNames.logNumber(name).isPresent()) {
      return inspection.log();
    }
    if (FileNames.manifestNumber(name).isPresent()) {
      return inspection.manifest();
    }
    throw new IOException(
        file + ": not the name of a table, generation, log or manifest of a Koel database");
  }

  private void printLine(String name, Object value) {
    if (value instanceof Iterable<?> lines) {
      out().println(name + ":");
      lines.forEach(line -> out().println("  " + line));
    } else {
      Object shown = value instanceof Double number ? Figures.shortNumber(number) : value;
      shown = shown == null ? "none" : shown;
      out().printf("%-20s %s%n", name, shown);
    }
  }
}

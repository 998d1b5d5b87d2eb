package io.koel.bench.cli;

import io.koel.bench.report.Json;
import java.io.PrintWriter;
import java.util.concurrent.Callable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParentCommand;
import picocli.CommandLine.Spec;

/** What all commands share: where they print, and how. */
abstract class Subcommand implements Callable<Integer> {

  @Spec private CommandSpec spec;

  @ParentCommand private KoelCommand koel;

  final PrintWriter out() {
    return spec.commandLine().getOut();
  }

  final PrintWriter err() {
    return spec.commandLine().getErr();
  }

  final boolean json() {
    return koel.json();
  }

  /** Prints JSON where that was asked for, else the text. */
  final void print(Object json, Object text) {
    out().print(json() ? Json.write(json) : text.toString());
    out().flush();
  }
}

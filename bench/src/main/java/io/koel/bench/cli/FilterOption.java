package io.koel.bench.cli;

import picocli.CommandLine.Option;

/** The filter of Koel where just one is measured. */
final class FilterOption {

  @Option(
      names = "--filter",
      paramLabel = "SPEC",
      defaultValue = "semisorted-cuckoo(bits=13)",
      description = "Koel's filter policy (default: ${DEFAULT-VALUE}).")
  String spec;
}

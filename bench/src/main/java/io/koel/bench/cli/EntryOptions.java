package io.koel.bench.cli;

import picocli.CommandLine.Option;

/** What the entries of all measuring commands are like. */
final class EntryOptions {

  @Option(
      names = "--value-size",
      paramLabel = "BYTES",
      defaultValue = "100",
      description = "Size of a value; keys have 16 bytes (default: ${DEFAULT-VALUE}).")
  int valueBytes;

  @Option(
      names = "--seed",
      paramLabel = "N",
      defaultValue = "1",
      description = "The same seed gives the same keys (default: ${DEFAULT-VALUE}).")
  long seed;
}

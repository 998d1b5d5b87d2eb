package io.koel.bench.cli;

import picocli.CommandLine.Option;

/** The options that all measuring commands share. */
final class LoadOptions {

  @Option(
      names = "--entries",
      paramLabel = "N",
      defaultValue = "1M",
      converter = CountConverter.class,
      description = "Entries to load (default: ${DEFAULT-VALUE}).")
  long entries;

  @Option(
      names = "--value-size",
      paramLabel = "BYTES",
      defaultValue = "100",
      description = "Size of a value; keys have 16 bytes (default: ${DEFAULT-VALUE}).")
  int valueBytes;

  @Option(
      names = "--direct",
      description = "Read past the operating system's cache: each disk read is a real one.")
  boolean direct;

  @Option(
      names = "--seed",
      paramLabel = "N",
      defaultValue = "1",
      description = "The same seed gives the same keys (default: ${DEFAULT-VALUE}).")
  long seed;
}

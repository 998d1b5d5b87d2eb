package io.koel.bench.cli;

import picocli.CommandLine.Mixin;
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

  @Mixin EntryOptions entryOptions;

  @Option(
      names = "--direct",
      description = "Read past the operating system's cache: each disk read is a real one.")
  boolean direct;
}

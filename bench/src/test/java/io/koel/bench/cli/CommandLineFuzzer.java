package io.koel.bench.cli;

import java.nio.file.Path;

/** Jazzer's way in to the command line; a soak runs it in a directory of its own. */
public final class CommandLineFuzzer {

  private static final Path DIRECTORY = Path.of("databases").toAbsolutePath();

  private CommandLineFuzzer() {}

  /** Called by Jazzer with every input. */
  public static void fuzzerTestOneInput(byte[] input) {
    CommandLines.check(CommandLines.of(input, DIRECTORY));
  }
}

package io.koel.fuzz;

import java.util.HexFormat;

/** Jazzer's way in to the {@link FuzzTarget} that the system property {@value #TARGET} names. */
public final class Fuzzer {

  public static final String TARGET = "koel.fuzz.target";

  private static final FuzzTarget CHOSEN = FuzzTarget.valueOf(System.getProperty(TARGET));

  private Fuzzer() {}

  /** Called by Jazzer with every input. */
  public static void fuzzerTestOneInput(byte[] input) {
    try {
      CHOSEN.accepts(input);
    } catch (RuntimeException | Error e) {
      throw new AssertionError(CHOSEN + ": " + HexFormat.of().formatHex(input), e);
    }
  }
}

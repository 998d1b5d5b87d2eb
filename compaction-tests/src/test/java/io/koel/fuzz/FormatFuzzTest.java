package io.koel.fuzz;

import com.code_intelligence.jazzer.junit.FuzzTest;

/**
 * Jazzer's way in to the {@link FuzzTarget}s. In a test run each one gets its seeds only; in a soak
 * Jazzer looks for inputs of its own.
 */
class FormatFuzzTest {

  private static final String TIME = "30s";

  @FuzzTest(maxDuration = TIME)
  void table(byte[] input) {
    FuzzTarget.TABLE.accepts(input);
  }

  @FuzzTest(maxDuration = TIME)
  void filterBlock(byte[] input) {
    FuzzTarget.FILTER_BLOCK.accepts(input);
  }

  @FuzzTest(maxDuration = TIME)
  void log(byte[] input) {
    FuzzTarget.LOG.accepts(input);
  }

  @FuzzTest(maxDuration = TIME)
  void batch(byte[] input) {
    FuzzTarget.BATCH.accepts(input);
  }

  @FuzzTest(maxDuration = TIME)
  void manifest(byte[] input) {
    FuzzTarget.MANIFEST.accepts(input);
  }

  @FuzzTest(maxDuration = TIME)
  void generation(byte[] input) {
    FuzzTarget.GENERATION.accepts(input);
  }

  @FuzzTest(maxDuration = TIME)
  void spec(byte[] input) {
    FuzzTarget.SPEC.accepts(input);
  }
}

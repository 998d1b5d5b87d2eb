package io.koel.fuzz;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Random;

/** Inputs that have a chance to get past the first check of a target. */
public final class RandomInputs {

  private static final int MAX_PATCHES = 4;
  private static final int MAX_RAW = 200;

  private static final List<String> SPEC_WORDS =
      List.of(
          "bloom",
          "cuckoo",
          "semisorted-cuckoo",
          "per-level",
          "none",
          "quotient",
          "ribbon",
          "(",
          ")",
          ",",
          "=",
          "bits",
          "fpp",
          "10",
          "0.01",
          "-1",
          "1e9",
          "NaN",
          " ",
          "99999999999",
          "é");

  private RandomInputs() {}

  public static byte[] next(FuzzTarget target, Random random) {
    return switch (target) {
      case SPEC -> spec(random);
      case MANIFEST -> manifest(random);
      case TABLE, LOG, GENERATION -> random.nextInt(8) == 0 ? raw(random, 1) : patches(random);
      case FILTER_BLOCK, BATCH -> raw(random, random.nextInt(256));
    };
  }

  private static byte[] raw(Random random, int first) {
    byte[] bytes = new byte[1 + random.nextInt(MAX_RAW)];
    random.nextBytes(bytes);
    if (random.nextBoolean()) {
      // Small numbers are lengths and counts that fit.
      for (int i = 0; i < bytes.length; i++) {
        bytes[i] &= 7;
      }
    }
    bytes[0] = (byte) first;
    return bytes;
  }

  private static byte[] patches(Random random) {
    byte[] bytes = new byte[1 + 3 * (1 + random.nextInt(MAX_PATCHES))];
    random.nextBytes(bytes);
    bytes[0] = 0;
    return bytes;
  }

  private static byte[] spec(Random random) {
    StringBuilder spec = new StringBuilder();
    for (int n = random.nextInt(12); n > 0; n--) {
      spec.append(SPEC_WORDS.get(random.nextInt(SPEC_WORDS.size())));
    }
    return spec.toString().getBytes(StandardCharsets.UTF_8);
  }

  /** Begins with an identity, so that the edits after it are looked at. */
  private static byte[] manifest(Random random) {
    byte[] bytes = raw(random, 1);
    byte[] identity = {1, 1, 0, 0, 0, 0};
    System.arraycopy(identity, 0, bytes, 0, Math.min(identity.length, bytes.length));
    for (int i = identity.length; i < bytes.length; i++) {
      if (random.nextInt(4) == 0) {
        bytes[i] = (byte) (1 + random.nextInt(7));
      }
    }
    return bytes;
  }
}

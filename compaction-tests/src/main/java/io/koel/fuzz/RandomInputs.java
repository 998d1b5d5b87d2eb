package io.koel.fuzz;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
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

  private static final Map<FuzzTarget, List<byte[]>> SEEDS = new EnumMap<>(FuzzTarget.class);

  static {
    for (FuzzTarget target : FuzzTarget.values()) {
      SEEDS.put(target, target.seeds());
    }
  }

  private RandomInputs() {}

  /** Mostly a seed with something changed, sometimes noise. */
  public static byte[] next(FuzzTarget target, Random random) {
    boolean noise = random.nextInt(8) == 0;
    return switch (target) {
      case SPEC -> noise ? spec(random) : mutated(target, random);
      case TABLE, GENERATION -> noise ? raw(random, 1) : patches(random);
      case LOG ->
          noise ? raw(random, 1) : random.nextBoolean() ? patches(random) : mutated(target, random);
      case MANIFEST -> noise ? manifest(random) : mutated(target, random);
      case FILTER_BLOCK, BATCH ->
          noise ? raw(random, random.nextInt(256)) : mutated(target, random);
    };
  }

  private static byte[] mutated(FuzzTarget target, Random random) {
    List<byte[]> seeds = SEEDS.get(target);
    byte[] input = seeds.get(random.nextInt(seeds.size())).clone();
    for (int n = random.nextInt(MAX_PATCHES); n > 0 && input.length > 1; n--) {
      // Not what says how the rest is to be read.
      int at = 1 + random.nextInt(input.length - 1);
      switch (random.nextInt(4)) {
        case 0 -> input[at] ^= (byte) (1 << random.nextInt(8));
        case 1 -> input[at] = (byte) random.nextInt(8);
        case 2 -> input[at]++;
        default -> input = resized(input, random);
      }
    }
    return input;
  }

  /** Longer by a few bytes, or shorter. */
  private static byte[] resized(byte[] input, Random random) {
    byte[] bytes = Arrays.copyOf(input, Math.max(2, input.length + random.nextInt(9) - 4));
    for (int i = input.length; i < bytes.length; i++) {
      bytes[i] = (byte) random.nextInt();
    }
    return bytes;
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
    byte[] identity = {1, 1, 1, 0, 0, 0, 0};
    System.arraycopy(identity, 0, bytes, 0, Math.min(identity.length, bytes.length));
    for (int i = identity.length; i < bytes.length; i++) {
      if (random.nextInt(4) == 0) {
        bytes[i] = (byte) (1 + random.nextInt(7));
      }
    }
    return bytes;
  }
}

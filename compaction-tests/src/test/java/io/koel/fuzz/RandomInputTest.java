package io.koel.fuzz;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.HexFormat;
import java.util.Random;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Every reader of foreign bytes gets thousands of random inputs. */
class RandomInputTest {

  private static final int INPUTS = 4_000;

  @ParameterizedTest
  @EnumSource(FuzzTarget.class)
  void anyInput_isReadOrRefused(FuzzTarget target) {
    long seed = Long.getLong("koel.seed", System.nanoTime());
    System.out.println("RandomInputTest " + target + ": seed " + seed);
    Random random = new Random(seed);
    int refused = 0;
    for (int i = 0; i < INPUTS; i++) {
      byte[] input = RandomInputs.next(target, random);
      try {
        refused += target.accepts(input) ? 0 : 1;
      } catch (RuntimeException | Error e) {
        throw new AssertionError(target + ": " + HexFormat.of().formatHex(input), e);
      }
    }
    System.out.println(target + ": " + refused + " of " + INPUTS + " refused");
    assertTrue(refused > 0, "nothing was refused");
    // What is refused at the door tests nothing behind it.
    assertTrue(INPUTS - refused > INPUTS / 20, "nearly everything was refused");
  }
}

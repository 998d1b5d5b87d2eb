package io.koel.fuzz;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.code_intelligence.jazzer.junit.FuzzTest;
import java.util.stream.Stream;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.ArgumentsProvider;
import org.junit.jupiter.params.provider.ArgumentsSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.support.ParameterDeclarations;

/**
 * Jazzer's way in to the {@link FuzzTarget}s. In a test run each one gets its seeds only, which
 * come from a small database; in a soak Jazzer begins with them and looks for inputs of its own.
 */
class FormatFuzzTest {

  private static final String TIME = "30s";

  /** The seeds of the target whose fuzz test asks. */
  static final class Seeds implements ArgumentsProvider {

    @Override
    public Stream<Arguments> provideArguments(
        ParameterDeclarations parameters, ExtensionContext context) {
      String method = context.getRequiredTestMethod().getName();
      return Stream.of(FuzzTarget.values())
          .filter(target -> target.method().equals(method))
          .flatMap(target -> target.seeds().stream())
          .map(seed -> Arguments.of((Object) seed));
    }
  }

  @ArgumentsSource(Seeds.class)
  @FuzzTest(maxDuration = TIME)
  void table(byte[] input) {
    FuzzTarget.TABLE.accepts(input);
  }

  @ArgumentsSource(Seeds.class)
  @FuzzTest(maxDuration = TIME)
  void filterBlock(byte[] input) {
    FuzzTarget.FILTER_BLOCK.accepts(input);
  }

  @ArgumentsSource(Seeds.class)
  @FuzzTest(maxDuration = TIME)
  void log(byte[] input) {
    FuzzTarget.LOG.accepts(input);
  }

  @ArgumentsSource(Seeds.class)
  @FuzzTest(maxDuration = TIME)
  void batch(byte[] input) {
    FuzzTarget.BATCH.accepts(input);
  }

  @ArgumentsSource(Seeds.class)
  @FuzzTest(maxDuration = TIME)
  void manifest(byte[] input) {
    FuzzTarget.MANIFEST.accepts(input);
  }

  @ArgumentsSource(Seeds.class)
  @FuzzTest(maxDuration = TIME)
  void generation(byte[] input) {
    FuzzTarget.GENERATION.accepts(input);
  }

  @ArgumentsSource(Seeds.class)
  @FuzzTest(maxDuration = TIME)
  void spec(byte[] input) {
    FuzzTarget.SPEC.accepts(input);
  }

  /** Else the fuzz tests would go on passing without an input. */
  @ParameterizedTest
  @EnumSource(FuzzTarget.class)
  void seeds_ofEveryTarget_areSeveralAndTheFirstIsGood(FuzzTarget target) {
    assertTrue(target.seeds().size() >= 2);
    assertTrue(target.accepts(target.seeds().get(0)));
    long methods =
        Stream.of(FormatFuzzTest.class.getDeclaredMethods())
            .filter(method -> method.getName().equals(target.method()))
            .filter(method -> method.isAnnotationPresent(FuzzTest.class))
            .count();
    assertEquals(1, methods, target.method());
  }
}

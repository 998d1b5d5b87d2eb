package io.koel.bench.jmh;

import io.koel.bench.report.Medians;
import java.util.Arrays;
import java.util.Locale;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.infra.IterationParams;
import org.openjdk.jmh.runner.IterationType;

/**
 * Two filters in turn, within each invocation. What slows the machine for a while slows both, so
 * that the ratio of a round says more than two times that were taken minutes apart. JMH's own score
 * is the time of both; each side's median and the median of the rounds' ratios are printed at the
 * end of a fork.
 */
public abstract class DuelBenchmark extends FilterBenchmark {

  /** Two names that {@link Contender} knows. */
  @Param({
    "bloom(bits=10) fastfilter-bloom10",
    "blocked-bloom(bits=10) fastfilter-blockedbloom10",
    "binary-fuse(bits=8) fastfilter-xorfuse8",
    "ribbon(bits=8) fastfilter-bloom10",
    "xor(bits=8) fastfilter-xor8",
    "xor-plus(bits=8) fastfilter-xorplus8",
    "golomb(bits=8) fastfilter-gcs8",
    "cuckoo(bits=12) fastfilter-cuckoo16",
    "semisorted-cuckoo(bits=13) fastfilter-cuckoo16",
    "quotient(bits=9) fastfilter-cuckoo16",
    "dleft-counting-bloom(bits=12) fastfilter-cuckoo16",
    "counting-bloom(bits=40) fastfilter-bloom10"
  })
  public String pair;

  String first;
  String second;
  private double[] firstTimes = new double[64];
  private double[] secondTimes = new double[64];
  private int rounds;
  private boolean isMeasured;
  private boolean isFirstsTurn;

  /** Takes the pair apart. */
  @Override
  void prepare() {
    String[] names = pair.split(" ");
    if (names.length != 2) {
      throw new IllegalArgumentException("not two names with a space between: " + pair);
    }
    first = names[0];
    second = names[1];
  }

  /** Rounds of warm-up iterations do not count. */
  @Setup(Level.Iteration)
  public void beginIteration(IterationParams iteration) {
    isMeasured = iteration.getType() == IterationType.MEASUREMENT;
  }

  /** Whether the first side is to begin this round: the sides begin in turn. */
  final boolean isFirstsTurn() {
    isFirstsTurn = !isFirstsTurn;
    return isFirstsTurn;
  }

  /** Notes what a unit of work took either side in one round. */
  final void addRound(double firstTime, double secondTime) {
    if (!isMeasured) {
      return;
    }
    if (rounds == firstTimes.length) {
      firstTimes = Arrays.copyOf(firstTimes, 2 * rounds);
      secondTimes = Arrays.copyOf(secondTimes, 2 * rounds);
    }
    firstTimes[rounds] = firstTime;
    secondTimes[rounds] = secondTime;
    rounds++;
  }

  /** Prints what came out. */
  @TearDown
  public void report() {
    double[] firsts = Arrays.copyOf(firstTimes, rounds);
    double[] seconds = Arrays.copyOf(secondTimes, rounds);
    System.out.printf(
        Locale.ROOT,
        "%n%s: %s %.1f ns, %s %.1f ns, ratio %.3f (medians of %d rounds)%n",
        work(),
        first,
        Medians.median(firsts),
        second,
        Medians.median(seconds),
        Medians.ratio(firsts, seconds),
        rounds);
  }

  /** What a time is about. */
  abstract String work();
}

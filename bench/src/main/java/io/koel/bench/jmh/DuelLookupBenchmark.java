package io.koel.bench.jmh;

import java.util.concurrent.TimeUnit;
import java.util.function.LongPredicate;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;

/** The time of one lookup, of two filters in turn. */
@OutputTimeUnit(TimeUnit.NANOSECONDS)
public class DuelLookupBenchmark extends DuelBenchmark {

  /** About a millisecond: long against the time to get a filter back into the caches. */
  private static final int BATCH = 1 << 16;

  /** Many more than branch prediction can learn. */
  private static final int PROBES = 1 << 18;

  /** The percentage of lookups that ask for a key that is there. */
  @Param({"0", "100"})
  public int present;

  private LongPredicate firstFilter;
  private LongPredicate secondFilter;
  private long[] probes;
  private int next;

  /** Builds the filters and draws the keys to ask for. */
  @Override
  void prepare() {
    super.prepare();
    firstFilter = Contender.build(first, hashes);
    secondFilter = Contender.build(second, hashes);
    probes = probes(PROBES, present);
  }

  /** A batch of lookups of either filter, the same keys. */
  @Benchmark
  @OperationsPerInvocation(BATCH)
  public int lookup() {
    int from = next;
    next = from + BATCH & PROBES - 1;
    boolean isFirstsTurn = isFirstsTurn();
    long began = System.nanoTime();
    int positives = isFirstsTurn ? askFirst(from) : askSecond(from);
    long middle = System.nanoTime();
    positives += isFirstsTurn ? askSecond(from) : askFirst(from);
    double early = (double) (middle - began) / BATCH;
    double late = (double) (System.nanoTime() - middle) / BATCH;
    addRound(isFirstsTurn ? early : late, isFirstsTurn ? late : early);
    return positives;
  }

  // The same loop twice: each is compiled for the one type of filter that it meets.

  private int askFirst(int from) {
    int positives = 0;
    for (int i = from; i < from + BATCH; i++) {
      if (firstFilter.test(probes[i])) {
        positives++;
      }
    }
    return positives;
  }

  private int askSecond(int from) {
    int positives = 0;
    for (int i = from; i < from + BATCH; i++) {
      if (secondFilter.test(probes[i])) {
        positives++;
      }
    }
    return positives;
  }

  @Override
  String work() {
    return "lookup, " + present + " % present";
  }
}

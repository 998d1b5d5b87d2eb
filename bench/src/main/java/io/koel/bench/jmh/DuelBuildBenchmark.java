package io.koel.bench.jmh;

import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.infra.Blackhole;

/** The time of building and opening a filter, for each of its keys, of two filters in turn. */
@OutputTimeUnit(TimeUnit.MILLISECONDS)
public class DuelBuildBenchmark extends DuelBenchmark {

  /** A whole filter of either kind. */
  @Benchmark
  public void build(Blackhole sink) {
    boolean isFirstsTurn = isFirstsTurn();
    long began = System.nanoTime();
    sink.consume(Contender.build(isFirstsTurn ? first : second, hashes));
    long middle = System.nanoTime();
    sink.consume(Contender.build(isFirstsTurn ? second : first, hashes));
    double early = (double) (middle - began) / keys;
    double late = (double) (System.nanoTime() - middle) / keys;
    addRound(isFirstsTurn ? early : late, isFirstsTurn ? late : early);
  }

  @Override
  String work() {
    return "build, per key";
  }
}

package io.koel.bench.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collections;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** The commands that measure, within this process. */
class MeasuringCommandTest extends CommandInProcess {

  @Test
  void bench_everyWorkload_runsOnKoelAndRocksDb() {
    assertEquals(
        0,
        koel(
            "bench",
            "fillseq,readrandom,readmissing,overwrite,readseq,seekrandom,multireadrandom",
            "multireadmissing",
            "deleterandom,readdeleted,readwhilewriting,compact",
            "--engine",
            "both",
            "--entries",
            "2000",
            "--rounds",
            "2",
            "--dir",
            dir.resolve("bench")),
        err.toString());
    for (String workload : List.of("fillseq", "readwhilewriting", "multireadmissing")) {
      assertEquals(
          2, out.toString().lines().filter(line -> line.startsWith(workload + " ")).count());
    }
    String found =
        out.toString().lines().filter(line -> line.startsWith("readrandom")).findFirst().get();
    assertTrue(found.contains("2,000"), found);
  }

  @Test
  void bench_severalThreadNumbers_measureReadsWithEachAndGiveTheScaling() {
    assertEquals(
        0,
        koel(
            "bench",
            "fillrandom,readrandom",
            "--engine",
            "both",
            "--entries",
            "2000",
            "--threads",
            "1,2",
            "--rounds",
            "3",
            "--dir",
            dir),
        err.toString());
    List<String> lines = out.toString().lines().toList();
    assertEquals(2, lines.stream().filter(line -> line.startsWith("fillrandom ")).count());
    assertEquals(4, lines.stream().filter(line -> line.startsWith("readrandom ")).count());
    for (String engine : List.of("koel", "rocksdb")) {
      String scaling = "readrandom: " + engine + " with 2 threads does \\d+\\.\\d\\dx the .* of 1";
      assertEquals(1, lines.stream().filter(line -> line.matches(scaling)).count(), "" + lines);
    }
  }

  @Test
  void bench_writeRate_boundsWhatIsWrittenMeanwhile() {
    assertEquals(
        0,
        koel(
            "bench",
            "fillrandom,readwhilewriting",
            "--entries",
            "2000",
            "--write-rate",
            "1",
            "--json",
            "--dir",
            dir),
        err.toString());
    // The first write is due at once, the second a second later.
    long seconds = 1 + (long) (2000 * Collections.max(numbers("microsPerOperation")) / 1e6);
    long writes = sumOf("writesMeanwhile");
    assertTrue(writes >= 1 && writes <= 1 + 2 * seconds, out.toString());
    assertEquals(0, koel("bench", "fillrandom,readwhilewriting", "--entries", "2000"));
    assertTrue(out.toString().contains("readwhilewriting: koel wrote "), out.toString());
  }

  @Test
  void bench_readsBeforeAndAfterCompact_countTheBlocksOfDeletedKeys() {
    assertEquals(
        0,
        koel(
            "bench",
            "fillrandom,deleterandom,compact,readdeleted",
            "--engine",
            "both",
            "--entries",
            "2000",
            "--json",
            "--dir",
            dir),
        err.toString());
    assertTrue(out.toString().contains("\"cacheHitsPerOperation\": "), out.toString());
    assertEquals(0, foundBy("readdeleted"), out.toString());
  }

  private long foundBy(String workload) {
    return Pattern.compile("\"workload\": \"" + workload + "\".*?\"found\": (\\d+)", Pattern.DOTALL)
        .matcher(out.toString())
        .results()
        .mapToLong(match -> Long.parseLong(match.group(1)))
        .sum();
  }

  @Test
  void bench_badOptions_areRefused() {
    assertFails(2, "threads 0 is below 1", "bench", "fillseq", "--threads", "1,0");
    assertFails(2, "'two' is not an int", "bench", "fillseq", "--threads", "two");
    assertFails(2, "writes per second 0 is below 1", "bench", "fillseq", "--write-rate", "0");
    assertFails(2, "is not a count", "bench", "fillseq", "--write-rate", "fast");
    assertFails(2, "is not a count", "bench", "fillseq", "--write-rate", "-5");
    assertFails(2, "rounds 0 is below 1", "bench", "fillseq", "--rounds", "0");
  }

  @Test
  void grow_twoSizes_measuresBothEnginesAndHoldsFiltersAgainstTheFormula() {
    assertEquals(
        0,
        koel(
            "grow",
            "--engine",
            "both",
            "--entries",
            "20k,40k",
            "--lookups",
            "1000",
            "--json",
            "--dir",
            dir),
        err.toString());
    assertEquals(2 * (20_000 + 40_000), sumOf("entries"), out.toString());
    assertEquals(4, sumOf("tables"), out.toString());
    for (double bits : numbers("filterBitsPerKey")) {
      assertEquals(12.35, bits, 0.1, out.toString());
    }
    assertEquals(
        List.of(12.3, 12.4, 12.3, 12.4),
        numbers("formulaBitsPerKey").stream().map(bits -> Math.round(bits * 10) / 10.0).toList());
    assertEquals(4, err.toString().lines().count(), err.toString());
  }

  private List<Double> numbers(String member) {
    return Pattern.compile("\"" + member + "\": ([0-9.E-]+)")
        .matcher(out.toString())
        .results()
        .map(match -> Double.parseDouble(match.group(1)))
        .toList();
  }

  @Test
  void grow_badOptions_areRefused() {
    assertFails(2, "entries 0 is below 1", "grow", "--entries", "10k,0");
    assertFails(2, "is not a count", "grow", "--entries", "10k,lots");
    assertFails(2, "lookups 0 is below 1", "grow", "--lookups", "0");
    assertFails(2, "lmdb has no tables", "grow", "--engine", "lmdb");
    assertFails(2, "unknown engine 'oracle'", "grow", "--engine", "oracle");
    assertFails(2, "unknown filter 'blom'", "grow", "--filter", "blom", "--entries", "10");
    assertFails(2, "is not a size", "grow", "--cache", "big");
    assertFails(2, "more bytes than can be counted", "grow", "--cache", "999999999999g");
    for (String command : List.of("grow", "bench fillseq", "compare")) {
      String[] words = (command + " --cache 1024G").split(" ");
      assertFails(2, "of the heap", (Object[]) words);
    }
  }

  @Test
  void bench_badNames_areRefused() {
    assertFails(2, "unknown workload 'fillfast'; known are fillseq", "bench", "fillfast");
    assertFails(2, "must fill the store", "bench", "readrandom");
    assertFails(2, "unknown engine 'oracle'", "bench", "fillseq", "--engine", "oracle");
    assertFails(2, "is not a count", "bench", "fillseq", "--entries", "many");
  }

  @Test
  void compare_badSettings_areRefusedBeforeAnythingIsWritten() {
    Path report = dir.resolve("report");
    assertFails(2, "entries 10 is below", "compare", "--entries", "10", "--out", report);
    assertFails(2, "unknown filter 'blom'", "compare", "--policies", "blom", "--out", report);
    assertFails(2, "bits per key", "compare", "--bits", "-1", "--out", report);
    assertTrue(Files.notExists(report));
  }
}

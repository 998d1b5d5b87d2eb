package io.koel.bench.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Whole runs of {@code koel deletes} at small sizes. Speeds are not looked at, counts are. */
class DeletesCommandTest {

  private static final int DELETED = 4000;

  @TempDir Path dir;

  private final StringWriter out = new StringWriter();
  private final StringWriter err = new StringWriter();

  private int deletes(String... args) {
    String[] words = new String[args.length + 3];
    words[0] = "deletes";
    words[1] = "--out";
    words[2] = dir.toString();
    System.arraycopy(args, 0, words, 3, args.length);
    return KoelCommand.run(words, new PrintWriter(out), new PrintWriter(err));
  }

  /** The value of a line of the CSV file. */
  private double value(String scenario, String column, String measure) throws IOException {
    String start = scenario + "," + column + ",\"" + measure + "\",";
    List<String> lines =
        Files.readAllLines(dir.resolve("deletes.csv")).stream()
            .filter(line -> line.startsWith(start))
            .toList();
    assertEquals(1, lines.size(), start);
    return Double.parseDouble(lines.get(0).substring(start.length()));
  }

  @Test
  void randomHalf_countsWhatTombstonesCostAndFilterDeletesSave() throws IOException {
    assertEquals(
        KoelCommand.OK,
        deletes(
            "--entries=8k",
            "--scenarios=random-half",
            "--columns=koel-off,koel-dead-set,koel-full,rocksdb-resting"),
        err::toString);
    String scenario = "random-half";
    assertEquals(0, value(scenario, "koel-dead-set", "tombstones left"), DELETED / 100.0);
    assertEquals(0, value(scenario, "koel-full", "tombstones left"), DELETED / 100.0);
    assertEquals(DELETED, value(scenario, "rocksdb-resting", "tombstones left"));
    assertEquals(1, value(scenario, "rocksdb-resting", "disk reads per deleted key"), 0.02);
    assertEquals(1, value(scenario, "koel-dead-set", "disk reads per deleted key"), 0.01);
    assertEquals(0, value(scenario, "koel-full", "disk reads per deleted key"), 0.01);
    for (String column : List.of("koel-off", "koel-dead-set", "koel-full", "rocksdb-resting")) {
      assertEquals(1, value(scenario, column, "disk reads per live key"), 0.05, column);
    }
    double merged = value(scenario, "koel-off", "bytes compacted");
    double marked = value(scenario, "koel-full", "bytes compacted");
    assertTrue(merged > 1.2 * marked, "bytes compacted: " + merged + " and " + marked);
    double verified = value(scenario, "koel-full", "verification, share of its budget");
    assertTrue(verified > 0 && verified <= 1, "share of the budget: " + verified);
    assertTrue(out.toString().contains("reached: disk reads per deleted key"), out::toString);
    assertTrue(Files.readString(dir.resolve("report.html")).contains("<svg"));
    assertEquals(out.toString().lines().count() - 2, reportLines());
  }

  private long reportLines() throws IOException {
    return Files.readString(dir.resolve("report.txt")).lines().count();
  }

  @Test
  void everyScenario_ofEveryStore_givesFigures() throws IOException {
    assertEquals(
        KoelCommand.OK,
        deletes("--entries=4k", "--seconds=1", "--rounds=1", "--columns=koel-full,rocksdb"),
        err::toString);
    for (String column : List.of("koel-full", "rocksdb")) {
      assertTrue(value("queue", column, "entries stepped over per seek") > 0, column);
      assertTrue(value("ttl", column, "space used") > 0, column);
      assertTrue(value("no-deletes", column, "operations per second") > 0, column);
      assertEquals(0, value("no-deletes", column, "tombstones left"), column);
      assertEquals(500, value("held-snapshot", column, "tombstones left"), column);
    }
    assertEquals(0, value("range", "koel-full", "tombstones left"));
    assertEquals(41, Files.readAllLines(dir.resolve("queue.csv")).size());
    String page = Files.readString(dir.resolve("report.html"));
    assertEquals(6, page.split("<svg", -1).length - 1, "a chart for each kind of workload");
  }

  @Test
  void controls_compactTheSameWithAndWithoutFilterDeletes() throws IOException {
    assertEquals(
        KoelCommand.OK,
        deletes(
            "--entries=80k",
            "--rounds=1",
            "--scenarios=no-deletes,held-snapshot",
            "--columns=koel-off,koel-full"),
        err::toString);
    for (String scenario : List.of("no-deletes", "held-snapshot")) {
      for (String measure : List.of("bytes compacted", "space used", "tombstones left")) {
        double off = value(scenario, "koel-off", measure);
        assertEquals(off, value(scenario, "koel-full", measure), scenario + ": " + measure);
      }
      assertTrue(value(scenario, "koel-off", "bytes compacted") > 0, scenario);
    }
  }

  @Test
  void unknownNames_areListed() {
    assertEquals(KoelCommand.USAGE, deletes("--scenarios=stack"));
    assertTrue(err.toString().contains("unknown scenario 'stack'; known are random-half, queue"));
    assertEquals(KoelCommand.USAGE, deletes("--columns=leveldb"));
    assertTrue(err.toString().contains("unknown column 'leveldb'; known are koel-off"));
  }
}

package io.koel.scenario;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.koel.Explanation;
import io.koel.Explanation.Outcome;
import io.koel.Explanation.Probe;
import io.koel.Explanation.Verdict;
import io.koel.Koel;
import io.koel.Options;
import io.koel.Stats;
import io.koel.Stats.LevelStats;
import io.koel.faults.StrictStorage;
import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Explain and stats say what lookups really do. */
class ExplainTest {

  private final Options options =
      Options.defaults().withFilterPolicy("bloom(bits=16)").withBlockCacheBytes(0);
  private Koel db;

  @BeforeEach
  void open() throws IOException {
    db = Koel.open(new StrictStorage(), options);
    for (int i = 0; i < 1_000; i++) {
      db.put(key(i), new byte[100]);
    }
    db.delete(key(5));
    db.flush();
  }

  @AfterEach
  void close() throws IOException {
    db.close();
  }

  private static byte[] key(int i) {
    return String.format("key%05d", i).getBytes();
  }

  @Test
  void explain_keyInTable_readsOneBlock() throws IOException {
    Explanation e = db.explain(key(7));
    assertEquals(Outcome.FOUND, e.outcome());
    List<Probe> probes = e.probes();
    assertEquals(Verdict.NOT_THERE, probes.get(0).verdict(), "the memtable is empty");
    Probe table = probes.get(probes.size() - 1);
    assertEquals(Verdict.VALUE, table.verdict());
    assertEquals(0, table.level());
    // The table was just opened by the first lookup: its data block is the last one.
    assertTrue(table.blocksFromDisk() >= 1);
    Explanation again = db.explain(key(7));
    assertEquals(1, again.blocksFromDisk());
  }

  @Test
  void explain_deletedAndAbsentKeys_sayWhy() throws IOException {
    assertEquals(Outcome.DELETED, db.explain(key(5)).outcome());
    db.put(key(7), new byte[1]);
    Explanation inMemory = db.explain(key(7));
    assertEquals(1, inMemory.probes().size());
    assertEquals(0, inMemory.blocksFromDisk());
    db.explain(key(8));
    Explanation absent = db.explain("key00500x".getBytes());
    assertEquals(Outcome.ABSENT, absent.outcome());
    assertEquals(Verdict.FILTER_DENIED, absent.probes().get(1).verdict());
    assertEquals(0, absent.blocksFromDisk());
    assertTrue(absent.toString().contains("FILTER_DENIED"));
  }

  @Test
  void toString_ofTableWithGeneration_namesItAndItsDeadEntries() {
    Probe probe = new Probe("level 6 table 9", 6, 9, 2, 17, Verdict.DEAD, 1, 0, 4_096);
    String text = new Explanation(Outcome.ABSENT, List.of(probe)).toString();
    assertTrue(text.contains("level 6 table 9 (generation 2, 17 dead entries): DEAD"), text);
  }

  @Test
  void stats_afterLookups_countThem() throws IOException {
    for (int i = 0; i < 100; i++) {
      db.get(key(i + 100));
      db.get((new String(key(i)) + "x").getBytes());
    }
    Stats stats = db.stats();
    LevelStats level0 = stats.levels().get(0);
    assertEquals(1, level0.tables());
    assertEquals(200, level0.filterChecks());
    assertEquals(100, level0.truePositives());
    assertEquals(100, level0.filterDenials() + level0.falsePositives());
    assertEquals(level0.truePositives() + level0.falsePositives(), level0.dataBlocksFromDisk());
    assertEquals(200, stats.memtable().gets());
    assertEquals(1, stats.tombstones().written());
    assertEquals(1, level0.tombstones());
    assertEquals(1_001, stats.writes().entries());
    assertEquals(1, stats.background().flushes());
  }
}

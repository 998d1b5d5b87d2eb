package io.koel.scenario;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.koel.crash.DamageHarness;
import io.koel.crash.DamageHarness.Outcome;
import io.koel.crash.DamageHarness.State;
import io.koel.engine.files.FileNames;
import java.io.IOException;
import java.util.EnumMap;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Every byte of a small database is damaged in turn, and every file is lost in turn. */
class DamageTest {

  /** What a database consists of, by the ends and the beginnings of its files' names. */
  private static final Pattern KINDS =
      Pattern.compile("(CURRENT|MANIFEST)(-\\d+)?|\\d+.*\\.(gen|log|sst)");

  private static void assertAllKinds(Set<String> files) {
    Set<String> kinds = new TreeSet<>();
    for (String file : files) {
      Matcher kind = KINDS.matcher(file);
      if (kind.matches()) {
        kinds.add(kind.group(1) == null ? kind.group(3) : kind.group(1));
      }
    }
    assertEquals(Set.of("CURRENT", "MANIFEST", "gen", "log", "sst"), kinds);
  }

  @ParameterizedTest
  @EnumSource(State.class)
  void flip_everyByteInTurn_isNoticedOrChangesNoAnswer(State state) throws IOException {
    Random random = Seeds.random("DamageTest " + state);
    DamageHarness harness = new DamageHarness(state, random.nextLong());
    Map<String, Map<Outcome, Integer>> outcomes = new TreeMap<>();
    int flips = 0;
    for (String file : harness.database().list()) {
      Map<Outcome, Integer> counts = new EnumMap<>(Outcome.class);
      int length = harness.database().content(file).length;
      for (int i = 0; i < length; i++) {
        int xor = random.nextInt(4) == 0 ? 0xff : 1 << random.nextInt(8);
        counts.merge(harness.flip(file, i, xor), 1, Integer::sum);
        flips++;
      }
      outcomes.put(file, counts);
    }
    System.out.println(flips + " flips: " + outcomes);
    assertAllKinds(outcomes.keySet());
    assertTrue(flips > 4000, "only " + flips + " flips");
  }

  @ParameterizedTest
  @EnumSource(State.class)
  void remove_everyFileInTurn_isNoticedOrChangesNoAnswer(State state) throws IOException {
    Random random = Seeds.random("DamageTest " + state);
    DamageHarness harness = new DamageHarness(state, random.nextLong());
    int refused = 0;
    assertAllKinds(Set.copyOf(harness.database().list()));
    for (String file : harness.database().list()) {
      Outcome outcome = harness.remove(file);
      refused += outcome == Outcome.REFUSED_AT_OPEN ? 1 : 0;
      boolean needed = !file.equals(FileNames.LOCK) && state == State.CLOSED;
      assertTrue(!needed || outcome == Outcome.REFUSED_AT_OPEN, file + ": " + outcome);
    }
    assertTrue(refused >= 5, "only " + refused + " files are needed");
  }
}

package io.koel.engine.compact;

import static io.koel.engine.version.TestTables.dead;
import static io.koel.engine.version.TestTables.puts;
import static io.koel.engine.version.TestTables.table;
import static io.koel.engine.version.TestTables.tombstones;
import static io.koel.engine.version.TestTables.version;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.koel.Options;
import io.koel.engine.version.TableState;
import io.koel.engine.version.Version;
import java.util.List;
import java.util.function.LongPredicate;
import org.junit.jupiter.api.Test;

class CompactionPickerTest {

  private static final long MIB = 1 << 20;
  private static final List<TableState> NONE = List.of();
  private static final long[] NO_SNAPSHOTS = {};
  private static final LongPredicate ALL_SEEN = sequence -> true;

  private final Options options =
      Options.defaults()
          .withLevel0Triggers(2, 20, 36)
          .withLevelBaseBytes(10 * MIB)
          .withTableBytes(MIB);
  private final CompactionPicker picker = new CompactionPicker(options);
  private final Reservations reservations = new Reservations();

  @Test
  void pick_belowTriggers_isNothing() {
    Version version = version(List.of(table(1, "a", "z", MIB)), NONE, NONE, NONE, NONE, NONE);
    assertNull(picker.pick(version, reservations, ALL_SEEN));
  }

  @Test
  void pick_fullLevel0OfSmallDatabase_goesToTheLastLevel() {
    Version version =
        version(
            List.of(table(3, "a", "m", MIB), table(2, "c", "z", MIB)),
            NONE,
            NONE,
            NONE,
            NONE,
            NONE,
            List.of(table(1, "b", "d", MIB), table(4, "zz", "zzz", MIB)));
    Compaction picked = picker.pick(version, reservations, ALL_SEEN);
    assertEquals(0, picked.level());
    assertEquals(6, picked.outputLevel());
    assertEquals(2, picked.upper().size());
    assertEquals(List.of(1L), numbers(picked.lower()));
    assertFalse(picked.isTrivialMove(NO_SNAPSHOTS));
  }

  @Test
  void pick_disjointTablesWithNothingBelow_isTrivialMove() {
    Version version = version(List.of(table(3, "a", "b", MIB), table(2, "c", "d", MIB)));
    assertTrue(picker.pick(version, reservations, ALL_SEEN).isTrivialMove(NO_SNAPSHOTS));
  }

  @Test
  void isTrivialMove_tombstonesThatMayBeDropped_isFalse() {
    long sequence = 7;
    Version version = version(NONE, List.of(tombstones(sequence, "a", "b")));
    Compaction down = new Compaction(version, 1, 2, version.level(1).tables(), NONE);
    assertFalse(down.isTrivialMove(NO_SNAPSHOTS));
    assertFalse(down.isTrivialMove(new long[] {sequence, sequence + 1}));
  }

  @Test
  void isTrivialMove_tombstonesThatTheOldestSnapshotDoesNotSee_isTrue() {
    long sequence = 7;
    Version version = version(NONE, List.of(tombstones(sequence, "a", "b")));
    Compaction down = new Compaction(version, 1, 2, version.level(1).tables(), NONE);
    assertTrue(down.isTrivialMove(new long[] {sequence - 1, sequence + 1}));
  }

  @Test
  void pick_tombstonesAboveNothing_rewritesTheirTableWhenNoSnapshotNeedsIt() {
    long sequence = 7;
    Version version = lastTwoLevels(NONE, List.of(tombstones(sequence, "a", "b")));
    Compaction picked = picker.pick(version, reservations, seen -> seen <= sequence);
    assertEquals(6, picked.level());
    assertEquals(6, picked.outputLevel());
    assertNull(picker.pick(version, reservations, seen -> seen < sequence));
  }

  @Test
  void pick_tombstonesThatHideLittle_leavesThem() {
    Version version =
        lastTwoLevels(List.of(tombstones(7, "a", "c")), List.of(puts(1, "b", "d", 70 * MIB, 1000)));
    assertNull(picker.pick(version, reservations, ALL_SEEN));
  }

  @Test
  void pick_tombstonesThatHideMuch_takesThemFirst() {
    // Ten of a hundred entries of 700 KiB each, against a level's target of 5 MiB.
    Version version =
        lastTwoLevels(
            List.of(tombstones(7, "a", "c"), table(8, "x", "y", MIB)),
            List.of(puts(1, "b", "d", 20 * MIB, 29), puts(2, "w", "z", 50 * MIB, 71)));
    Compaction picked = picker.pick(version, reservations, ALL_SEEN);
    assertEquals(List.of(7L), numbers(picked.upper()));
  }

  @Test
  void pick_largeLevel_takesTheTableWithTheLeastBelow() {
    Version version =
        lastTwoLevels(
            List.of(
                table(1, "a", "c", 5 * MIB),
                table(2, "d", "f", 5 * MIB),
                table(3, "g", "i", 5 * MIB)),
            List.of(
                table(4, "a", "b", 20 * MIB),
                table(5, "d", "e", 10 * MIB),
                table(6, "g", "z", 70 * MIB)));
    Compaction picked = picker.pick(version, reservations, ALL_SEEN);
    assertEquals(5, picked.level());
    assertEquals(List.of(2L), numbers(picked.upper()));
    assertEquals(List.of(5L), numbers(picked.lower()));
  }

  @Test
  void pick_largeLevel_prefersDeadEntries() {
    Version version =
        lastTwoLevels(
            List.of(
                table(1, "a", "c", 8 * MIB),
                dead(2, "d", "f", 8 * MIB, 4),
                dead(3, "g", "i", 8 * MIB, 3)),
            List.of(
                table(4, "a", "b", 30 * MIB),
                table(5, "d", "e", 35 * MIB),
                table(6, "g", "h", 30 * MIB)));
    // With 4 of 10 dead, 0.6 * 43 MiB; with 3, 0.7 * 38 MiB; with none, 38 MiB.
    Compaction picked = picker.pick(version, reservations, ALL_SEEN);
    assertEquals(List.of(2L), numbers(picked.upper()));
  }

  @Test
  void pick_noLevelTooLarge_rewritesTheTableWithTheMostDead() {
    Version version =
        lastTwoLevels(
            NONE,
            List.of(dead(1, "a", "c", MIB, 6), dead(2, "d", "e", MIB, 7), table(3, "x", "y", MIB)));
    Compaction picked = picker.pick(version, reservations, ALL_SEEN);
    assertEquals(6, picked.outputLevel());
    assertEquals(List.of(2L), numbers(picked.upper()));
    assertNull(
        picker.pick(
            lastTwoLevels(NONE, List.of(dead(1, "a", "c", MIB, 5))), reservations, ALL_SEEN));
  }

  @Test
  void pick_whileTablesAreReserved_takesOthers() {
    TableState busy = table(5, "d", "e", 10 * MIB);
    Version version =
        lastTwoLevels(
            List.of(table(1, "a", "c", 9 * MIB), table(2, "d", "f", 9 * MIB)),
            List.of(table(4, "a", "b", 70 * MIB), busy));
    reservations.reserve(List.of(busy));
    Compaction picked = picker.pick(version, reservations, ALL_SEEN);
    assertEquals(List.of(1L), numbers(picked.upper()));
    reservations.begin(picked);
    assertNull(picker.pick(version, reservations, ALL_SEEN));
    reservations.end(picked);
    reservations.release(List.of(busy));
    assertNotNull(picker.pick(version, reservations, ALL_SEEN));
  }

  @Test
  void pick_level0ThatSlowsWriters_doesNotWaitForWhatTombstonesHide() {
    CompactionPicker impatient = new CompactionPicker(options.withLevel0Triggers(2, 2, 5));
    Version version =
        version(
            List.of(table(1, "a", "e", MIB), table(2, "a", "e", MIB)),
            NONE,
            NONE,
            NONE,
            NONE,
            List.of(tombstones(7, "a", "c")),
            List.of(puts(3, "b", "d", 20 * MIB, 29), puts(4, "w", "z", 50 * MIB, 71)));
    assertEquals(5, picker.pick(version, reservations, ALL_SEEN).level());
    assertEquals(0, impatient.pick(version, reservations, ALL_SEEN).level());
  }

  @Test
  void allows_rangeThatAnotherWritesTo_isFalse() {
    Version version =
        lastTwoLevels(
            List.of(table(1, "a", "c", 1), table(2, "x", "z", 1), table(3, "m", "n", 1)), NONE);
    Compaction wide =
        new Compaction(version, 5, 6, version.level(5).overlapping(null, "c".getBytes()), NONE);
    reservations.begin(
        new Compaction(
            version, 5, 6, List.of(version.level(5).table(0), version.level(5).table(1)), NONE));
    assertFalse(reservations.allows(wide));
    Compaction between = new Compaction(version, 5, 6, List.of(version.level(5).table(2)), NONE);
    assertFalse(reservations.allows(between), "its results would lie between those of the other");
  }

  @Test
  void targets_growUpwardsFromTheLastLevel() {
    Version small = lastTwoLevels(NONE, List.of(table(1, "a", "b", 9 * MIB)));
    assertEquals(6, new LevelTargets(small, options).baseLevel());
    Version large = lastTwoLevels(NONE, List.of(table(1, "a", "b", 900 * MIB)));
    LevelTargets targets = new LevelTargets(large, options);
    assertEquals(4, targets.baseLevel());
    assertEquals(900 * MIB, targets.target(6));
    assertEquals(90 * MIB, targets.target(5));
    assertEquals(9 * MIB, targets.target(4));
    assertEquals(0, targets.target(3));
  }

  private static Version lastTwoLevels(List<TableState> lastButOne, List<TableState> last) {
    return version(NONE, NONE, NONE, NONE, NONE, lastButOne, last);
  }

  private static List<Long> numbers(List<TableState> tables) {
    return tables.stream().map(TableState::number).toList();
  }
}

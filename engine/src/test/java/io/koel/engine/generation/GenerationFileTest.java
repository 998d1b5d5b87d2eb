package io.koel.engine.generation;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.koel.filter.CorruptionException;
import io.koel.filter.FilterBlock;
import io.koel.sst.FileStorage;
import io.koel.sst.Storage;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class GenerationFileTest {

  private static final long TABLE = 7;
  private static final long ENTRIES = 1000;

  @TempDir Path directory;

  @Test
  void read_afterWrite_givesTheSame() throws Exception {
    Storage storage = FileStorage.at(directory);
    GenerationFile written = generation(Optional.of(filter()));

    long length = written.write(storage, "g");
    GenerationFile read = GenerationFile.read(storage, "g", TABLE, 3, ENTRIES);

    assertEquals(storage.size("g"), length);
    assertEquals(4, read.deadSet().count());
    assertTrue(read.deadSet().isDead(0) && read.deadSet().isDead(999));
    assertFalse(read.deadSet().isDead(1));
    assertTrue(Arrays.equals(filter().encode(), read.filter().orElseThrow().encode()));
    assertTrue(read.filterDamage().isEmpty());
  }

  @Test
  void write_overAFileThatIsThere_failsAndLeavesItAlone() throws Exception {
    Storage storage = FileStorage.at(directory);
    GenerationFile first = generation(Optional.of(filter()));
    first.write(storage, "g");

    assertThrows(
        FileAlreadyExistsException.class, () -> generation(Optional.empty()).write(storage, "g"));
    assertTrue(GenerationFile.read(storage, "g", TABLE, 3, ENTRIES).filter().isPresent());
  }

  @Test
  void read_withoutFilter_hasNoneAndNoDamage() throws Exception {
    GenerationFile read = GenerationFile.decode(generation(Optional.empty()).encode());

    assertTrue(read.filter().isEmpty());
    assertTrue(read.filterDamage().isEmpty());
  }

  @Test
  void read_ofAnotherTableOrGeneration_isCorruptionThatNamesTheFile() throws Exception {
    Storage storage = FileStorage.at(directory);
    generation(Optional.empty()).write(storage, "g");

    for (long[] other : new long[][] {{8, 3, ENTRIES}, {TABLE, 2, ENTRIES}, {TABLE, 3, 1001}}) {
      CorruptionException e =
          assertThrows(
              CorruptionException.class,
              () -> GenerationFile.read(storage, "g", other[0], (int) other[1], other[2]));
      assertTrue(e.getMessage().contains("g:"), e.getMessage());
    }
  }

  @Test
  void decode_anyBitFlipped_deadSetIsNeverWrong() {
    byte[] good = generation(Optional.of(filter())).encode();
    int filterOffset = good.length - filter().encodedLength();
    for (int bit = 0; bit < good.length * 8; bit++) {
      byte[] bad = good.clone();
      bad[bit / 8] ^= (byte) (1 << bit % 8);
      if (bit / 8 < filterOffset) {
        assertThrows(CorruptionException.class, () -> GenerationFile.decode(bad), "bit " + bit);
      } else {
        assertFilterDamaged(bad);
      }
    }
  }

  @Test
  void decode_cutAnywhere_deadSetIsNeverWrong() {
    byte[] good = generation(Optional.of(filter())).encode();
    int filterOffset = good.length - filter().encodedLength();
    for (int length = 0; length < good.length; length++) {
      byte[] cut = Arrays.copyOf(good, length);
      if (length < filterOffset) {
        assertThrows(CorruptionException.class, () -> GenerationFile.decode(cut), "at " + length);
      } else {
        assertFilterDamaged(cut);
      }
    }
  }

  @Test
  void mark_twice_isMarkingOnce() {
    DeadSet.Builder builder = new DeadSet.Builder(DeadSet.EMPTY);

    assertTrue(builder.mark(5));
    assertFalse(builder.mark(5));
    assertEquals(1, builder.build().count());
    assertFalse(new DeadSet.Builder(builder.build()).mark(5));
  }

  @Test
  void mark_inBuilder_leavesBaseAndBuiltSetsAlone() {
    DeadSet.Builder builder = new DeadSet.Builder(DeadSet.EMPTY);
    builder.mark(1);
    DeadSet first = builder.build();
    builder.mark(2);

    assertEquals(0, DeadSet.EMPTY.count());
    assertEquals(1, first.count());
    assertEquals(2, builder.build().count());
  }

  @Test
  void allDead_onlyIfEveryOneIs() {
    DeadSet.Builder builder = new DeadSet.Builder(DeadSet.EMPTY);
    for (int ordinal = 100; ordinal < 70_000; ordinal++) {
      builder.mark(ordinal);
    }
    DeadSet set = builder.build();

    assertTrue(set.allDead(100, 69_999));
    assertTrue(set.allDead(65_535, 65_536));
    assertFalse(set.allDead(99, 100));
    assertFalse(set.allDead(69_999, 70_000));
    assertEquals(1, set.countWithin(69_999, 80_000));
  }

  private static void assertFilterDamaged(byte[] bytes) {
    try {
      GenerationFile read = GenerationFile.decode(bytes);
      assertTrue(read.filterDamage().isPresent());
      assertTrue(read.filter().isEmpty());
      assertEquals(4, read.deadSet().count());
    } catch (CorruptionException e) {
      throw new AssertionError("the dead set is whole", e);
    }
  }

  private static GenerationFile generation(Optional<FilterBlock> filter) {
    DeadSet.Builder dead = new DeadSet.Builder(DeadSet.EMPTY);
    for (int ordinal : new int[] {0, 17, 18, 999}) {
      dead.mark(ordinal);
    }
    return new GenerationFile(TABLE, 3, ENTRIES, dead.build(), filter);
  }

  private static FilterBlock filter() {
    return new FilterBlock("some-family", 1, 42, 996, new byte[] {1, 2, 3, 4, 5});
  }
}

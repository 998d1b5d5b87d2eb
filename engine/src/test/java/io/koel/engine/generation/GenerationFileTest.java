package io.koel.engine.generation;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.sun.management.ThreadMXBean;
import io.koel.filter.CorruptionException;
import io.koel.filter.FilterBlock;
import io.koel.sst.FileStorage;
import io.koel.sst.ReadableFile;
import io.koel.sst.Storage;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.lang.management.ManagementFactory;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Optional;
import java.util.zip.CRC32C;
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
    GenerationFile read = decode(generation(Optional.empty()).encode());

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
  void decode_anyBitFlipped_deadSetIsNeverWrong() throws Exception {
    byte[] good = generation(Optional.of(filter())).encode();
    int filterOffset = good.length - filter().encodedLength();
    for (int bit = 0; bit < good.length * 8; bit++) {
      byte[] bad = good.clone();
      bad[bit / 8] ^= (byte) (1 << bit % 8);
      if (bit / 8 < filterOffset) {
        assertThrows(CorruptionException.class, () -> decode(bad), "bit " + bit);
      } else {
        assertFilterDamaged(bad);
      }
    }
  }

  @Test
  void decode_cutAnywhere_deadSetIsNeverWrong() throws Exception {
    byte[] good = generation(Optional.of(filter())).encode();
    int filterOffset = good.length - filter().encodedLength();
    for (int length = 0; length < good.length; length++) {
      byte[] cut = Arrays.copyOf(good, length);
      if (length < filterOffset) {
        assertThrows(CorruptionException.class, () -> decode(cut), "at " + length);
      } else {
        assertFilterDamaged(cut);
      }
    }
  }

  /** A sparse file costs nothing to make, and must not cost memory. */
  @Test
  void read_sparseFileOfAGigabyte_isCorruptionForLittleMemory() throws Exception {
    Storage storage = FileStorage.at(directory);
    makeLonger("g", GenerationFile.MAX_LENGTH);

    long before = allocatedBytes();
    assertThrows(
        CorruptionException.class, () -> GenerationFile.read(storage, "g", TABLE, 3, ENTRIES));
    assertLittle(allocatedBytes() - before);
  }

  @Test
  void read_filterOfAGigabyte_isADamagedFilterForLittleMemory() throws Exception {
    Storage storage = FileStorage.at(directory);
    long length = generation(Optional.empty()).write(storage, "g");
    writeInt("g", 40, (int) (GenerationFile.MAX_LENGTH - length));
    makeCrcRight("g", (int) length - 4);
    makeLonger("g", GenerationFile.MAX_LENGTH);

    long before = allocatedBytes();
    GenerationFile read = GenerationFile.read(storage, "g", TABLE, 3, ENTRIES);
    assertLittle(allocatedBytes() - before);
    assertTrue(read.filterDamage().isPresent());
    assertEquals(4, read.deadSet().count());
  }

  @Test
  void read_deadSetOfAGigabyte_isCorruptionForLittleMemory() throws Exception {
    Storage storage = FileStorage.at(directory);
    generation(Optional.empty()).write(storage, "g");
    writeInt("g", 36, GenerationFile.MAX_LENGTH - 1000);
    makeLonger("g", GenerationFile.MAX_LENGTH);

    long before = allocatedBytes();
    CorruptionException e =
        assertThrows(
            CorruptionException.class, () -> GenerationFile.read(storage, "g", TABLE, 3, ENTRIES));
    assertLittle(allocatedBytes() - before);
    assertTrue(e.getMessage().contains("dead set length"), e.getMessage());
  }

  /** Half of all entries, so that neither lists nor runs are short. */
  @Test
  void read_denseDeadSetOfALargeTable_isWithinItsBound() throws Exception {
    Storage storage = FileStorage.at(directory);
    long entries = 300_001;
    DeadSet.Builder dead = new DeadSet.Builder(DeadSet.EMPTY);
    for (int ordinal = 0; ordinal < entries; ordinal += ordinal < 150_000 ? 2 : ordinal % 4 + 1) {
      dead.mark(ordinal);
    }
    DeadSet set = dead.build();
    new GenerationFile(TABLE, 3, entries, set, Optional.of(filter())).write(storage, "g");

    GenerationFile read = GenerationFile.read(storage, "g", TABLE, 3, entries);
    assertEquals(set.count(), read.deadSet().count());
    assertTrue(read.filter().isPresent());
  }

  private void makeLonger(String name, long length) throws IOException {
    try (var file = new RandomAccessFile(directory.resolve(name).toFile(), "rw")) {
      file.setLength(length);
    }
  }

  private void writeInt(String name, int offset, int value) throws IOException {
    try (var file = new RandomAccessFile(directory.resolve(name).toFile(), "rw")) {
      file.seek(offset);
      file.writeInt(Integer.reverseBytes(value));
    }
  }

  private void makeCrcRight(String name, int crcOffset) throws IOException {
    CRC32C crc = new CRC32C();
    crc.update(Files.readAllBytes(directory.resolve(name)), 0, crcOffset);
    writeInt(name, crcOffset, (int) crc.getValue());
  }

  private static long allocatedBytes() {
    return ((ThreadMXBean) ManagementFactory.getThreadMXBean()).getCurrentThreadAllocatedBytes();
  }

  private static void assertLittle(long bytes) {
    assertTrue(bytes < 8 << 20, bytes + " bytes were allocated");
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

  private static void assertFilterDamaged(byte[] bytes) throws IOException {
    try {
      GenerationFile read = decode(bytes);
      assertTrue(read.filterDamage().isPresent());
      assertTrue(read.filter().isEmpty());
      assertEquals(4, read.deadSet().count());
    } catch (CorruptionException e) {
      throw new AssertionError("the dead set is whole", e);
    }
  }

  private static GenerationFile decode(byte[] bytes) throws IOException {
    return GenerationFile.decode(new ArrayFile(bytes), TABLE, 3, ENTRIES);
  }

  private record ArrayFile(byte[] bytes) implements ReadableFile {

    @Override
    public void readFully(long position, byte[] target, int offset, int length) {
      System.arraycopy(bytes, (int) position, target, offset, length);
    }

    @Override
    public long size() {
      return bytes.length;
    }

    @Override
    public void close() {}
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

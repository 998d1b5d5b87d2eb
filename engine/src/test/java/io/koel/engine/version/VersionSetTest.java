package io.koel.engine.version;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.koel.engine.files.CurrentFile;
import io.koel.engine.files.FileNames;
import io.koel.engine.table.TableHandle;
import io.koel.engine.version.VersionEdit.AddTable;
import io.koel.engine.version.VersionEdit.DropTable;
import io.koel.engine.version.VersionEdit.LastSequence;
import io.koel.engine.version.VersionEdit.LogNumber;
import io.koel.engine.version.VersionEdit.SetGeneration;
import io.koel.filter.CorruptionException;
import io.koel.sst.FileStorage;
import io.koel.sst.Storage;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.AbstractList;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class VersionSetTest {

  private static final long SEED = 12345;
  private static final long NO_ROLL = 1 << 30;

  @TempDir Path directory;

  private Storage storage;
  private final List<String> obsolete = new ArrayList<>();

  private final ObsoleteFiles noted =
      new ObsoleteFiles() {
        @Override
        public void tableObsolete(TableHandle table) {
          obsolete.add("table " + table.number());
        }

        @Override
        public void generationObsolete(long table, int generation) {
          obsolete.add("generation " + table + "-" + generation);
        }

        @Override
        public void manifestObsolete(long number) {
          obsolete.add("manifest");
        }
      };

  @BeforeEach
  void openStorage() throws IOException {
    storage = FileStorage.at(directory);
  }

  private VersionSet create(long manifestLimit) throws IOException {
    VersionSet versions = VersionSet.create(storage, manifestLimit, noted, SEED);
    versions.startManifest();
    return versions;
  }

  private static void apply(VersionSet versions, VersionEdit... edits) throws IOException {
    versions.apply(List.of(edits), version -> {});
  }

  private static AddTable add(int level, long number, String smallest, String largest) {
    return new AddTable(level, TestTables.meta(number, smallest, largest, 100));
  }

  @Test
  void recover_afterEdits_hasTheirResult() throws IOException {
    long next;
    try (VersionSet versions = create(NO_ROLL)) {
      apply(versions, add(0, 10, "a", "z"), new LogNumber(4), new LastSequence(77));
      apply(versions, add(2, 11, "a", "c"), add(2, 12, "d", "f"));
      apply(versions, new DropTable(2, 11), add(3, 11, "a", "c"));
      apply(versions, new SetGeneration(2, 12, 1, 5));
      next = versions.newNumber();
    }
    VersionSet recovered = VersionSet.recover(storage, NO_ROLL, noted);
    assertEquals(SEED, recovered.hashSeed());
    assertEquals(4, recovered.logNumber());
    assertEquals(77, recovered.lastSequence());
    assertEquals(10, recovered.current().level(0).table(0).number());
    assertEquals(12, recovered.current().level(2).table(0).number());
    assertEquals(1, recovered.current().level(2).table(0).generation());
    assertEquals(5, recovered.current().level(2).table(0).deadEntries());
    assertEquals(11, recovered.current().level(3).table(0).number());
    assertTrue(recovered.newNumber() >= next - 1);
  }

  @Test
  void recover_afterManyRollOvers_hasAll() throws IOException {
    try (VersionSet versions = create(300)) {
      for (int i = 0; i < 100; i++) {
        apply(versions, add(0, 100 + i, "a", "b"));
      }
    }
    assertTrue(obsolete.size() > 2, "manifests were rolled over");
    assertEquals(100, VersionSet.recover(storage, 300, noted).current().tableCount());
  }

  @Test
  void apply_toManifestThatIsLongFromTheBeginning_doesNotRollOverEachTime() throws IOException {
    try (VersionSet versions = create(1000)) {
      for (int i = 0; i < 100; i++) {
        apply(versions, add(0, 100 + i, "a", "b"));
      }
      obsolete.clear();
      for (int i = 0; i < 100; i++) {
        apply(versions, add(0, 200 + i, "a", "b"));
      }
      assertTrue(obsolete.size() <= 2, obsolete.size() + " manifests for 100 steps");
    }
  }

  @Test
  void table_inPinnedVersion_isNotObsolete() throws IOException {
    try (VersionSet versions = create(NO_ROLL)) {
      apply(versions, add(1, 5, "a", "b"), add(1, 6, "c", "d"));
      Version before = versions.current();
      before.pin();
      apply(versions, new DropTable(1, 5));
      assertEquals(List.of(), obsolete);
      apply(versions, new DropTable(1, 6));
      before.unpin();
      assertEquals(List.of("table 5", "table 6"), obsolete);
    }
  }

  @Test
  void generation_superseded_isObsoleteAndItsTableIsNot() throws IOException {
    try (VersionSet versions = create(NO_ROLL)) {
      apply(versions, add(1, 5, "a", "b"));
      apply(versions, new SetGeneration(1, 5, 1, 1));
      apply(versions, new SetGeneration(1, 5, 2, 2));
      assertEquals(List.of("generation 5-1"), obsolete);
      apply(versions, new DropTable(1, 5));
      assertEquals(List.of("generation 5-1", "table 5", "generation 5-2"), obsolete);
    }
  }

  @Test
  void move_ofTable_makesNothingObsolete() throws IOException {
    try (VersionSet versions = create(NO_ROLL)) {
      apply(versions, add(1, 5, "a", "b"));
      apply(versions, new DropTable(1, 5), add(2, 5, "a", "b"));
      assertEquals(List.of(), obsolete);
      assertEquals(5, versions.current().level(2).table(0).number());
    }
  }

  @Test
  void apply_impossibleEdits_isRefusedAndChangesNothing() throws IOException {
    try (VersionSet versions = create(NO_ROLL)) {
      apply(versions, add(1, 5, "b", "d"));
      Version before = versions.current();
      assertThrows(CorruptionException.class, () -> apply(versions, new DropTable(1, 6)));
      assertThrows(CorruptionException.class, () -> apply(versions, new DropTable(2, 5)));
      assertThrows(CorruptionException.class, () -> apply(versions, add(1, 6, "d", "e")));
      assertThrows(CorruptionException.class, () -> apply(versions, add(3, 5, "x", "y")));
      assertThrows(CorruptionException.class, () -> apply(versions, new SetGeneration(1, 5, 0, 0)));
      assertEquals(before, versions.current());
    }
    assertEquals(1, VersionSet.recover(storage, NO_ROLL, noted).current().tableCount());
  }

  @Test
  void apply_afterAFailure_tellsWhatFailedFirst() throws IOException {
    try (VersionSet versions = create(1)) {
      apply(versions, add(0, 5, "a", "b"));
      for (String name : storage.list()) {
        storage.delete(name);
      }
      Files.delete(directory);
      IOException first =
          assertThrows(IOException.class, () -> apply(versions, add(0, 6, "a", "b")));
      IOException second =
          assertThrows(IOException.class, () -> apply(versions, add(0, 7, "a", "b")));
      assertEquals(first, second.getCause());
      assertTrue(second.getMessage().contains(first.toString()), second.getMessage());
      assertEquals(2, versions.current().level(0).size(), "nothing counts after a failure");
    }
  }

  /** The step is in the manifest, and what memory holds does not have it. */
  @Test
  void apply_outOfMemoryAfterTheStepIsDurable_isAFailure() throws IOException {
    try (VersionSet versions = create(NO_ROLL)) {
      apply(versions, add(0, 5, "a", "b"));
      String manifest = FileNames.manifest(CurrentFile.read(storage));
      long sizeBefore = storage.size(manifest);
      List<VersionEdit> step = List.of(add(0, 6, "a", "b"), new LogNumber(9));
      List<VersionEdit> edits =
          new AbstractList<>() {
            @Override
            public VersionEdit get(int index) {
              if (manifestSize(manifest) > sizeBefore) {
                throw new OutOfMemoryError("injected");
              }
              return step.get(index);
            }

            @Override
            public int size() {
              return step.size();
            }
          };
      assertThrows(OutOfMemoryError.class, () -> versions.apply(edits, version -> {}));
      IOException later =
          assertThrows(IOException.class, () -> apply(versions, add(0, 7, "a", "b")));
      assertTrue(later.getMessage().contains("injected"), later.getMessage());
      assertEquals(1, versions.current().level(0).size());
    }
    VersionSet recovered = VersionSet.recover(storage, NO_ROLL, noted);
    assertEquals(2, recovered.current().level(0).size());
    assertEquals(9, recovered.logNumber());
  }

  private long manifestSize(String name) {
    try {
      return storage.size(name);
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }
}

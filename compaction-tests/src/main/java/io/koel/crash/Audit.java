package io.koel.crash;

import io.koel.Cursor;
import io.koel.Koel;
import io.koel.engine.files.CurrentFile;
import io.koel.engine.files.FileNames;
import io.koel.engine.version.Manifest;
import io.koel.engine.version.VersionEdit;
import io.koel.engine.version.VersionEdit.AddTable;
import io.koel.engine.version.VersionEdit.DropTable;
import io.koel.engine.version.VersionEdit.LogNumber;
import io.koel.engine.version.VersionEdit.SetGeneration;
import io.koel.faults.History;
import io.koel.sst.Storage;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;

/** What must hold of a store at any time. Each method throws an {@link AssertionError} if not. */
public final class Audit {

  private Audit() {}

  /**
   * Reads everything, in every way, and looks for it in a history.
   *
   * @param keys how many of {@link Player#key} are looked up, there or not
   * @return how many steps of the history the store has
   */
  public static int content(Koel db, History history, int keys) throws IOException {
    NavigableMap<byte[], byte[]> content = read(db.scan());
    int steps = history.recovered(content);
    requireEqual(content, read(db.scanReverse(null, null)), "the reverse scan");
    for (int i = 0; i < keys; i++) {
      byte[] key = Player.key(i);
      byte[] expected = content.get(key);
      byte[] found = db.get(key);
      // Gets ask the filters, scans do not.
      if (!Arrays.equals(expected, found)) {
        throw new AssertionError(
            new String(key)
                + ": a scan finds "
                + Arrays.toString(expected)
                + ", a get "
                + Arrays.toString(found));
      }
    }
    db.verify();
    return steps;
  }

  /** All that a cursor shows. Its order is checked by the caller, if need be. */
  public static NavigableMap<byte[], byte[]> read(Cursor cursor) throws IOException {
    NavigableMap<byte[], byte[]> content = new TreeMap<>(Arrays::compareUnsigned);
    try (cursor) {
      while (cursor.next()) {
        if (content.put(cursor.key(), cursor.value()) != null) {
          throw new AssertionError("a scan shows " + new String(cursor.key()) + " twice");
        }
      }
    }
    return content;
  }

  /** Fails unless both have the same entries. */
  public static void requireEqual(
      NavigableMap<byte[], byte[]> expected, NavigableMap<byte[], byte[]> found, String what) {
    if (expected.size() != found.size()) {
      throw new AssertionError(
          what + " has " + found.size() + " entries instead of " + expected.size());
    }
    for (Map.Entry<byte[], byte[]> entry : expected.entrySet()) {
      if (!Arrays.equals(entry.getValue(), found.get(entry.getKey()))) {
        throw new AssertionError(what + " has another " + new String(entry.getKey()));
      }
    }
  }

  /**
   * The files of a database that was closed are those that its manifest needs, and no others. The
   * manifest is read here anew, without the engine's idea of what is needed.
   */
  public static void noOrphans(Storage storage) throws IOException {
    Map<Long, Integer> generations = new TreeMap<>();
    long firstLog = 0;
    for (List<VersionEdit> record : Manifest.read(storage)) {
      for (VersionEdit edit : record) {
        if (edit instanceof AddTable add) {
          generations.put(add.meta().number(), add.generation());
        } else if (edit instanceof DropTable drop) {
          generations.remove(drop.number());
        } else if (edit instanceof SetGeneration set) {
          generations.put(set.number(), set.generation());
        } else if (edit instanceof LogNumber log) {
          firstLog = log.number();
        }
      }
    }
    List<String> orphans = new ArrayList<>(storage.list());
    orphans.removeAll(
        List.of(
            FileNames.LOCK,
            FileNames.CURRENT,
            FileNames.manifest(CurrentFile.read(storage)),
            FileNames.log(firstLog)));
    generations.forEach(
        (table, generation) -> {
          orphans.remove(FileNames.table(table));
          orphans.remove(FileNames.generation(table, generation));
        });
    if (!orphans.isEmpty()) {
      throw new AssertionError("nobody needs " + orphans);
    }
  }
}

package io.koel.faults;

import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.function.UnaryOperator;

/**
 * Names and their files, with the changes since the last sync, each of which may be undone when the
 * power is cut, whatever became of the others. Changes before a sync that failed stay so for ever:
 * the system has told of them once, and no later sync does them.
 *
 * <p>Not thread-safe.
 */
final class StrictDirectory {

  private sealed interface Change {
    record Bind(String name, StrictFile file) implements Change {}

    record Move(String from, String to, StrictFile file) implements Change {}

    record Unbind(String name, StrictFile file) implements Change {}
  }

  private final Map<String, StrictFile> names = new TreeMap<>();
  private final Map<String, StrictFile> durable = new TreeMap<>();
  private final List<Change> unsynced = new ArrayList<>();

  /** How many of these no sync will make durable. */
  private int givenUp;

  StrictFile get(String name) {
    return names.get(name);
  }

  List<String> names() {
    return List.copyOf(names.keySet());
  }

  void bind(String name, StrictFile file) {
    change(new Change.Bind(name, file));
  }

  void move(String from, String to) {
    change(new Change.Move(from, to, names.get(from)));
  }

  void unbind(String name) {
    change(new Change.Unbind(name, names.get(name)));
  }

  private void change(Change change) {
    unsynced.add(change);
    apply(change, names);
  }

  void sync() {
    List<Change> lost = List.copyOf(unsynced.subList(0, givenUp));
    for (Change change : unsynced.subList(givenUp, unsynced.size())) {
      apply(change, durable);
    }
    unsynced.clear();
    // What was changed again since then, and synced, is as it is now.
    lost.stream().filter(this::isInForce).forEach(unsynced::add);
    givenUp = unsynced.size();
  }

  /** A sync has failed. */
  void failSync() {
    givenUp = unsynced.size();
  }

  private boolean isInForce(Change change) {
    if (change instanceof Change.Bind bind) {
      return names.get(bind.name) == bind.file;
    } else if (change instanceof Change.Move move) {
      return names.get(move.to) == move.file;
    } else {
      return !names.containsKey(((Change.Unbind) change).name);
    }
  }

  /** What is there after the power was cut. Files that had several names still are one. */
  StrictDirectory afterPowerCut(Random random) {
    Map<String, StrictFile> kept = new TreeMap<>(durable);
    // One odds for all changes, so that "nothing lost" and "all lost" happen often.
    int odds = random.nextInt(3);
    for (Change change : unsynced) {
      if (odds == 2 || odds == 1 && random.nextBoolean()) {
        apply(change, kept);
      }
    }
    return copyOf(kept, file -> file.afterPowerCut(random));
  }

  /** The same names and files, all of them durable. */
  StrictDirectory copy() {
    return copyOf(names, StrictFile::copy);
  }

  private static StrictDirectory copyOf(
      Map<String, StrictFile> names, UnaryOperator<StrictFile> copyFile) {
    StrictDirectory copy = new StrictDirectory();
    Map<StrictFile, StrictFile> copies = new IdentityHashMap<>();
    names.forEach((name, file) -> copy.names.put(name, copies.computeIfAbsent(file, copyFile)));
    copy.durable.putAll(copy.names);
    return copy;
  }

  private static void apply(Change change, Map<String, StrictFile> names) {
    if (change instanceof Change.Bind bind) {
      names.put(bind.name, bind.file);
    } else if (change instanceof Change.Move move) {
      names.remove(move.from, move.file);
      names.put(move.to, move.file);
    } else if (change instanceof Change.Unbind unbind) {
      names.remove(unbind.name, unbind.file);
    }
  }
}

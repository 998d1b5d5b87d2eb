package io.koel.deletes;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.koel.engine.files.FileNames;
import io.koel.faults.FaultPlan;
import io.koel.faults.StorageCall;
import io.koel.sst.WritableFile;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import org.junit.jupiter.api.Test;

/**
 * A crash left generations of tables that never came to be. Numbers are never used again: no later
 * table takes such a file for its own, also where it cannot be deleted.
 */
class OrphanGenerationTest {

  private static final int KEYS = 300;

  /** About as many numbers as the rest of the test gives away. */
  private static final int ORPHANS = 60;

  @Test
  void generations_ofTablesThatNeverWere_areNobodys() throws IOException {
    try (TwoLevels store = TwoLevels.filled(KEYS)) {
      store.deleteEach(0, KEYS, 5);
      store.settle();
      store.db.close();
      List<String> orphans = leaveOrphans(store);
      Set<String> created = ConcurrentHashMap.newKeySet();
      store.storage.setPlan(
          FaultPlan.always((call, name) -> call == StorageCall.DELETE && orphans.contains(name))
              .then(
                  (call, name) ->
                      created.addAll(call == StorageCall.CREATE ? Set.of(name) : Set.of())));
      store.reopen();
      for (int step : new int[] {2, 3, 7}) {
        store.deleteEach(step, KEYS, step);
        store.settle();
        store.put(step);
        store.check(KEYS);
      }
      assertNull(store.db.stats().failure());
      assertTrue(store.tombstones().keysMarked() > 0, "nothing was marked");
      Set<Long> numbers = numbers(orphans);
      numbers.retainAll(numbers(created));
      assertEquals(Set.of(), numbers, "numbers that were used again");
      store.db.compact();
      store.check(KEYS);
      store.storage.setPlan(FaultPlan.NONE);
      store.reopen();
      store.check(KEYS);
      assertEquals(List.of(), store.disk.list().stream().filter(orphans::contains).toList());
    }
  }

  private static Set<Long> numbers(Collection<String> names) {
    Set<Long> numbers = new TreeSet<>();
    names.forEach(name -> FileNames.anyNumber(name).ifPresent(numbers::add));
    return numbers;
  }

  /** Copies of a true generation under the names of the tables that would be made next. */
  private static List<String> leaveOrphans(TwoLevels store) throws IOException {
    List<String> names = store.disk.list();
    String living = names.stream().filter(name -> name.endsWith(".gen")).findFirst().orElseThrow();
    byte[] content = store.disk.content(living);
    long newest = 0;
    for (String name : names) {
      newest = Math.max(newest, FileNames.anyNumber(name).orElse(0));
    }
    List<String> orphans = new ArrayList<>();
    for (long number = newest + 1; number <= newest + ORPHANS; number++) {
      orphans.add(FileNames.generation(number, 1));
    }
    for (String name : orphans) {
      assertFalse(names.contains(name));
      try (WritableFile file = store.disk.create(name)) {
        file.append(content, 0, content.length);
        file.sync();
      }
    }
    store.disk.syncDirectory();
    return orphans;
  }
}

package io.koel.deletes;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.koel.FilterDeletes;
import io.koel.faults.StrictStorage;
import java.io.IOException;
import java.util.List;
import java.util.NavigableMap;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/** The setting, and with it who takes care of the filters, changes from one open to the next. */
class SettingChangedTest {

  private static final int KEYS = 1400;

  @Test
  void settings_inAnyOrder_areCompatible() throws IOException {
    StrictStorage disk;
    NavigableMap<byte[], byte[]> model;
    try (TwoLevels store = TwoLevels.filled(KEYS)) {
      disk = store.disk;
      model = new TreeMap<>(store.model);
    }
    List<FilterDeletes> settings =
        List.of(
            FilterDeletes.FULL,
            FilterDeletes.DEAD_SET,
            FilterDeletes.FULL,
            FilterDeletes.OFF,
            FilterDeletes.FULL,
            FilterDeletes.ELIDE,
            FilterDeletes.DEAD_SET);
    for (int i = 0; i < settings.size(); i++) {
      FilterDeletes setting = settings.get(i);
      try (TwoLevels store = new TwoLevels(TwoLevels.OPTIONS.withFilterDeletes(setting), disk)) {
        store.model.putAll(model);
        store.check(KEYS);
        store.deleteEach(i, KEYS, 14);
        store.settle();
        store.check(KEYS);
        boolean marks = setting.compareTo(FilterDeletes.DEAD_SET) >= 0;
        assertEquals(marks, store.tombstones().keysMarked() > 0, setting.toString());
        model = new TreeMap<>(store.model);
      }
    }
  }
}

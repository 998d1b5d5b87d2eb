package io.koel.scenario;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.koel.Options;
import io.koel.faults.StrictStorage;
import io.koel.metamorphic.MetamorphicRun;
import io.koel.metamorphic.OptionSets;
import io.koel.sst.FileStorage;
import io.koel.sst.ReadMode;
import io.koel.sst.Storage;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The answers to one history are the same under all options. */
class MetamorphicTest {

  private static final int OPERATIONS = 2_000;
  private static final long SEED = Seeds.random("MetamorphicTest").nextLong();

  private static Long digestOfFirst;

  @TempDir Path directory;

  static List<OptionSets.Named> optionSets() {
    return OptionSets.all();
  }

  @ParameterizedTest
  @MethodSource("optionSets")
  void history_underEachOptionSet_givesTheSameAnswers(OptionSets.Named set) throws IOException {
    boolean direct = set.options().readMode() == ReadMode.DIRECT;
    Storage storage = direct ? FileStorage.create(directory) : new StrictStorage();
    long digest = new MetamorphicRun(storage, List.of(set.options()), SEED).play(OPERATIONS);
    if (digestOfFirst == null) {
      digestOfFirst = digest;
    }
    assertEquals(digestOfFirst, digest);
  }

  @ParameterizedTest
  @ValueSource(strings = {"none", "semisorted-cuckoo(bits=5)", "semisorted-cuckoo(bits=13)"})
  void history_onRealFiles_givesTheSameAnswers(String filter) throws IOException {
    FileStorage files = FileStorage.create(directory);
    new MetamorphicRun(files, List.of(TinyOptions.of(filter)), SEED).play(4 * OPERATIONS);
  }

  /** What one set of options has written, all others can read. */
  @Test
  void history_underChangingOptions_givesTheSameAnswers() throws IOException {
    List<Options> options = OptionSets.all().stream().map(s -> s.options()).toList();
    assertTrue(options.size() >= 40, "only " + options.size() + " option sets");
    new MetamorphicRun(new StrictStorage(), options, SEED).play(30 * OPERATIONS);
  }
}

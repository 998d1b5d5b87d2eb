package io.koel.bench.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PolicyListTest {

  private static final int FAMILIES = 12;

  @Test
  void parse_list_splitsOutsideOfParentheses() {
    assertEquals(
        List.of("none", "per-level(bloom(bits=9),none)", "xor"),
        PolicyList.parse("none, per-level(bloom(bits=9),none),xor,none"));
  }

  @Test
  void parse_all_isNoneAndEveryFamily() {
    assertEquals(1 + FAMILIES, PolicyList.parse("all").size());
    assertEquals(2 + FAMILIES, PolicyList.parse("xor(bits=8),all,xor").size());
    assertEquals("none", PolicyList.parse("all").get(0));
  }

  @Test
  void compare_all_measuresEveryFamily(@TempDir Path dir) {
    StringWriter out = new StringWriter();
    StringWriter err = new StringWriter();
    String[] command = {
      "compare",
      "--policies=all",
      "--entries=2k",
      "--lookups=100",
      "--bits=20",
      "--engines=koel",
      "--out=" + dir
    };
    assertEquals(
        0, KoelCommand.run(command, new PrintWriter(out), new PrintWriter(err)), err.toString());
    for (String family : PolicyList.all()) {
      assertTrue(
          out.toString().lines().anyMatch(line -> line.matches("koel " + family + "[ (].*")),
          family + " is missing:\n" + out);
    }
  }
}

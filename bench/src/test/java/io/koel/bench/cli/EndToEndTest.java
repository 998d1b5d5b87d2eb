package io.koel.bench.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.koel.Koel;
import io.koel.bench.cli.KoelProcess.Result;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The command in processes of its own, as its users call it. */
class EndToEndTest {

  @TempDir Path dir;

  private Result koel(String... args) throws Exception {
    return KoelProcess.run(dir, args);
  }

  @Test
  void aDatabaseByHand_fromPutToDelete_works() throws Exception {
    assertEquals(new Result(0, "", ""), koel("put", "data", "apple", "red"));
    assertEquals(0, koel("put", "data", "0x00ff", "0xcafe").exitCode());
    assertEquals(new Result(0, "red\n", ""), koel("get", "data", "apple"));
    assertEquals(new Result(0, "0x00ff\t0xcafe\napple\tred\n", ""), koel("scan", "data"));
    assertEquals(0, koel("delete", "data", "apple").exitCode());
    assertEquals(new Result(1, "", "koel get: apple: not found\n"), koel("get", "data", "apple"));
    assertTrue(koel("verify", "data").out().startsWith("Sound: "));
  }

  @Test
  void open_databaseOfAnotherProcess_isRefusedInOneLine() throws Exception {
    try (Koel db = Koel.open(dir.resolve("data"))) {
      db.put(new byte[] {1}, new byte[] {2});
      Result refused = koel("get", "data", "0x01");
      assertEquals(1, refused.exitCode());
      assertEquals("", refused.out());
      assertEquals(1, refused.err().lines().count(), refused.err());
      assertTrue(refused.err().contains("LOCK"), refused.err());
    }
  }

  @Test
  void debug_failure_showsWhereItCameFrom() throws Exception {
    Result failed = koel("get", "missing", "key", "--debug");
    assertEquals(1, failed.exitCode());
    assertTrue(failed.err().startsWith("koel get: missing: no such file or directory\n"));
    assertTrue(failed.err().contains("\tat io.koel.bench"), failed.err());
    assertTrue(Files.notExists(dir.resolve("missing")));
  }

  @Test
  void compare_small_printsTableAndWritesReports() throws Exception {
    Result compared =
        koel(
            "compare",
            "--entries",
            "2000",
            "--lookups",
            "500",
            "--policies",
            "none,bloom,semisorted-cuckoo(bits=13)",
            "--bits",
            "10",
            "--out",
            "report");
    assertEquals(0, compared.exitCode(), compared.err());
    assertTrue(compared.out().contains("koel semisorted-cuckoo(bits=13)"), compared.out());
    assertTrue(compared.out().contains("rocksdb ribbon(bits=14"), compared.out());
    assertTrue(Files.readString(dir.resolve("report/compare.json")).contains("\"rows\": ["));
    assertTrue(Files.readString(dir.resolve("report/compare.html")).contains("<svg"));
    try (var left = Files.list(dir.resolve("report"))) {
      assertEquals(2, left.count(), "databases are removed");
    }
  }
}

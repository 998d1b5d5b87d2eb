package io.koel.bench.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.abort;

import java.io.File;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The report of a comparison, opened in a real browser. */
class HtmlReportTest {

  @TempDir Path dir;

  @Test
  void report_inChromium_showsItsPlotsWithoutComplaint() throws Exception {
    Path browser = chromium();
    StringWriter err = new StringWriter();
    String[] command = {
      "compare",
      "--entries",
      "2000",
      "--lookups",
      "500",
      "--policies",
      "none,bloom,cuckoo",
      "--bits",
      "10",
      "--out",
      dir.toString()
    };
    int exitCode =
        KoelCommand.run(command, new PrintWriter(new StringWriter()), new PrintWriter(err));
    assertEquals(0, exitCode, err.toString());

    Path page = dir.resolve("compare.html");
    assertFalse(
        Pattern.compile("(src|href)=\"(?!data:)").matcher(Files.readString(page)).find(),
        "the page refers to something outside of itself");
    Path dom = dir.resolve("dom.html");
    Path log = dir.resolve("browser.log");
    Process process =
        new ProcessBuilder(
                browser.toString(),
                "--headless",
                "--no-sandbox",
                "--disable-gpu",
                "--no-first-run",
                "--disable-background-networking",
                "--disable-component-update",
                "--disable-sync",
                "--enable-logging=stderr",
                "--user-data-dir=" + dir.resolve("profile"),
                "--dump-dom",
                page.toUri().toString())
            .redirectOutput(dom.toFile())
            .redirectError(log.toFile())
            .start();
    assertEquals(0, process.waitFor(), Files.readString(log));

    String shown = Files.readString(dom);
    assertEquals(4, count(shown, "<svg class=\"plot\""), "plots");
    assertTrue(count(shown, "<circle ") >= 4, "points of Koel in two plots");
    assertTrue(count(shown, "<rect ") > 20, "bars, and points of RocksDB");
    assertFalse(shown.contains("NaN"), "a coordinate or figure is not a number");
    assertEquals(
        List.of(),
        Files.readAllLines(log).stream().filter(line -> line.contains("CONSOLE")).toList());
  }

  private static int count(String text, String part) {
    return text.split(Pattern.quote(part), -1).length - 1;
  }

  private static Path chromium() {
    for (String folder : System.getenv("PATH").split(File.pathSeparator)) {
      for (String name : List.of("chromium", "chromium-browser", "google-chrome")) {
        Path candidate = Path.of(folder, name);
        if (Files.isExecutable(candidate)) {
          return candidate;
        }
      }
    }
    String notice = "SKIPPED: no Chromium on the PATH, so the report was not opened in a browser";
    System.err.println(notice);
    return abort(notice);
  }
}

package io.koel.bench.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The shell script, with a jar that is new enough and a java that only says how it was called. */
class KoelScriptTest {

  @TempDir Path dir;

  @BeforeEach
  void install() throws IOException {
    Path script = Path.of(System.getProperty("koel.docs")).resolveSibling("koel");
    Files.copy(script, dir.resolve("koel"));
    Files.createDirectories(dir.resolve("bench/src/main"));
    Files.createDirectories(dir.resolve("gradle"));
    Files.createFile(dir.resolve("build.gradle"));
    Files.createFile(dir.resolve("bench/build.gradle"));
    Files.createDirectories(dir.resolve("bench/build/koel"));
    Files.createFile(dir.resolve("bench/build/koel/koel.jar"));
    Path java = Files.createDirectories(dir.resolve("jdk/bin")).resolve("java");
    Files.writeString(java, "#!/bin/sh\necho \"$LC_ALL\" \"$@\"\n");
    assertTrue(java.toFile().setExecutable(true));
  }

  private String sh(String command) throws IOException, InterruptedException {
    ProcessBuilder builder = new ProcessBuilder(List.of("sh", "-c", command));
    builder.environment().put("JAVA_HOME", dir.resolve("jdk").toString());
    builder.environment().put("LC_ALL", "C");
    Process process = builder.directory(dir.toFile()).redirectErrorStream(true).start();
    process.getOutputStream().close();
    String out = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    return process.waitFor() + " " + out;
  }

  @Test
  void koel_plainLocale_hasJavaReadItsArgumentsAsUtf8() throws Exception {
    String out = sh("sh ./koel get 'a key'");
    assertTrue(out.matches("0 C.UTF-8 -jar .*koel.jar get a key\n"), out);
  }

  @Test
  void koel_closedOutput_isSaid() throws Exception {
    assertEquals("1 koel: standard output is closed\n", sh("sh ./koel scan data >&-"));
  }
}

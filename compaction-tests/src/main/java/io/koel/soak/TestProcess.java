package io.koel.soak;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** JUnit in a process of its own, with this one's class path. */
final class TestProcess {

  private final Path directory;
  private final Path output;

  /**
   * Prepares a process.
   *
   * @param directory where it works and leaves what it likes to
   * @param output gets all that it says
   */
  TestProcess(Path directory, Path output) {
    this.directory = directory;
    this.output = output;
  }

  /**
   * Runs tests; true if all passed.
   *
   * @param selection JUnit's arguments that say which
   * @param fuzzing whether Jazzer looks for new inputs
   */
  boolean run(List<String> selection, boolean fuzzing) throws IOException {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(List.of("-ea", "-Xmx1g", "-Djdk.attach.allowAttachSelf=true"));
    command.addAll(List.of("-cp", System.getProperty("java.class.path")));
    command.add("org.junit.platform.console.ConsoleLauncher");
    command.addAll(List.of("execute", "--disable-banner", "--disable-ansi-colors"));
    command.add("--fail-if-no-tests");
    command.addAll(selection);
    ProcessBuilder builder =
        new ProcessBuilder(command)
            .directory(directory.toFile())
            .redirectErrorStream(true)
            .redirectOutput(output.toFile());
    if (fuzzing) {
      builder.environment().put("JAZZER_FUZZ", "1");
    }
    Process process = builder.start();
    try {
      return process.waitFor() == 0;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("interrupted", e);
    } finally {
      process.destroyForcibly();
    }
  }
}

package io.koel.soak;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** A program in a process of its own, with this one's class path. */
final class JavaProcess {

  private final Path directory;
  private final Path output;
  private final List<String> options = new ArrayList<>();
  private String classPath = System.getProperty("java.class.path");

  /**
   * Prepares a process.
   *
   * @param directory where it works and leaves what it likes to
   * @param output gets all that it says
   */
  JavaProcess(Path directory, Path output) {
    this.directory = directory;
    this.output = output;
    options.addAll(List.of("-ea", "-Xmx1g", "-Djdk.attach.allowAttachSelf=true"));
  }

  JavaProcess withProperty(String name, Object value) {
    options.add("-D" + name + "=" + value);
    return this;
  }

  JavaProcess withClassPath(String more) {
    classPath += System.getProperty("path.separator") + more;
    return this;
  }

  /** Runs a main class; true if it ended with code 0. It has nothing to read. */
  boolean run(String mainClass, List<String> args) throws IOException {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(options);
    command.addAll(List.of("-cp", classPath, mainClass));
    command.addAll(args);
    Process process =
        new ProcessBuilder(command)
            .directory(directory.toFile())
            .redirectErrorStream(true)
            .redirectOutput(output.toFile())
            .start();
    try {
      process.getOutputStream().close();
      return process.waitFor() == 0;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("interrupted", e);
    } finally {
      process.destroyForcibly();
    }
  }
}

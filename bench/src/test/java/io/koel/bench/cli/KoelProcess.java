package io.koel.bench.cli;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;

/** The koel command as its users start it: a process of its own. */
final class KoelProcess {

  /** What the command gave. */
  record Result(int exitCode, String out, String err) {}

  private KoelProcess() {}

  static Result run(Path workingDir, String... args) throws IOException, InterruptedException {
    return run(workingDir, Map.of(), args);
  }

  static Result run(Path workingDir, Map<String, String> environment, String... args)
      throws IOException, InterruptedException {
    Process process = start(workingDir, environment, args);
    CompletableFuture<String> err =
        CompletableFuture.supplyAsync(() -> read(process.getErrorStream()));
    String out = read(process.getInputStream());
    return new Result(process.waitFor(), out, err.join());
  }

  static Process start(Path workingDir, String... args) throws IOException {
    return start(workingDir, Map.of(), args);
  }

  private static Process start(Path workingDir, Map<String, String> environment, String... args)
      throws IOException {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(List.of("-XX:TieredStopAtLevel=1", "-Xshare:auto"));
    // The right that the manifest of koel.jar gives, or newer JDKs warn of RocksDB's library.
    command.add("--enable-native-access=ALL-UNNAMED");
    command.addAll(List.of("-cp", System.getProperty("java.class.path")));
    command.add(KoelCommand.class.getName());
    command.addAll(List.of(args));
    ProcessBuilder builder = new ProcessBuilder(command).directory(workingDir.toFile());
    builder.environment().putAll(environment);
    Process process = builder.start();
    process.getOutputStream().close();
    return process;
  }

  private static String read(InputStream in) {
    try (in) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}

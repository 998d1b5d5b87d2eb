package io.koel.bench.paper;

import io.koel.bench.workload.AtExit;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Consumer;

/** Runs each job in a JVM of its own, with this one's class path. */
final class ForkedJobs implements PaperRun.Runner {

  @Override
  public void run(Job job, PaperScale scale, Consumer<Point> points) throws IOException {
    Process process = new ProcessBuilder(command(job, scale)).redirectError(inherit()).start();
    AtExit stop = AtExit.run(process::destroyForcibly);
    try (BufferedReader lines = process.inputReader(StandardCharsets.UTF_8)) {
      process.getOutputStream().close();
      lines.lines().map(Point::parse).forEach(points);
      int exit = process.waitFor();
      if (exit != 0) {
        throw new IOException(job + " ended with exit code " + exit);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException("interrupted during " + job, e);
    } finally {
      stop.close();
      process.destroyForcibly();
    }
  }

  private static ProcessBuilder.Redirect inherit() {
    return ProcessBuilder.Redirect.INHERIT;
  }

  private static List<String> command(Job job, PaperScale scale) {
    return List.of(
        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
        "-Xms" + scale.heap(),
        "-Xmx" + scale.heap(),
        "-XX:+UseSerialGC",
        "-cp",
        System.getProperty("java.class.path"),
        JobMain.class.getName(),
        job.kind().name(),
        job.subject(),
        scale.name());
  }
}

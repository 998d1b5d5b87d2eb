package io.koel.bench.report;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;

/** A file that a run leaves behind. */
public final class ReportFile {

  private ReportFile() {}

  public static void write(Path file, String text) throws IOException {
    write(file, text.getBytes(StandardCharsets.UTF_8));
  }

  /**
   * Writes a file anew. An exception names it, also that of a full disk, which has but a reason.
   */
  public static void write(Path file, byte[] content) throws IOException {
    try {
      Files.write(file, content);
    } catch (FileSystemException e) {
      throw e;
    } catch (IOException e) {
      throw new IOException(file + ": " + e.getMessage(), e);
    }
  }
}

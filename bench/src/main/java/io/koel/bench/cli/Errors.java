package io.koel.bench.cli;

import java.io.UncheckedIOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemException;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;

/** What went wrong, in one line. */
final class Errors {

  private Errors() {}

  static String describe(Throwable error) {
    if (error instanceof UncheckedIOException wrapped) {
      return describe(wrapped.getCause());
    }
    // Their messages are but the file's name.
    if (error instanceof NoSuchFileException missing && missing.getReason() == null) {
      return missing.getFile() + ": no such file or directory";
    }
    if (error instanceof AccessDeniedException denied) {
      return denied.getFile() + ": permission denied";
    }
    if (error instanceof NotDirectoryException file) {
      return file.getFile() + ": not a directory";
    }
    if (error instanceof FileSystemException other && other.getReason() == null) {
      return other.getMessage() + ": " + other.getClass().getSimpleName();
    }
    String message = error.getMessage();
    return message == null || message.isBlank()
        ? error.getClass().getSimpleName()
        : firstLine(message);
  }

  static String firstLine(String message) {
    return message == null ? "" : message.lines().findFirst().orElse("");
  }
}

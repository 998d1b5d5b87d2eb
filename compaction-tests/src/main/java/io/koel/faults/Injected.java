package io.koel.faults;

import java.io.EOFException;
import java.io.IOException;
import java.nio.file.FileSystemException;

/**
 * The failures that tests inject, and how to tell them from the engine's own: a bug that shows
 * itself only amid faults comes as a background failure too, which is an {@link IOException} as any
 * other, and must not pass for the fault.
 */
public final class Injected {

  private static final String MARK = "injected: ";

  private Injected() {}

  static IOException error(StorageCall call, String name) {
    return new IOException(MARK + "Input/output error (" + call + " " + name + ")");
  }

  static EOFException shortRead(String name) {
    return new EOFException(MARK + "short read (" + name + ")");
  }

  static FileSystemException fullDisk(String name) {
    return new FileSystemException(name, null, MARK + "No space left on device");
  }

  /**
   * Whether injected faults, or a power cut, are all that a failure comes from: at the end of its
   * causes, and of those of whatever was added to it on the way.
   */
  public static boolean isCauseOf(Throwable failure) {
    for (Throwable added : failure.getSuppressed()) {
      if (!isCauseOf(added)) {
        return false;
      }
    }
    return failure.getCause() == null ? isInjected(failure) : isCauseOf(failure.getCause());
  }

  private static boolean isInjected(Throwable root) {
    return root instanceof PowerCutException
        || root instanceof IOException
            && root.getMessage() != null
            && root.getMessage().contains(MARK);
  }

  /** Fails unless {@link #isCauseOf}. */
  public static void requireCauseOf(Throwable failure) {
    if (!isCauseOf(failure)) {
      throw new AssertionError("no injected fault: " + failure, failure);
    }
  }
}

package io.koel.filter;

import java.io.IOException;

/** Stored bytes are not what was written. The message says what is wrong and where. */
public class CorruptionException extends IOException {

  private static final long serialVersionUID = 1L;

  public CorruptionException(String message) {
    super(message);
  }

  public CorruptionException(String message, Throwable cause) {
    super(message, cause);
  }
}

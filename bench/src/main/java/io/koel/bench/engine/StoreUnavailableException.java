package io.koel.bench.engine;

/** A store cannot be used on this machine, such as when its native library is missing. */
public final class StoreUnavailableException extends Exception {

  private static final long serialVersionUID = 1L;

  public StoreUnavailableException(String message, Throwable cause) {
    super(message, cause);
  }
}

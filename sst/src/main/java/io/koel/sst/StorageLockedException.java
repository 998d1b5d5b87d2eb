package io.koel.sst;

import java.io.IOException;

/** Somebody else, here or in another process, holds the lock. */
public class StorageLockedException extends IOException {

  private static final long serialVersionUID = 1L;

  public StorageLockedException(String message) {
    super(message);
  }
}

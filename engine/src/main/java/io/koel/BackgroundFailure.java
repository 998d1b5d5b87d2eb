package io.koel;

import java.io.IOException;

/**
 * A flush or a compaction, or the writing of a log, has failed. From then on the store only reads:
 * every write fails with the cause, until the store is closed and opened again. Nothing that was
 * acknowledged is lost.
 */
public final class BackgroundFailure extends IOException {

  private static final long serialVersionUID = 1L;

  public BackgroundFailure(String what, Throwable cause) {
    super(what + " failed, writes are refused until the store is opened again: " + cause, cause);
  }

  /** The same failure, for another call that it makes fail. */
  public BackgroundFailure(BackgroundFailure first) {
    super(first.getMessage(), first.getCause());
  }
}

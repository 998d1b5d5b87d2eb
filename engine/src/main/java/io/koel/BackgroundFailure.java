package io.koel;

import java.io.IOException;

/**
 * A flush or a compaction, or the writing of a log, has failed; {@link #getCause} is why. From then
 * on the store only reads: every write fails with the cause, until the store is closed and opened
 * again. Nothing that was acknowledged is lost. A write that failed so may be there after the
 * reopening or not, as a whole.
 *
 * <p>What to do: mend the cause, such as a full disk, then close and open the store. {@link
 * Stats#failure} shows it without a write.
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

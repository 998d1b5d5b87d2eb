package io.koel.engine.compact;

import io.koel.engine.version.Version;
import java.io.Closeable;
import java.util.function.Supplier;

/**
 * The version that is installed, pinned while it is looked at. It is pinned anew only when another
 * one was installed meanwhile.
 *
 * <p>Not thread-safe.
 */
final class InstalledVersion implements Closeable {

  private final Supplier<Version> current;
  private final Supplier<Version> pinCurrent;
  private Version pinned;

  /**
   * Begins with whatever is installed.
   *
   * @param current the version that is installed, for comparing only
   * @param pinCurrent pins the version that is installed
   */
  InstalledVersion(Supplier<Version> current, Supplier<Version> pinCurrent) {
    this.current = current;
    this.pinCurrent = pinCurrent;
    this.pinned = pinCurrent.get();
  }

  /** The version, good until the next call. */
  Version get() {
    if (pinned != current.get()) {
      Version before = pinned;
      pinned = pinCurrent.get();
      before.unpin();
    }
    return pinned;
  }

  @Override
  public void close() {
    pinned.unpin();
  }
}

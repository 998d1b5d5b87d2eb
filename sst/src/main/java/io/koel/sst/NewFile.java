package io.koel.sst;

import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.OpenOption;
import java.nio.file.Path;
import java.util.Set;

/**
 * A file that is made here and written: a channel to write it by, which interrupts may replace, and
 * one that syncs it, which is open from beginning to end.
 */
final class NewFile implements Closeable {

  private final SyncChannel syncs;
  private final SteadyChannel channel;

  /**
   * Makes a file; when it cannot be opened, none stays.
   *
   * @param writeOptions how to open it for writing, when it exists already
   */
  NewFile(Path path, Set<? extends OpenOption> writeOptions) throws IOException {
    syncs = SyncChannel.ofNewFile(path);
    try {
      channel = new SteadyChannel(path, writeOptions, writeOptions);
    } catch (IOException | RuntimeException | Error e) {
      try (syncs) {
        Files.delete(path);
      } catch (IOException stays) {
        e.addSuppressed(stays);
      }
      throw e;
    }
  }

  SteadyChannel channel() {
    return channel;
  }

  /** Makes contents and length durable. A sync that failed must not be tried again. */
  void sync() throws IOException {
    syncs.sync();
  }

  @Override
  public void close() throws IOException {
    try (syncs) {
      channel.close();
    }
  }
}

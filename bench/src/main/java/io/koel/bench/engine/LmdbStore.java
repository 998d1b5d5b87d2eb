package io.koel.bench.engine;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.OptionalLong;
import org.lmdbjava.Dbi;
import org.lmdbjava.DbiFlags;
import org.lmdbjava.Env;
import org.lmdbjava.EnvFlags;

/**
 * LMDB through lmdbjava. It has neither filters nor tables: a B+tree in a mapped file.
 *
 * <p>Writes go in transactions of 1,000, which is how LMDB wants to be filled; each alone would pay
 * a commit of several pages. lmdbjava's checks of its arguments are off, as it advises for speed.
 */
final class LmdbStore implements Store {

  private static final long MAP_BYTES = 64L << 30;
  private static final int MAX_READERS = 128;

  private final Env<ByteBuffer> env;
  private final Dbi<ByteBuffer> table;
  private final StoreSettings settings;

  private LmdbStore(Env<ByteBuffer> env, Dbi<ByteBuffer> table, StoreSettings settings) {
    this.env = env;
    this.table = table;
    this.settings = settings;
  }

  static LmdbStore open(Path dir, StoreSettings settings)
      throws IOException, StoreUnavailableException {
    Files.createDirectories(dir);
    System.setProperty(Env.DISABLE_CHECKS_PROP, "true");
    EnvFlags[] flags =
        settings.syncWrites()
            ? new EnvFlags[] {EnvFlags.MDB_NOTLS}
            : new EnvFlags[] {EnvFlags.MDB_NOTLS, EnvFlags.MDB_NOSYNC};
    try {
      Env<ByteBuffer> env =
          Env.create().setMapSize(MAP_BYTES).setMaxReaders(MAX_READERS).open(dir.toFile(), flags);
      Dbi<ByteBuffer> table = env.openDbi((String) null, DbiFlags.MDB_CREATE);
      return new LmdbStore(env, table, settings);
    } catch (LinkageError | IllegalStateException e) {
      throw new StoreUnavailableException(
          "LMDB's native library cannot be used (Debian: liblmdb0): " + rootMessage(e), e);
    }
  }

  private static String rootMessage(Throwable error) {
    Throwable root = error;
    while (root.getCause() != null) {
      root = root.getCause();
    }
    // The rest is a list of folders.
    return root.toString().lines().findFirst().orElse("");
  }

  @Override
  public Engine engine() {
    return Engine.LMDB;
  }

  @Override
  public StoreSession session() {
    return new LmdbSession(env, table, settings.syncWrites() ? 1 : LmdbSession.BATCH);
  }

  @Override
  public void flush() {
    env.sync(true);
  }

  @Override
  public void settle() {
    // Nothing goes on in the background.
  }

  @Override
  public void compact() {
    // A B-tree changes in place: there is nothing to merge.
  }

  @Override
  public LookupCounts counts() {
    return LookupCounts.ZERO;
  }

  @Override
  public List<LevelShape> shape() {
    return List.of();
  }

  @Override
  public OptionalLong bytesWritten() {
    return OptionalLong.empty();
  }

  @Override
  public String settings() {
    return "map=64 GiB, transactions of 1,000 writes, sync=" + settings.syncWrites();
  }

  @Override
  public void close() {
    table.close();
    env.close();
  }
}

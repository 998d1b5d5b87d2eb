package io.koel.bench.engine;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.OptionalLong;
import org.h2.mvstore.Cursor;
import org.h2.mvstore.MVMap;
import org.h2.mvstore.MVStore;
import org.h2.mvstore.type.ByteArrayDataType;

/**
 * H2's MVStore: a log-structured B-tree in pure Java, without filters.
 *
 * <p>It gathers as many writes as the others' memtables hold before it commits them, which made a
 * fill a quarter faster than its default of 1 MiB. It has no log: a crash loses them.
 */
final class MvStoreStore implements Store {

  private final MVStore store;
  private final MVMap<byte[], byte[]> map;
  private final StoreSettings settings;

  private MvStoreStore(MVStore store, StoreSettings settings) {
    this.store = store;
    this.settings = settings;
    this.map =
        store.openMap(
            "entries",
            new MVMap.Builder<byte[], byte[]>()
                .keyType(ByteArrayDataType.INSTANCE)
                .valueType(ByteArrayDataType.INSTANCE));
  }

  static MvStoreStore open(Path dir, StoreSettings settings) throws IOException {
    Files.createDirectories(dir);
    int cacheMegabytes = (int) Math.max(1, settings.cacheBytes() >> 20);
    return new MvStoreStore(
        new MVStore.Builder()
            .fileName(dir.resolve("entries.mv").toString())
            .cacheSize(cacheMegabytes)
            .autoCommitBufferSize((int) Math.max(1, settings.memtableBytes() >> 10))
            .open(),
        settings);
  }

  @Override
  public Engine engine() {
    return Engine.MVSTORE;
  }

  @Override
  public StoreSession session() {
    return new Session();
  }

  @Override
  public void flush() {
    store.commit();
  }

  @Override
  public void settle() {
    store.commit();
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
    return "cache="
        + (settings.cacheBytes() >> 20)
        + " MiB, commits every "
        + (settings.memtableBytes() >> 20)
        + " MiB";
  }

  @Override
  public void close() {
    store.close();
  }

  private final class Session implements StoreSession {

    @Override
    public void put(byte[] key, byte[] value) {
      map.put(key, value);
      afterWrite();
    }

    @Override
    public void delete(byte[] key) {
      map.remove(key);
      afterWrite();
    }

    private void afterWrite() {
      if (settings.syncWrites()) {
        store.commit();
        store.sync();
      }
    }

    @Override
    public int get(byte[] key) {
      byte[] value = map.get(key);
      return value == null ? ABSENT : value.length;
    }

    @Override
    public int multiGet(byte[][] keys) {
      int found = 0;
      for (byte[] key : keys) {
        if (get(key) != ABSENT) {
          found++;
        }
      }
      return found;
    }

    @Override
    public long scan(byte[] from, long limit) {
      long entries = 0;
      Cursor<byte[], byte[]> cursor = map.cursor(from);
      while (entries < limit && cursor.hasNext()) {
        cursor.next();
        entries++;
      }
      return entries;
    }

    @Override
    public void close() {
      // Nothing is held.
    }
  }
}

package io.koel.bench.engine;

import java.io.IOException;
import java.nio.file.Path;

/** The stores that can be put under test. */
public enum Engine {
  ROCKSDB("rocksdb") {
    @Override
    public Store open(Path dir, StoreSettings settings) throws IOException {
      return RocksStore.open(dir, settings);
    }
  },
  LMDB("lmdb") {
    @Override
    public Store open(Path dir, StoreSettings settings)
        throws IOException, StoreUnavailableException {
      return LmdbStore.open(dir, settings);
    }
  },
  MVSTORE("mvstore") {
    @Override
    public Store open(Path dir, StoreSettings settings) throws IOException {
      return MvStoreStore.open(dir, settings);
    }
  };

  private final String label;

  Engine(String label) {
    this.label = label;
  }

  /** The name as users write it. */
  public String label() {
    return label;
  }

  /**
   * Opens a store in {@code dir}, which is made if it is missing.
   *
   * @throws StoreUnavailableException if this machine lacks something that the store needs
   */
  public abstract Store open(Path dir, StoreSettings settings)
      throws IOException, StoreUnavailableException;

  @Override
  public String toString() {
    return label;
  }
}

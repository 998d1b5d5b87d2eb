package io.koel.bench.engine;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.stream.Collectors;

/** The stores that can be put under test. */
public enum Engine {
  KOEL("koel") {
    @Override
    public Store open(Path dir, StoreSettings settings) throws IOException {
      return KoelStore.open(dir, settings);
    }
  },
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
   * The engine of this name.
   *
   * @throws IllegalArgumentException if there is none; the message lists the known names
   */
  public static Engine named(String name) {
    for (Engine engine : values()) {
      if (engine.label.equals(name)) {
        return engine;
      }
    }
    throw new IllegalArgumentException(
        "unknown engine '"
            + name
            + "'; known are "
            + Arrays.stream(values()).map(Engine::label).collect(Collectors.joining(", ")));
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

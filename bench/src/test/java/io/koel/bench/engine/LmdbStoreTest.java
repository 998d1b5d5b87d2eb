package io.koel.bench.engine;

import static org.junit.jupiter.api.Assumptions.abort;

import java.io.IOException;
import java.nio.file.Path;

class LmdbStoreTest extends StoreContractTest {
  @Override
  Store open(Path dir, StoreSettings settings) throws IOException {
    try {
      return LmdbStore.open(dir, settings);
    } catch (StoreUnavailableException e) {
      return abort("skipped: " + e.getMessage());
    }
  }
}

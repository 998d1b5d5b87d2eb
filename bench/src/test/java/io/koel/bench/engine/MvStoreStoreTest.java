package io.koel.bench.engine;

import java.io.IOException;
import java.nio.file.Path;

class MvStoreStoreTest extends StoreContractTest {
  @Override
  Store open(Path dir, StoreSettings settings) throws IOException {
    return MvStoreStore.open(dir, settings);
  }
}

package io.koel.sst;

class ByteArrayStorageTest extends StorageContractTest {

  @Override
  protected Storage newStorage() {
    return new ByteArrayStorage();
  }
}

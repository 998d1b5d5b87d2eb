package io.koel.metamorphic;

import io.koel.Koel;
import io.koel.Options;
import io.koel.engine.files.FileNames;
import io.koel.faults.FaultPlan;
import io.koel.faults.StorageCall;
import io.koel.faults.StrictStorage;
import java.io.IOException;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Verifies a store, the invariants of filter deletes included, each time that a flush or a
 * compaction is about to be installed: between the manifest record and its sync everything is on
 * the storage as it will be. What is verified is a copy, so that nothing else can change meanwhile.
 */
public final class AuditAtEachInstall implements FaultPlan {

  private final StrictStorage storage;
  private final Options options;
  private final AtomicLong audits = new AtomicLong();

  /** REQUIRES: the storage is beneath the one that has this plan. */
  public AuditAtEachInstall(StrictStorage storage, Options options) {
    this.storage = storage;
    this.options = options;
  }

  public long audits() {
    return audits.get();
  }

  @Override
  public void beforeCall(StorageCall call, String name) throws IOException {
    if (call == StorageCall.SYNC && FileNames.manifestNumber(name).isPresent()) {
      StrictStorage copy = storage.copy();
      // A new manifest is not read before CURRENT names it.
      if (copy.list().contains(FileNames.CURRENT)) {
        try (Koel db = Koel.openReadOnly(copy, options)) {
          db.verify();
        }
        audits.incrementAndGet();
      }
    }
  }
}

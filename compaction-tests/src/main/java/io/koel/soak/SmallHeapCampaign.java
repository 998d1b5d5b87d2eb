package io.koel.soak;

import io.koel.limits.SmallHeap;
import java.io.IOException;
import java.nio.file.Path;

/** A heap of 256 MB and a database of 2 GB. */
final class SmallHeapCampaign implements Campaign {

  private static final int HEAP_MEGABYTES = 256;
  private static final int DATABASE_MEGABYTES = 2_048;

  private final Path scratch;

  SmallHeapCampaign(Path scratch) {
    this.scratch = scratch;
  }

  @Override
  public String name() {
    return "small-heap";
  }

  @Override
  public String counts() {
    return "MB in heaps of 256 MB";
  }

  @Override
  public long aim() {
    return DATABASE_MEGABYTES;
  }

  @Override
  public long run(long unit, long seed, Tally tally) throws IOException {
    Path directory = scratch.resolve("small-heap-" + unit);
    SmallHeap.run(directory, HEAP_MEGABYTES, DATABASE_MEGABYTES);
    Soak.delete(directory);
    return DATABASE_MEGABYTES;
  }
}

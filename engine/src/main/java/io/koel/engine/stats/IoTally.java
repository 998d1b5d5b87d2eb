package io.koel.engine.stats;

import io.koel.engine.version.Version;
import io.koel.sst.BlockKind;
import io.koel.sst.IoCounter;
import io.koel.sst.ReadSource;
import java.util.concurrent.atomic.AtomicLongArray;

/**
 * Counts block reads per level.
 *
 * <p>Threads count in different stripes, each on cache lines of its own, so that they do not slow
 * each other down.
 */
public final class IoTally implements IoCounter {

  private static final int STRIPES = 16;
  private static final int BLOCKS_FROM_CACHE = 0;
  private static final int BLOCKS_FROM_DISK = 1;
  private static final int DATA_BLOCKS_FROM_DISK = 2;
  private static final int BYTES_FROM_DISK = 3;
  private static final int PER_LEVEL = 4;
  private static final int PADDING = 16;
  private static final int STRIPE_LENGTH = Version.LEVELS * PER_LEVEL + PADDING;

  private final AtomicLongArray cells = new AtomicLongArray(PADDING + STRIPES * STRIPE_LENGTH);

  /** Who wants to know of its own reads, while it explains a lookup; mostly nobody. */
  private volatile Watch watch;

  /** What one thread reads while it looks. */
  public static final class Watch {

    private final Thread thread = Thread.currentThread();
    private int fromDisk;
    private int fromCache;
    private long bytesFromDisk;

    public int fromDisk() {
      return fromDisk;
    }

    public int fromCache() {
      return fromCache;
    }

    public long bytesFromDisk() {
      return bytesFromDisk;
    }
  }

  @Override
  public void blockRead(BlockKind kind, int level, ReadSource source, int bytes) {
    int base = base((int) Thread.currentThread().getId() & STRIPES - 1, level);
    if (source == ReadSource.CACHE) {
      cells.getAndIncrement(base + BLOCKS_FROM_CACHE);
    } else {
      cells.getAndIncrement(base + BLOCKS_FROM_DISK);
      cells.getAndAdd(base + BYTES_FROM_DISK, bytes);
      if (kind == BlockKind.DATA) {
        cells.getAndIncrement(base + DATA_BLOCKS_FROM_DISK);
      }
    }
    Watch watching = watch;
    if (watching != null && watching.thread == Thread.currentThread()) {
      tell(watching, source, bytes);
    }
  }

  private static void tell(Watch watching, ReadSource source, int bytes) {
    if (source == ReadSource.CACHE) {
      watching.fromCache++;
    } else {
      watching.fromDisk++;
      watching.bytesFromDisk += bytes;
    }
  }

  private static int base(int stripe, int level) {
    // A damaged table may claim any level. It is counted before it is refused.
    int counted = Math.min(level, Version.LEVELS - 1);
    return PADDING + stripe * STRIPE_LENGTH + counted * PER_LEVEL;
  }

  /** Begins to note this thread's reads. One thread at a time may do so. */
  public Watch startWatch() {
    Watch watching = new Watch();
    watch = watching;
    return watching;
  }

  public void stopWatch() {
    watch = null;
  }

  public long blocksFromCache(int level) {
    return sum(level, BLOCKS_FROM_CACHE);
  }

  public long blocksFromDisk(int level) {
    return sum(level, BLOCKS_FROM_DISK);
  }

  public long dataBlocksFromDisk(int level) {
    return sum(level, DATA_BLOCKS_FROM_DISK);
  }

  public long bytesFromDisk(int level) {
    return sum(level, BYTES_FROM_DISK);
  }

  private long sum(int level, int cell) {
    long sum = 0;
    for (int stripe = 0; stripe < STRIPES; stripe++) {
      sum += cells.get(base(stripe, level) + cell);
    }
    return sum;
  }
}

package io.koel.sst;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.concurrent.atomic.LongAdder;

/**
 * Keeps decompressed data blocks of all tables in memory, by (table, block), up to a number of
 * bytes.
 *
 * <p>What stays is Caffeine's decision (W-TinyLFU). But a lookup in a hash table, for every block
 * of every get, misses the processor's caches more often than the rest of the get, so each table
 * has an array with a slot for each block, and readers look there. Slots and Caffeine agree: a
 * block goes to its slot before Caffeine learns of it, by compare-and-set, so that there is one
 * block for a slot; and what Caffeine evicts leaves its slot in the same step.
 *
 * <p>Caffeine must know what is being used, but only when it has to choose. Below seven eighths of
 * the capacity a hit is not reported to it; above, every hit is.
 *
 * <p>Thread-safe. A table's number must never be used again for another table.
 */
public final class BlockCache {

  private static final BlockCache NONE = new BlockCache(0);

  /** Slot, cached block, and Caffeine's node for it. */
  private static final int OVERHEAD_IN_BYTES = 160;

  private final long capacityInBytes;
  private final Cache<CachedBlock, CachedBlock> policy;
  private final ConcurrentMap<Long, Slots> tables = new ConcurrentHashMap<>();
  private final AtomicLong sizeInBytes = new AtomicLong();
  private final LongAdder hits = new LongAdder();
  private final LongAdder misses = new LongAdder();
  private final LongAdder evictions = new LongAdder();

  private volatile boolean crowded;

  private BlockCache(long capacityInBytes) {
    this.capacityInBytes = capacityInBytes;
    this.policy =
        Caffeine.newBuilder()
            .maximumWeight(capacityInBytes)
            .weigher((CachedBlock key, CachedBlock value) -> value.weight())
            .evictionListener((key, value, cause) -> evicted(value))
            .executor(Runnable::run)
            .build();
  }

  /** A cache that keeps up to this many bytes, its own overhead included. */
  public static BlockCache ofBytes(long capacityInBytes) {
    if (capacityInBytes < 0) {
      throw new IllegalArgumentException("capacity " + capacityInBytes + " is below 0");
    }
    return capacityInBytes == 0 ? NONE : new BlockCache(capacityInBytes);
  }

  /** A cache that keeps nothing. */
  public static BlockCache none() {
    return NONE;
  }

  public long capacityInBytes() {
    return capacityInBytes;
  }

  /** The bytes that the cached blocks take. */
  public long sizeInBytes() {
    return sizeInBytes.get();
  }

  /** How often a block was here. */
  public long hits() {
    return hits.sum();
  }

  /** How often a block was not here. */
  public long misses() {
    return misses.sum();
  }

  /** How many blocks had to make room. */
  public long evictions() {
    return evictions.sum();
  }

  /** Lets go of all blocks of a table that is gone. */
  public void evictTable(long tableNumber) {
    Slots slots = tables.remove(tableNumber);
    if (slots != null) {
      slots.clear();
    }
  }

  /** The slots of a table, which all readers of the table share; null if nothing is kept. */
  Slots slots(long tableNumber, int blockCount) {
    if (capacityInBytes == 0) {
      return null;
    }
    Slots slots = tables.computeIfAbsent(tableNumber, number -> new Slots(blockCount));
    if (slots.blocks.length() != blockCount) {
      throw new IllegalStateException(
          "table number "
              + tableNumber
              + " had "
              + slots.blocks.length()
              + " blocks and now has "
              + blockCount
              + ": numbers must not be used again");
    }
    return slots;
  }

  private void evicted(CachedBlock block) {
    evictions.increment();
    forgotten(block);
  }

  private void forgotten(CachedBlock block) {
    block.slots.blocks.compareAndSet(block.index, block, null);
    sizeInBytes.addAndGet(-block.weight());
  }

  /** One table's blocks. */
  final class Slots {

    private final AtomicReferenceArray<CachedBlock> blocks;

    private Slots(int blockCount) {
      blocks = new AtomicReferenceArray<>(blockCount);
    }

    /** The block, or null if it is not here. */
    Block get(int index) {
      CachedBlock cached = blocks.getAcquire(index);
      if (cached == null) {
        misses.increment();
        return null;
      }
      hits.increment();
      if (crowded) {
        policy.getIfPresent(cached);
      }
      return cached.block;
    }

    /** Keeps a block, if nobody was quicker. */
    void put(int index, Block block) {
      CachedBlock cached = new CachedBlock(this, index, block);
      // A block that could never stay would take all others' place for an instant.
      if (cached.weight() <= capacityInBytes && blocks.compareAndSet(index, null, cached)) {
        long size = sizeInBytes.addAndGet(cached.weight());
        crowded = size > capacityInBytes / 8 * 7;
        policy.put(cached, cached);
      }
    }

    long sizeInBytes() {
      return 16 + 4L * blocks.length();
    }

    /** The bytes that the blocks in the slots take. */
    long heldInBytes() {
      long held = 0;
      for (int i = 0; i < blocks.length(); i++) {
        CachedBlock cached = blocks.getAcquire(i);
        held += cached == null ? 0 : cached.weight();
      }
      return held;
    }

    private void clear() {
      for (int i = 0; i < blocks.length(); i++) {
        CachedBlock cached = blocks.getAcquire(i);
        if (cached != null && policy.asMap().remove(cached) != null) {
          forgotten(cached);
        }
      }
    }
  }

  /** Its own key: there is one for each filled slot, so identity is equality. */
  private static final class CachedBlock {

    final Slots slots;
    final int index;
    final Block block;

    CachedBlock(Slots slots, int index, Block block) {
      this.slots = slots;
      this.index = index;
      this.block = block;
    }

    int weight() {
      return block.sizeInBytes() + OVERHEAD_IN_BYTES;
    }
  }
}

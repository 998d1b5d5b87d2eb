package io.koel.engine.memtable;

import io.koel.filter.HashMix;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/**
 * Finds the newest entry of a key, in about two cache misses where a search in the {@link
 * EntryTree} has several, and tells in one that a key has none: a hash table with linear probing,
 * made for one writer and readers without locks.
 *
 * <p>A slot is a long:
 *
 * <pre>
 * bits      content
 * 63 - 32   the upper half of the key's hash
 * 31 - 0    the address of the key's newest entry, plus 1, so that only an empty slot is 0
 * </pre>
 *
 * Those bits of the hash also choose where probing begins, so growing looks at no key. Keys in
 * which they are equal are told apart by their bytes; of those there are at most eight. Any further
 * one is in the tree alone: somebody who came to know the seed may prepare keys with one hash, and
 * each would have to pass all others.
 *
 * <p>Slots are never emptied, and a slot stays its key's. See {@link Memtable} for why that is all
 * that readers need.
 */
/*
 * How large.
 *
 * A memtable that fills up with entries of 16 + 100 bytes ends with a table that is filled to 0.72;
 * that size is the target. The table begins much smaller and doubles on its way there, because most
 * lookups ask an active memtable that has little yet, for keys that it does not have: a small table
 * answers out of the processor's cache. Entries that are smaller than that let it grow by half
 * beyond the target. It grows when it is filled to 0.75, and so takes 11 to 16 bytes per key at
 * last. An absent key then takes up to 8 slots on average, in one or two cache lines, a present one
 * 2.5.
 *
 * Where probing begins is proportional to the hash. So any size does, and growing walks over both
 * tables in order: about 15 ns per key, which is 3.5 ms for the last step to the target of a
 * memtable of 64 MiB.
 */
final class EntryIndex {

  /** Not an entry's address: too many keys have this hash, the tree must be asked. */
  static final int CROWDED = -2;

  private static final int MAX_EQUAL_HASHES = 8;
  private static final int CAPACITY_BYTES_PER_SLOT = 112;
  private static final int MIN_SLOTS = 16;
  private static final int FIRST_SHARE = 64;
  private static final int MAX_SLOTS = Integer.MAX_VALUE - 8;

  private static final long EMPTY = 0;
  private static final VarHandle SLOT = MethodHandles.arrayElementVarHandle(long[].class);
  private static final VarHandle SLOTS;

  static {
    try {
      SLOTS = MethodHandles.lookup().findVarHandle(EntryIndex.class, "slots", long[].class);
    } catch (ReflectiveOperationException e) {
      throw new ExceptionInInitializerError(e);
    }
  }

  private final EntryArena arena;
  private final long targetSlots;
  private long[] slots;

  // The writer's own.
  private int keys;

  /** An index for a memtable of about this size. */
  EntryIndex(EntryArena arena, long capacityInBytes) {
    this.arena = arena;
    targetSlots = Math.min(capacityInBytes / CAPACITY_BYTES_PER_SLOT, MAX_SLOTS);
    slots = new long[(int) Math.max(MIN_SLOTS, targetSlots / FIRST_SHARE)];
  }

  /**
   * Makes an entry of the arena its key's newest.
   *
   * <p>REQUIRES: nobody else adds.
   */
  void add(int address, byte[] key, int offset, int length, long hash) {
    long[] table = slots;
    int at = home(hash, table);
    int others = 0;
    for (long slot; (slot = table[at]) != EMPTY; at = next(at, table)) {
      if (sameHash(slot, hash)) {
        if (arena.hasKey(address(slot), key, offset, length)) {
          SLOT.setRelease(table, at, slot(hash, address));
          return;
        }
        if (++others == MAX_EQUAL_HASHES) {
          return;
        }
      }
    }
    SLOT.setRelease(table, at, slot(hash, address));
    if (++keys > maxKeys(table.length)) {
      grow();
    }
  }

  private void grow() {
    long[] table = slots;
    long[] larger = new long[sizeAfter(table.length)];
    for (long slot : table) {
      if (slot != EMPTY) {
        int at = home(slot, larger);
        while (larger[at] != EMPTY) {
          at = next(at, larger);
        }
        larger[at] = slot;
      }
    }
    SLOTS.setRelease(this, larger);
  }

  private int sizeAfter(int size) {
    return size <= targetSlots / 2 ? 2 * size : (int) Math.min(size * 3L / 2, MAX_SLOTS);
  }

  // An arena has no room for more keys than this lets into the largest table.
  private static int maxKeys(int slots) {
    return slots - (slots >> 2);
  }

  /** The address of a key's newest entry, NONE or CROWDED. */
  int find(byte[] key, long hash) {
    long[] table = (long[]) SLOTS.getAcquire(this);
    int others = 0;
    for (int at = home(hash, table); ; at = next(at, table)) {
      long slot = (long) SLOT.getAcquire(table, at);
      if (slot == EMPTY) {
        return EntryArena.NONE;
      }
      if (sameHash(slot, hash)) {
        if (arena.hasKey(address(slot), key, 0, key.length)) {
          return address(slot);
        }
        if (++others == MAX_EQUAL_HASHES) {
          return CROWDED;
        }
      }
    }
  }

  long sizeInBytes() {
    return 8L * slots.length;
  }

  private static long slot(long hash, int address) {
    return hash & 0xffffffffL << 32 | address + 1 & 0xffffffffL;
  }

  private static int address(long slot) {
    return (int) slot - 1;
  }

  /** Whether a slot's half of the hash is that of a hash. */
  private static boolean sameHash(long slot, long hash) {
    return (slot ^ hash) >>> 32 == 0;
  }

  /** Where probing for a hash begins, or for that of a slot. */
  private static int home(long hash, long[] table) {
    return HashMix.reduceHigh(hash, table.length);
  }

  private static int next(int at, long[] table) {
    return at + 1 == table.length ? 0 : at + 1;
  }
}

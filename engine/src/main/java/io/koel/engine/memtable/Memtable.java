package io.koel.engine.memtable;

import io.koel.engine.batch.BatchReader;
import io.koel.engine.batch.EntryLayout;
import io.koel.filter.KeyHash;
import io.koel.sst.EntryCursor;
import io.koel.sst.EntryKind;
import io.koel.sst.FoundEntry;
import java.util.concurrent.atomic.AtomicLong;

/**
 * The entries of the newest writes, ordered, in memory. One thread writes at a time; any number of
 * threads read meanwhile, without locks.
 *
 * <p>Three parts: an {@link EntryArena} holds the entries' bytes, an {@link EntryTree} their order,
 * and an {@link EntryIndex} knows each key's newest one. Lookups as of now need the index alone.
 */
/*
 * What a reader sees.
 *
 * The writer makes an entry visible in this order:
 *   1. the entry's bytes in the arena (and, for a new chunk, the chunk in the arena's table), with
 *      plain stores,
 *   2. the entry's address in the index with a RELEASE store: in its key's slot, or in an empty one
 *      if the key is new. If that makes the table too full, a larger one is filled with plain stores
 *      and put in its place by one RELEASE store.
 *   3. prefix and address in a free slot of a leaf with plain stores, then the leaf's count with a
 *      RELEASE store. A split instead builds new leaves and branches with plain stores and puts them
 *      into the tree by one RELEASE store of a child or of the root.
 * Nodes and tables that were replaced are never written again. A reader loads the index's table and
 * slots, and the tree's root, children and counts, with ACQUIRE, so whatever leads it to an address
 * makes the bytes there visible. Leaf slots below a count, and bytes of entries, never change; an
 * index slot only goes from empty to a key's entry, and from there to newer ones of that key.
 *
 * A reader may meet a node or a table that is replaced at that moment. It misses only what was added
 * since. That is no loss, because it reads as of a sequence that it loaded (with ACQUIRE, from where
 * the commit leader published it) before it began: every entry up to that sequence was in the tree
 * and in the index before the reader loaded the root or the table. Entries with a higher sequence
 * are not for it, whether it meets them or not.
 *
 * So of the index it sees, for each key, the state of an instant at which all entries up to its
 * sequence were there:
 *   - an empty slot ends the probing: the key has no entry up to the sequence. Had it one, its slot
 *     and all before it would have been taken by then, and slots are never emptied.
 *   - the key's slot leads to an entry up to the sequence: that is the answer. A newer one up to the
 *     sequence would have replaced it by then.
 *   - the key's slot leads to an entry above the sequence: the tree has the older ones.
 *   - as many slots as there may be of one hash are other keys': the tree has the key, if it is
 *     there. If the key was left out of the index, those slots were taken before.
 *
 * Nodes and tables are ordinary objects, so the garbage collector answers the question of when a
 * replaced one may be reused. There are two objects per dozens of entries, and none per entry.
 */
public final class Memtable {

  private final long hashSeed;
  private final EntryArena arena;
  private final EntryTree tree;
  private final EntryIndex index;

  // Written by the writer alone.
  private final AtomicLong sizeInBytes = new AtomicLong();
  private final AtomicLong entries = new AtomicLong();
  private final AtomicLong tombstones = new AtomicLong();
  private final AtomicLong smallestSequence = new AtomicLong(EntryCursor.MAX_SEQUENCE);
  private final AtomicLong largestSequence = new AtomicLong(-1);

  /**
   * An empty memtable.
   *
   * @param hashSeed the seed of the key hashes that lookups bring
   * @param capacityInBytes the size that the index is made for; not a limit
   */
  public Memtable(long hashSeed, long capacityInBytes) {
    if (capacityInBytes <= 0) {
      throw new IllegalArgumentException(
          "capacity of " + capacityInBytes + " bytes is not above 0");
    }
    this.hashSeed = hashSeed;
    arena = new EntryArena(capacityInBytes);
    tree = new EntryTree(arena);
    index = new EntryIndex(arena, capacityInBytes);
    sizeInBytes.setPlain(currentSize());
  }

  /** An empty memtable with an index that a test filled: keys of one hash are hard to come by. */
  Memtable(long hashSeed, EntryArena arena, EntryIndex index) {
    this.hashSeed = hashSeed;
    this.arena = arena;
    this.index = index;
    tree = new EntryTree(arena);
    sizeInBytes.setPlain(currentSize());
  }

  /**
   * Adds all entries of a batch. Readers may see them at once, one by one, and tell by the sequence
   * that they are not for them yet.
   *
   * <p>REQUIRES: no other thread is in this method, and the sequences are above all before, by less
   * than 2^32 altogether: the store's sequences have no gaps.
   */
  public void apply(BatchReader batch) {
    if (batch.count() == 0) {
      return;
    }
    if (batch.firstSequence() <= largestSequence.getPlain()) {
      throw new IllegalArgumentException(
          "sequence " + batch.firstSequence() + " is not above " + largestSequence.getPlain());
    }
    if (batch.lastSequence() - smallestSequence.getPlain() > EntryArena.MAX_SEQUENCE_RANGE) {
      throw new IllegalArgumentException(
          "sequence " + batch.lastSequence() + " is too far above " + smallestSequence.getPlain());
    }
    int deleted = 0;
    while (batch.next()) {
      add(batch);
      deleted += batch.kind() == EntryKind.TOMBSTONE ? 1 : 0;
    }
    if (entries.getPlain() == 0) {
      smallestSequence.setRelease(batch.firstSequence());
    }
    largestSequence.setRelease(batch.lastSequence());
    tombstones.setRelease(tombstones.getPlain() + deleted);
    entries.setRelease(entries.getPlain() + batch.count());
    sizeInBytes.setRelease(currentSize());
  }

  private void add(BatchReader entry) {
    byte[] array = entry.array();
    long hash = KeyHash.of(array, entry.keyOffset(), entry.keyLength(), hashSeed);
    int address = arena.add(entry.sequence(), array, entry.entryOffset(), entry.entryLength());
    index.add(address, array, entry.keyOffset(), entry.keyLength(), hash);
    tree.add(address, array, entry.keyOffset(), entry.keyLength(), entry.sequence());
  }

  /**
   * Finds a key's newest entry that is not above a sequence.
   *
   * @param keyHash the key's hash with {@link #hashSeed}
   * @param out takes the entry, with ordinal -1; unchanged if there is none
   */
  public boolean get(byte[] key, long keyHash, long maxSequence, FoundEntry out) {
    int address = index.find(key, keyHash);
    if (address == EntryIndex.CROWDED
        || address != EntryArena.NONE && arena.sequence(address) > maxSequence) {
      address = tree.find(key, 0, key.length, maxSequence);
    }
    if (address == EntryArena.NONE) {
      return false;
    }
    byte[] chunk = arena.chunk(address);
    int entry = EntryArena.entryOffset(address);
    int value = EntryLayout.keyOffset(chunk, entry) + EntryLayout.keyLength(chunk, entry);
    out.set(
        EntryKind.ofCode(EntryLayout.kindCode(chunk, entry)),
        arena.sequence(chunk, entry),
        -1,
        chunk,
        value,
        EntryLayout.valueLength(chunk, entry));
    return true;
  }

  /**
   * Walks over all entries, those of the future too: who reads as of a sequence skips what is
   * above.
   */
  public EntryCursor cursor() {
    return new MemtableCursor(arena, tree);
  }

  /** The memory in use: entries, their order, and the index. */
  public long sizeInBytes() {
    return sizeInBytes.getAcquire();
  }

  private long currentSize() {
    return arena.usedBytes() + tree.sizeInBytes() + index.sizeInBytes();
  }

  public long entries() {
    return entries.getAcquire();
  }

  public long tombstones() {
    return tombstones.getAcquire();
  }

  public boolean isEmpty() {
    return entries() == 0;
  }

  /** The smallest sequence of an entry; {@link EntryCursor#MAX_SEQUENCE} if there is none. */
  public long smallestSequence() {
    return smallestSequence.getAcquire();
  }

  /** The largest sequence of an entry; -1 if there is none. */
  public long largestSequence() {
    return largestSequence.getAcquire();
  }

  public long hashSeed() {
    return hashSeed;
  }
}

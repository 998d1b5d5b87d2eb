package io.koel.engine.memtable;

import io.koel.engine.batch.EntryLayout;
import io.koel.sst.EntryCursor;
import io.koel.sst.EntryKind;

/**
 * Walks over a memtable: puts one leaf at a time in order, and at its end searches the tree for the
 * next one, by the bounds of the leaf's range. What is added to a leaf after that is not met.
 */
final class MemtableCursor implements EntryCursor {

  private final EntryArena arena;
  private final EntryTree tree;
  private final LeafRange range = new LeafRange();
  private final LeafOrder order;

  private int rank = -1;
  private byte[] chunk;
  private int entry;
  private int keyOffset;
  private int keyLength;

  MemtableCursor(EntryArena arena, EntryTree tree) {
    this.arena = arena;
    this.tree = tree;
    order = new LeafOrder(arena);
  }

  @Override
  public boolean first() {
    tree.locateFirst(range);
    order.load(range.leaf);
    return stand(order.count() == 0 ? -1 : 0);
  }

  @Override
  public boolean last() {
    tree.locateLast(range);
    order.load(range.leaf);
    return stand(order.count() - 1);
  }

  @Override
  public boolean seek(byte[] key, int offset, int length, long sequence) {
    tree.locate(key, offset, length, sequence, range);
    int before = order.loadFrom(range.leaf, key, offset, length, sequence);
    return before < order.count() ? stand(before) : toNextLeaf();
  }

  @Override
  public boolean seekForPrev(byte[] key, int offset, int length, long sequence) {
    tree.locate(key, offset, length, sequence, range);
    order.load(range.leaf);
    // One sequence less comes just after in internal order.
    int upTo = order.countBefore(key, offset, length, sequence - 1);
    return upTo > 0 ? stand(upTo - 1) : toPreviousLeaf();
  }

  @Override
  public boolean next() {
    requireValid();
    return rank + 1 < order.count() ? stand(rank + 1) : toNextLeaf();
  }

  @Override
  public boolean prev() {
    requireValid();
    return rank > 0 ? stand(rank - 1) : toPreviousLeaf();
  }

  private boolean toNextLeaf() {
    if (range.upper == EntryArena.NONE) {
      return stand(-1);
    }
    locate(range.upper, 0);
    return stand(0);
  }

  private boolean toPreviousLeaf() {
    if (range.lower == EntryArena.NONE) {
      return stand(-1);
    }
    // One sequence more comes just before in internal order.
    locate(range.lower, 1);
    return stand(order.count() - 1);
  }

  private void locate(int address, int sequenceStep) {
    byte[] bytes = arena.chunk(address);
    int at = EntryArena.entryOffset(address);
    tree.locate(
        bytes,
        EntryLayout.keyOffset(bytes, at),
        EntryLayout.keyLength(bytes, at),
        arena.sequence(bytes, at) + sequenceStep,
        range);
    order.load(range.leaf);
  }

  private boolean stand(int newRank) {
    rank = newRank;
    if (newRank < 0) {
      return false;
    }
    int address = order.address(newRank);
    chunk = arena.chunk(address);
    entry = EntryArena.entryOffset(address);
    keyOffset = EntryLayout.keyOffset(chunk, entry);
    keyLength = EntryLayout.keyLength(chunk, entry);
    return true;
  }

  private void requireValid() {
    if (rank < 0) {
      throw new IllegalStateException("the cursor stands at no entry");
    }
  }

  @Override
  public boolean valid() {
    return rank >= 0;
  }

  @Override
  public byte[] keyArray() {
    return chunk;
  }

  @Override
  public int keyOffset() {
    return keyOffset;
  }

  @Override
  public int keyLength() {
    return keyLength;
  }

  @Override
  public long sequence() {
    return arena.sequence(chunk, entry);
  }

  @Override
  public EntryKind kind() {
    return EntryKind.ofCode(EntryLayout.kindCode(chunk, entry));
  }

  @Override
  public byte[] valueArray() {
    return chunk;
  }

  @Override
  public int valueOffset() {
    return keyOffset + keyLength;
  }

  @Override
  public int valueLength() {
    return EntryLayout.valueLength(chunk, entry);
  }

  @Override
  public void close() {
    rank = -1;
    chunk = null;
  }
}

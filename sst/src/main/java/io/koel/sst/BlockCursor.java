package io.koel.sst;

/**
 * Walks over the entries of one block at a time. The current key is put together in a buffer.
 *
 * <p>Invariant: if {@code keyRestart} is the current entry's restart, the buffer's first bytes are
 * as many of the restart's key as the current entry shares with it. Later entries of the same
 * restart share no more, so that going forward only copies a key's own bytes.
 */
final class BlockCursor {

  private static final int NOWHERE = -1;

  private Block block;
  private int entry = NOWHERE;
  private int valueEnd;
  private int at;
  private long head;

  private byte[] key = new byte[64];
  private int keyLength;
  private int keyRestart;

  /** Goes to another block, and stands nowhere in it. */
  void reset(Block block) {
    this.block = block;
    leave();
  }

  private boolean leave() {
    entry = NOWHERE;
    keyRestart = NOWHERE;
    return false;
  }

  boolean valid() {
    return entry != NOWHERE;
  }

  /** The current entry's number in the block. */
  int entry() {
    return entry;
  }

  /** Goes to an entry of the block; false, and nowhere, if there is none of this number. */
  boolean moveTo(int target) {
    if (target < 0 || target >= block.count) {
      return leave();
    }
    at = block.entryAt(target);
    load(target);
    return true;
  }

  /** Whether another entry follows in the block. REQUIRES: {@link #valid()}. */
  boolean hasNext() {
    return entry + 1 < block.count;
  }

  /** REQUIRES: {@link #valid()}. */
  boolean next() {
    if (entry + 1 == block.count) {
      return leave();
    }
    at = valueEnd;
    load(entry + 1);
    return true;
  }

  private void load(int target) {
    head = block.head(at);
    int shared = Block.shared(head);
    int rest = Block.rest(head);
    keyLength = shared + rest;
    if (key.length < keyLength) {
      growKey();
    }
    if (shared != 0 && (target < entry || keyRestart != block.restartOf(target))) {
      copyRestartKey(target, shared);
    }
    keyRestart = block.restartOf(target);
    System.arraycopy(block.bytes, block.keyAt(at, head), key, shared, rest);
    valueEnd = block.entryAt(target + 1);
    entry = target;
  }

  private void copyRestartKey(int target, int shared) {
    int restartAt = block.entryAt(block.restartOf(target));
    int keyAt = block.keyAt(restartAt, block.head(restartAt));
    System.arraycopy(block.bytes, keyAt, key, 0, shared);
  }

  private void growKey() {
    byte[] larger = new byte[Math.max(keyLength, 2 * key.length)];
    System.arraycopy(key, 0, larger, 0, key.length);
    key = larger;
  }

  byte[] keyArray() {
    return key;
  }

  int keyLength() {
    return keyLength;
  }

  long sequence() {
    return block.sequence(at, head);
  }

  EntryKind kind() {
    return block.kind(at, head);
  }

  byte[] valueArray() {
    return block.bytes;
  }

  int valueOffset() {
    return block.keyAt(at, head) + Block.rest(head);
  }

  int valueLength() {
    return valueEnd - valueOffset();
  }
}

package io.koel.sst;

import java.io.IOException;

/**
 * Walks over a table's entries, without those that are dead.
 *
 * <p>Made by {@link TableReader#cursor}. It holds no file open and pins nothing, so that forgetting
 * to close it harms nobody; the reader must stay open as long as it is used.
 */
public final class TableCursor implements EntryCursor {

  private final Index index;
  private final BlockCursor in = new BlockCursor();
  private final CursorBlocks blocks;
  private final DeadEntries dead;
  private final boolean mayBeDead;

  private int number;
  private long firstOrdinal;
  private long deadPassed;

  TableCursor(TableReader reader, int level, ReadPurpose purpose, DeadEntries dead) {
    this.index = reader.index();
    this.blocks = new CursorBlocks(reader, level, purpose, dead);
    this.dead = dead;
    this.mayBeDead = dead != DeadEntries.NONE;
  }

  @Override
  public boolean first() throws IOException {
    return enterForward(0);
  }

  @Override
  public boolean last() throws IOException {
    return enterBackward(index.blockCount() - 1);
  }

  @Override
  public boolean seek(byte[] key, int offset, int length, long sequence) throws IOException {
    int target = index.find(key, offset, length, sequence);
    if (target == index.blockCount()) {
      return leave();
    }
    if (blocks.isAllDead(target)) {
      return enterForward(target + 1);
    }
    Block block = open(target);
    if (!in.moveTo(block.lowerBound(key, offset, length, sequence))) {
      // The target is between this block's last entry and its separator.
      return enterForward(target + 1);
    }
    return skipDeadForward();
  }

  @Override
  public boolean seekForPrev(byte[] key, int offset, int length, long sequence) throws IOException {
    int target = index.find(key, offset, length, sequence);
    if (target == index.blockCount()) {
      return last();
    }
    if (blocks.isAllDead(target)) {
      return enterBackward(target - 1);
    }
    Block block = open(target);
    int entry = block.lowerBound(key, offset, length, sequence);
    boolean exact = in.moveTo(entry) && isAt(key, offset, length, sequence);
    if (!exact && !in.moveTo(entry - 1)) {
      return enterBackward(target - 1);
    }
    return skipDeadBackward();
  }

  private boolean isAt(byte[] key, int offset, int length, long sequence) {
    return in.sequence() == sequence
        && in.keyLength() == length
        && Bytes.equal(in.keyArray(), 0, key, offset, length);
  }

  @Override
  public boolean next() throws IOException {
    if (!in.next()) {
      return enterForward(number + 1);
    }
    return !mayBeDead || skipDeadForward();
  }

  @Override
  public boolean prev() throws IOException {
    if (!in.moveTo(in.entry() - 1)) {
      return enterBackward(number - 1);
    }
    return !mayBeDead || skipDeadBackward();
  }

  /** Goes to the first living entry of a block or of one after it. */
  private boolean enterForward(int from) throws IOException {
    for (int i = from; i < index.blockCount(); i++) {
      if (!blocks.isAllDead(i)) {
        open(i);
        in.moveTo(0);
        // Not the whole block is dead, so that this ends in it.
        return skipDeadForward();
      }
    }
    return leave();
  }

  private boolean enterBackward(int from) throws IOException {
    for (int i = from; i >= 0; i--) {
      if (!blocks.isAllDead(i)) {
        Block block = open(i);
        in.moveTo(block.count - 1);
        return skipDeadBackward();
      }
    }
    return leave();
  }

  private boolean skipDeadForward() throws IOException {
    while (isDead()) {
      deadPassed++;
      if (!in.next()) {
        return enterForward(number + 1);
      }
    }
    return true;
  }

  private boolean skipDeadBackward() throws IOException {
    while (isDead()) {
      deadPassed++;
      if (!in.moveTo(in.entry() - 1)) {
        return enterBackward(number - 1);
      }
    }
    return true;
  }

  private boolean isDead() {
    return mayBeDead && dead.isDead(ordinal());
  }

  private Block open(int block) throws IOException {
    leave();
    Block opened = blocks.get(block);
    in.reset(opened);
    number = block;
    firstOrdinal = index.firstOrdinal(block);
    return opened;
  }

  private boolean leave() {
    in.reset(null);
    return false;
  }

  @Override
  public boolean valid() {
    return in.valid();
  }

  /** The current entry's position in the table, dead ones counted, from 0 on. */
  public long ordinal() {
    return firstOrdinal + in.entry();
  }

  /**
   * How many bytes a {@link #seek} would read from disk at most, if this cursor reads nothing ahead
   * and skips nothing dead. A seek that finds nothing in its block goes on to the next one, which
   * is counted too.
   */
  public long bytesToSeek(byte[] key, int offset, int length, long sequence) {
    int target = index.find(key, offset, length, sequence);
    return blocks.bytesToGet(target) + blocks.bytesToGet(target + 1);
  }

  /** How many bytes {@link #next} would read from disk at most, under the same condition. */
  public long bytesToNext() {
    return in.hasNext() ? 0 : blocks.bytesToGet(number + 1);
  }

  /** How many dead entries this cursor passed one by one; those of all-dead blocks cost nothing. */
  public long deadPassed() {
    return deadPassed;
  }

  /** How many blocks were read from disk for this cursor, those read ahead included. */
  public long blocksFromDisk() {
    return blocks.blocksFromDisk();
  }

  /** How many bytes these blocks took on disk. */
  public long bytesFromDisk() {
    return blocks.bytesFromDisk();
  }

  @Override
  public byte[] keyArray() {
    return in.keyArray();
  }

  @Override
  public int keyOffset() {
    return 0;
  }

  @Override
  public int keyLength() {
    return in.keyLength();
  }

  @Override
  public long sequence() {
    return in.sequence();
  }

  @Override
  public EntryKind kind() {
    return in.kind();
  }

  @Override
  public byte[] valueArray() {
    return in.valueArray();
  }

  @Override
  public int valueOffset() {
    return in.valueOffset();
  }

  @Override
  public int valueLength() {
    return in.valueLength();
  }

  @Override
  public void close() {
    leave();
    blocks.close();
  }
}

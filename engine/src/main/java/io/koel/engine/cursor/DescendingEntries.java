package io.koel.engine.cursor;

import io.koel.sst.EntryCursor;
import io.koel.sst.EntryKind;
import java.io.IOException;
import java.util.Arrays;

/**
 * Descending: a key's oldest entries come first, and the last that is old enough counts. Its value
 * is copied, because the entries have moved on by then. Of a key with many entries it is sought.
 */
final class DescendingEntries extends VisibleEntries {

  private byte[] start;
  private long startSequence = EntryCursor.MAX_SEQUENCE;
  private boolean started;

  private byte[] value = new byte[128];
  private int valueLength;

  DescendingEntries(EntryCursor entries, long sequence, byte[] from, byte[] to) {
    super(entries, sequence, from, to);
    start = to;
  }

  @Override
  public void seek(byte[] target) {
    boolean beyond = to != null && Arrays.compareUnsigned(target, to) >= 0;
    start = beyond ? to : target;
    // The bound's own entries come after (bound, newest) and stay out; the target's shall be in.
    startSequence = beyond ? EntryCursor.MAX_SEQUENCE : 0;
    started = false;
  }

  @Override
  public boolean next() throws IOException {
    if (!started) {
      start();
    }
    while (entries.valid() && (from == null || compareTo(from) >= 0)) {
      takeKey();
      boolean visible = false;
      int steps = 0;
      do {
        steppedOver++;
        if (++steps == STEPS_BEFORE_SEEK) {
          visible = seekVisible();
          break;
        }
        if (entries.sequence() <= sequence) {
          visible = entries.kind() == EntryKind.PUT;
          takeValue();
        }
      } while (entries.prev() && isAtKey());
      if (visible) {
        steppedOver--;
        return true;
      }
    }
    return false;
  }

  /** Looks at the key's entry that counts alone, and goes before all of them. */
  private boolean seekVisible() throws IOException {
    boolean visible =
        entries.seek(key, 0, keyLength, sequence) && isAtKey() && entries.kind() == EntryKind.PUT;
    if (visible) {
      takeValue();
    }
    entries.seekForPrev(key, 0, keyLength, EntryCursor.MAX_SEQUENCE);
    return visible;
  }

  private void start() throws IOException {
    started = true;
    if (start == null) {
      entries.last();
    } else {
      entries.seekForPrev(start, 0, start.length, startSequence);
    }
  }

  private void takeValue() {
    int length = entries.valueLength();
    if (length > value.length) {
      value = new byte[Math.max(length, 2 * value.length)];
    }
    System.arraycopy(entries.valueArray(), entries.valueOffset(), value, 0, length);
    valueLength = length;
  }

  @Override
  public byte[] valueArray() {
    return value;
  }

  @Override
  public int valueOffset() {
    return 0;
  }

  @Override
  public int valueLength() {
    return valueLength;
  }
}

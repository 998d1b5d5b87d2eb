package io.koel.engine.cursor;

import io.koel.sst.EntryCursor;
import io.koel.sst.EntryKind;
import java.io.IOException;
import java.util.Arrays;

/** Ascending: a key's newest entries come first, and the first that is old enough counts. */
final class AscendingEntries extends VisibleEntries {

  /** After so many older entries of a key, a seek over the rest costs less than further steps. */
  private static final int STEPS_BEFORE_SEEK = 16;

  private byte[] start;
  private boolean started;

  /** Whether {@code key} was decided on, so that its older entries are to be skipped. */
  private boolean hasKey;

  AscendingEntries(EntryCursor entries, long sequence, byte[] from, byte[] to) {
    super(entries, sequence, from, to);
    start = from;
  }

  @Override
  public void seek(byte[] target) {
    start = from != null && Arrays.compareUnsigned(target, from) < 0 ? from : target;
    started = false;
    hasKey = false;
  }

  @Override
  public boolean next() throws IOException {
    boolean more = started ? entries.valid() && entries.next() : start();
    int olderEntries = 0;
    while (more) {
      if (hasKey && isAtKey()) {
        more = ++olderEntries == STEPS_BEFORE_SEEK ? seekOldest() : entries.next();
      } else if (entries.sequence() > sequence) {
        more = entries.next();
      } else if (to != null && compareTo(to) >= 0) {
        return end();
      } else {
        takeKey();
        hasKey = true;
        olderEntries = 0;
        if (entries.kind() == EntryKind.PUT) {
          return true;
        }
        more = entries.next();
      }
      steppedOver++;
    }
    return false;
  }

  /** Moves to the oldest entry that the key can have, else to the next key. */
  private boolean seekOldest() throws IOException {
    return entries.seek(key, 0, keyLength, 0);
  }

  private boolean start() throws IOException {
    started = true;
    return start == null
        ? entries.first()
        : entries.seek(start, 0, start.length, EntryCursor.MAX_SEQUENCE);
  }

  /** Stays here, before {@code to}, whatever is asked. */
  private boolean end() {
    start = to;
    started = false;
    hasKey = false;
    return false;
  }

  @Override
  public byte[] valueArray() {
    return entries.valueArray();
  }

  @Override
  public int valueOffset() {
    return entries.valueOffset();
  }

  @Override
  public int valueLength() {
    return entries.valueLength();
  }
}

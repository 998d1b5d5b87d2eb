package io.koel.engine.cursor;

import io.koel.engine.span.EmptySpan;
import io.koel.engine.span.EmptySpans;
import io.koel.sst.EntryCursor;
import io.koel.sst.EntryKind;
import java.io.IOException;
import java.util.Arrays;

/**
 * Ascending: a key's newest entries come first, and the first that is old enough counts.
 *
 * <p>A run of entries to be stepped over, as tombstones leave it, is walked once. Then {@link
 * EmptySpans} knows it, and later scans jump.
 */
final class AscendingEntries extends VisibleEntries {

  /** About what a jump costs, in steps. */
  private static final int STEPS_BEFORE_JUMP = 32;

  /** From this many on, a run is worth to be remembered. */
  private static final int STEPS_BEFORE_CLAIM = 256;

  private final EmptySpans spans;
  private byte[] start;
  private boolean started;

  /** Whether {@code key} was decided on, so that its older entries are to be skipped. */
  private boolean hasKey;

  /** The key that is too new here, and how many entries of it were met. */
  private byte[] newKey = {};

  private int newKeyLength;
  private int newEntries;

  /** The entries that {@link #next} has stepped over so far, and the key that it met early on. */
  private int run;

  private byte[] runFrom;

  AscendingEntries(EntryCursor entries, EmptySpans spans, long sequence, byte[] from, byte[] to) {
    super(entries, sequence, from, to);
    this.spans = spans;
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
    run = 0;
    while (more) {
      if (hasKey && isAtKey()) {
        more = ++olderEntries == STEPS_BEFORE_SEEK ? seekOldest() : entries.next();
      } else if (to != null && compareTo(to) >= 0) {
        claimRun(to);
        return end();
      } else if (entries.sequence() > sequence) {
        more = stepOverNew();
      } else {
        takeKey();
        hasKey = true;
        olderEntries = 0;
        if (entries.kind() == EntryKind.PUT) {
          claimRun(key);
          return true;
        }
        more = entries.next();
      }
      steppedOver++;
      if (++run % STEPS_BEFORE_JUMP == 0 && more) {
        more = jump();
      }
    }
    claimRun(key);
    return false;
  }

  /** Goes on where something may be seen again. */
  private boolean jump() throws IOException {
    byte[] array = entries.keyArray();
    int offset = entries.keyOffset();
    int length = entries.keyLength();
    if (run == STEPS_BEFORE_JUMP) {
      runFrom = Arrays.copyOfRange(array, offset, offset + length);
    }
    EmptySpan span = spans.find(array, offset, length, sequence);
    return span == null || entries.seek(span.to(), 0, span.to().length, EntryCursor.MAX_SEQUENCE);
  }

  /** Tells that a long run ends before a key: all of it is invisible. */
  private void claimRun(byte[] before) {
    if (run >= STEPS_BEFORE_CLAIM) {
      int length = before == key ? keyLength : before.length;
      spans.claim(runFrom, Arrays.copyOf(before, length), sequence);
    }
  }

  /** From an entry that is too new to the next one, or over all that are of the same key. */
  private boolean stepOverNew() throws IOException {
    byte[] array = entries.keyArray();
    int offset = entries.keyOffset();
    int length = entries.keyLength();
    if (!Arrays.equals(array, offset, offset + length, newKey, 0, newKeyLength)) {
      if (length > newKey.length) {
        newKey = new byte[Math.max(length, 2 * newKey.length)];
      }
      System.arraycopy(array, offset, newKey, 0, length);
      newKeyLength = length;
      newEntries = 0;
    }
    return ++newEntries % STEPS_BEFORE_SEEK == 0
        ? entries.seek(newKey, 0, newKeyLength, sequence)
        : entries.next();
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

package io.koel.engine.compact;

import io.koel.sst.EntryCursor;
import io.koel.sst.EntryKind;
import java.util.Arrays;

/**
 * Decides for each entry of a merge whether anybody can still need it.
 *
 * <p>An entry is needless when a newer one of its key hides it from all readers: from those who
 * read the latest, and from every snapshot that is old enough to see it. A tombstone is needless
 * too when every older entry of its key is: no snapshot is older than it, and no older table can
 * hold the key.
 *
 * <p>Snapshots that begin after this one was made need not be known: they see the newest entry of
 * every key in the merge.
 */
final class Retention {

  private final long[] snapshots;
  private final Tombstones tombstones;

  private byte[] key = new byte[64];
  private int keyLength = -1;
  private long newerSequence;
  private long dropped;

  /** Says whether a tombstone that no snapshot needs has anything left to hide. */
  @FunctionalInterface
  interface Tombstones {

    /** For flushes: there may always be something older. */
    Tombstones KEEP = (key, length) -> true;

    boolean mayHideSomething(byte[] key, int length);
  }

  /** Makes the rule for one merge. {@code snapshots} are sequences in ascending order. */
  Retention(long[] snapshots, Tombstones tombstones) {
    this.snapshots = snapshots;
    this.tombstones = tombstones;
  }

  /** Whether the entry's user key is another one than that of the entry before. */
  boolean isNewKey(EntryCursor entry) {
    int offset = entry.keyOffset();
    return keyLength < 0
        || entry.keyLength() != keyLength
        || !Arrays.equals(entry.keyArray(), offset, offset + keyLength, key, 0, keyLength);
  }

  /** Whether the entry must stay. Is to be asked for every entry, in internal order. */
  boolean keep(EntryCursor entry) {
    long sequence = entry.sequence();
    boolean keep;
    if (isNewKey(entry)) {
      remember(entry);
      keep = isNeeded(entry, sequence);
    } else {
      keep = isSnapshotBetween(sequence, newerSequence) && isNeeded(entry, sequence);
    }
    newerSequence = sequence;
    if (!keep) {
      dropped++;
    }
    return keep;
  }

  private boolean isNeeded(EntryCursor entry, long sequence) {
    return entry.kind() != EntryKind.TOMBSTONE
        || (snapshots.length > 0 && snapshots[0] < sequence)
        || tombstones.mayHideSomething(key, keyLength);
  }

  /** Whether a snapshot sees the entry of this sequence and not the newer one. */
  private boolean isSnapshotBetween(long sequence, long newer) {
    int at = Arrays.binarySearch(snapshots, sequence);
    int first = at >= 0 ? at : -at - 1;
    return first < snapshots.length && snapshots[first] < newer;
  }

  private void remember(EntryCursor entry) {
    int length = entry.keyLength();
    if (length > key.length) {
      key = new byte[Math.max(length, 2 * key.length)];
    }
    System.arraycopy(entry.keyArray(), entry.keyOffset(), key, 0, length);
    keyLength = length;
  }

  /** How many entries were dropped so far. */
  long dropped() {
    return dropped;
  }
}

package io.koel.engine.cursor;

import io.koel.engine.closing.Closing;
import io.koel.engine.version.KeyPrefix;
import io.koel.sst.EntryCursor;
import io.koel.sst.EntryKind;
import java.io.IOException;
import java.util.Arrays;
import java.util.List;

/**
 * Merges cursors into one, in internal order.
 *
 * <p>A loser tree: each inner node holds the child that lost the match there, so that a step
 * replays one match per level of the tree, always against the known loser. A match compares the
 * first eight bytes of the keys as numbers, which are kept beside the tree, and mostly ends there.
 * No object is made per entry.
 *
 * <p>The direction is that of the last positioning: {@code (first | seek) next*} or {@code (last |
 * seekForPrev) prev*}.
 */
public final class MergeCursor implements EntryCursor {

  private final EntryCursor[] children;
  private final long[] prefixes;

  /** {@code losers[0]} is the winner of all; child {@code c} is the leaf {@code c + size}. */
  private final int[] losers;

  /** Who won at each node, while all matches are played. */
  private final int[] winners;

  private boolean backward;
  private EntryCursor winner;

  private MergeCursor(EntryCursor[] children) {
    this.children = children;
    this.prefixes = new long[children.length];
    this.losers = new int[children.length];
    this.winners = new int[2 * children.length];
  }

  /** Merges cursors, and closes them when it is closed. A single one is given back as it is. */
  public static EntryCursor of(List<EntryCursor> children) {
    return children.size() == 1
        ? children.get(0)
        : new MergeCursor(children.toArray(new EntryCursor[0]));
  }

  @Override
  public boolean first() throws IOException {
    for (EntryCursor child : children) {
      child.first();
    }
    return play(false);
  }

  @Override
  public boolean last() throws IOException {
    for (EntryCursor child : children) {
      child.last();
    }
    return play(true);
  }

  @Override
  public boolean seek(byte[] key, int offset, int length, long sequence) throws IOException {
    for (EntryCursor child : children) {
      child.seek(key, offset, length, sequence);
    }
    return play(false);
  }

  @Override
  public boolean seekForPrev(byte[] key, int offset, int length, long sequence) throws IOException {
    for (EntryCursor child : children) {
      child.seekForPrev(key, offset, length, sequence);
    }
    return play(true);
  }

  @Override
  public boolean next() throws IOException {
    requireDirection(!backward);
    winner.next();
    return replay(losers[0]);
  }

  @Override
  public boolean prev() throws IOException {
    requireDirection(backward);
    winner.prev();
    return replay(losers[0]);
  }

  private static void requireDirection(boolean right) {
    if (!right) {
      throw new IllegalStateException("a merge changes its direction only by a new positioning");
    }
  }

  /** All matches anew. */
  private boolean play(boolean backward) {
    this.backward = backward;
    int size = children.length;
    if (size == 0) {
      return false;
    }
    for (int child = 0; child < size; child++) {
      winners[size + child] = child;
      updatePrefix(child);
    }
    for (int node = size - 1; node > 0; node--) {
      int left = winners[2 * node];
      int right = winners[2 * node + 1];
      boolean leftWins = isBefore(left, right);
      winners[node] = leftWins ? left : right;
      losers[node] = leftWins ? right : left;
    }
    return crown(winners[1]);
  }

  /** The matches on the way from one child to the root, after that child has moved. */
  private boolean replay(int child) {
    updatePrefix(child);
    int champion = child;
    for (int node = (child + children.length) >>> 1; node > 0; node >>>= 1) {
      int loser = losers[node];
      if (isBefore(loser, champion)) {
        losers[node] = champion;
        champion = loser;
      }
    }
    return crown(champion);
  }

  private boolean crown(int champion) {
    losers[0] = champion;
    winner = children[champion];
    return winner.valid();
  }

  private void updatePrefix(int child) {
    EntryCursor cursor = children[child];
    if (cursor.valid()) {
      prefixes[child] = KeyPrefix.of(cursor.keyArray(), cursor.keyOffset(), cursor.keyLength());
    }
  }

  /** Whether child a's entry comes before b's in the direction; children at their end come last. */
  private boolean isBefore(int a, int b) {
    EntryCursor left = children[a];
    EntryCursor right = children[b];
    if (!left.valid() || !right.valid()) {
      return left.valid();
    }
    if (prefixes[a] != prefixes[b]) {
      return prefixes[a] < prefixes[b] != backward;
    }
    return compare(left, right) < 0 != backward;
  }

  private static int compare(EntryCursor left, EntryCursor right) {
    int order =
        Arrays.compareUnsigned(
            left.keyArray(),
            left.keyOffset(),
            left.keyOffset() + left.keyLength(),
            right.keyArray(),
            right.keyOffset(),
            right.keyOffset() + right.keyLength());
    return order != 0 ? order : Long.compare(right.sequence(), left.sequence());
  }

  @Override
  public boolean valid() {
    return winner != null && winner.valid();
  }

  @Override
  public byte[] keyArray() {
    return winner.keyArray();
  }

  @Override
  public int keyOffset() {
    return winner.keyOffset();
  }

  @Override
  public int keyLength() {
    return winner.keyLength();
  }

  @Override
  public long sequence() {
    return winner.sequence();
  }

  @Override
  public EntryKind kind() {
    return winner.kind();
  }

  @Override
  public byte[] valueArray() {
    return winner.valueArray();
  }

  @Override
  public int valueOffset() {
    return winner.valueOffset();
  }

  @Override
  public int valueLength() {
    return winner.valueLength();
  }

  @Override
  public void close() throws IOException {
    winner = null;
    Closing closing = new Closing();
    for (EntryCursor child : children) {
      closing.then(child::close);
    }
    closing.end();
  }
}

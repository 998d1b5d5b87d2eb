package io.koel.engine.memtable;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.Arrays;

/**
 * An upper node of an {@link EntryTree}: children, and between each two of them a separator, which
 * is the address of the right one's smallest entry. Separators never change; another one makes
 * another branch.
 *
 * <p>Searching compares {@link KeyPrefix}es that lie side by side. Keys with a long beginning in
 * common, such as {@code user:0000001234}, would have equal prefixes; so the beginning that all
 * separators share is compared once and then skipped.
 */
final class Branch {

  static final int MAX_SEPARATORS = 63;

  // Up to here the eight bytes tell enough, and comparing the common beginning is not worth it.
  private static final int MIN_SKIPPED = 4;
  private static final VarHandle CHILD = MethodHandles.arrayElementVarHandle(Object[].class);

  private final EntryArena arena;
  private final byte[] common;
  private final long[] prefixes;
  private final int[] separators;
  private final Object[] children;

  /** A branch that takes the arrays over; there is one child more than separators. */
  Branch(EntryArena arena, int[] separators, Object[] children) {
    this.arena = arena;
    this.separators = separators;
    this.children = children;
    common = arena.keyStart(separators[0], skipped(arena, separators));
    prefixes = new long[separators.length];
    for (int i = 0; i < separators.length; i++) {
      prefixes[i] = arena.prefix(separators[i], common.length);
    }
  }

  private Branch(Branch smaller, int index, int[] separators, Object[] children) {
    arena = smaller.arena;
    common = smaller.common;
    this.separators = separators;
    this.children = children;
    prefixes = new long[separators.length];
    System.arraycopy(smaller.prefixes, 0, prefixes, 0, index);
    prefixes[index] = arena.prefix(separators[index], common.length);
    System.arraycopy(smaller.prefixes, index, prefixes, index + 1, smaller.prefixes.length - index);
  }

  /** This branch with one separator more, at an index; takes the arrays over. */
  Branch with(int index, int[] moreSeparators, Object[] moreChildren) {
    // The other prefixes stay as they are if what they leave out does.
    return skipped(arena, moreSeparators) == common.length
        ? new Branch(this, index, moreSeparators, moreChildren)
        : new Branch(arena, moreSeparators, moreChildren);
  }

  private static int skipped(EntryArena arena, int[] separators) {
    int shared = arena.commonLength(separators[0], separators[separators.length - 1]);
    return shared < MIN_SKIPPED ? 0 : shared;
  }

  int separatorCount() {
    return separators.length;
  }

  int separator(int index) {
    return separators[index];
  }

  /** A leaf (a long array) or a branch. */
  Object child(int index) {
    return CHILD.getAcquire(children, index);
  }

  /** Puts another node in a child's place, for the same range. */
  void setChild(int index, Object child) {
    CHILD.setRelease(children, index, child);
  }

  /** The separators with another one before that of this index. */
  int[] separatorsWith(int index, int separator) {
    int[] more = new int[separators.length + 1];
    System.arraycopy(separators, 0, more, 0, index);
    more[index] = separator;
    System.arraycopy(separators, index, more, index + 1, separators.length - index);
    return more;
  }

  /** The children with two in the place of one. */
  Object[] childrenWith(int index, Object left, Object right) {
    Object[] more = new Object[children.length + 1];
    System.arraycopy(children, 0, more, 0, index);
    more[index] = left;
    more[index + 1] = right;
    System.arraycopy(children, index + 1, more, index + 2, children.length - index - 1);
    return more;
  }

  /** The number of separators that are not after (key, sequence): the index of its child. */
  int countUpTo(byte[] key, int offset, int length, long sequence) {
    int skipped = common.length;
    if (skipped > 0) {
      int present = Math.min(skipped, length);
      int byCommon = Arrays.compareUnsigned(key, offset, offset + present, common, 0, skipped);
      if (byCommon != 0) {
        return byCommon < 0 ? 0 : separators.length;
      }
    }
    long prefix = KeyPrefix.of(key, offset, length, skipped);
    int low = 0;
    int high = separators.length;
    while (low < high) {
      int middle = (low + high) >>> 1;
      long other = prefixes[middle];
      if (other < prefix
          || other == prefix
              && arena.compare(separators[middle], key, offset, length, sequence) <= 0) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    return low;
  }

  static int sizeInBytes(int separators) {
    return 160 + 20 * separators;
  }
}

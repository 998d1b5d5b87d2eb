package io.koel.engine.memtable;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.Arrays;

/**
 * The order of a memtable's entries: a B+ tree of addresses, made for one writer and readers
 * without locks.
 *
 * <p>Leaves take entries in the order of their arrival; full ones are replaced by two. Branches are
 * replaced by a copy whenever a child is split. See {@link Memtable} for why that is all that
 * readers need. A million entries make three levels, of which only the leaves are not in the
 * processor's cache: adding an entry costs about one cache miss, where a skip list has a dozen.
 *
 * <p>A separator stays a separator for ever, and is the smallest entry of the range that it begins.
 */
final class EntryTree {

  private static final int MAX_DEPTH = 16;
  private static final VarHandle ROOT;

  static {
    try {
      ROOT = MethodHandles.lookup().findVarHandle(EntryTree.class, "root", Object.class);
    } catch (ReflectiveOperationException e) {
      throw new ExceptionInInitializerError(e);
    }
  }

  private final EntryArena arena;

  /** A leaf (a long array) or a branch. */
  private Object root = Leaf.create(0);

  // The writer's own.
  private final Branch[] path = new Branch[MAX_DEPTH];
  private final int[] pathIndex = new int[MAX_DEPTH];
  private final LeafOrder order;
  private long sizeInBytes = Leaf.SIZE_IN_BYTES;

  EntryTree(EntryArena arena) {
    this.arena = arena;
    order = new LeafOrder(arena);
  }

  /** The size of all nodes. */
  long sizeInBytes() {
    return sizeInBytes;
  }

  /**
   * Adds an entry of the arena.
   *
   * <p>REQUIRES: nobody else adds; of all entries of its key it is the newest.
   */
  void add(int address, byte[] key, int offset, int length, long sequence) {
    Object node = root;
    int depth = 0;
    while (node instanceof Branch branch) {
      int index = branch.countUpTo(key, offset, length, sequence);
      path[depth] = branch;
      pathIndex[depth++] = index;
      node = branch.child(index);
    }
    long[] leaf = (long[]) node;
    if (Leaf.count(leaf) < Leaf.CAPACITY) {
      Leaf.add(leaf, KeyPrefix.of(key, offset, length, Leaf.skipped(leaf)), address);
    } else {
      split(leaf, depth, address);
    }
  }

  private void split(long[] leaf, int depth, int address) {
    order.load(leaf);
    // Where keys come in order, the full leaf stays full.
    boolean inOrder =
        order.isAscending() && arena.compare(address, order.address(Leaf.CAPACITY - 1)) > 0;
    int separator = inOrder ? address : order.address(Leaf.CAPACITY / 2);
    long[] left = Leaf.create(commonLength(lowerBound(depth), separator));
    long[] right = Leaf.create(commonLength(separator, upperBound(depth)));
    int rightFrom = inOrder ? Leaf.CAPACITY : Leaf.CAPACITY / 2;
    long isRight = 0;
    for (int rank = rightFrom; rank < Leaf.CAPACITY; rank++) {
      isRight |= 1L << order.slotAt(rank);
    }
    // By slot, not by rank: of one key's entries, a later slot has the newer one.
    for (int slot = 0; slot < Leaf.CAPACITY; slot++) {
      long[] half = (isRight >>> slot & 1) == 0 ? left : right;
      move(leaf, slot, half);
    }
    long[] half = arena.compare(address, separator) < 0 ? left : right;
    Leaf.add(half, arena.prefix(address, Leaf.skipped(half)), address);
    sizeInBytes += Leaf.SIZE_IN_BYTES;
    replace(depth, left, right, separator);
  }

  private void move(long[] from, int slot, long[] to) {
    int address = Leaf.address(from, slot);
    long prefix =
        Leaf.skipped(from) == Leaf.skipped(to)
            ? Leaf.prefix(from, slot)
            : arena.prefix(address, Leaf.skipped(to));
    Leaf.add(to, prefix, address);
  }

  /** The separator below which nothing is in the node at the end of the path, or NONE. */
  private int lowerBound(int depth) {
    for (int i = depth - 1; i >= 0; i--) {
      if (pathIndex[i] > 0) {
        return path[i].separator(pathIndex[i] - 1);
      }
    }
    return EntryArena.NONE;
  }

  /** The separator from which on nothing is in the node at the end of the path, or NONE. */
  private int upperBound(int depth) {
    for (int i = depth - 1; i >= 0; i--) {
      if (pathIndex[i] < path[i].separatorCount()) {
        return path[i].separator(pathIndex[i]);
      }
    }
    return EntryArena.NONE;
  }

  private int commonLength(int lower, int upper) {
    return lower == EntryArena.NONE || upper == EntryArena.NONE
        ? 0
        : arena.commonLength(lower, upper);
  }

  /** Puts two nodes in the place of one, whose parent is the last of the path's first few. */
  private void replace(int depth, Object left, Object right, int separator) {
    if (depth == 0) {
      sizeInBytes += Branch.sizeInBytes(1);
      Branch above = new Branch(arena, new int[] {separator}, new Object[] {left, right});
      ROOT.setRelease(this, above);
      return;
    }
    Branch parent = path[depth - 1];
    int index = pathIndex[depth - 1];
    int[] separators = parent.separatorsWith(index, separator);
    Object[] children = parent.childrenWith(index, left, right);
    int count = separators.length;
    sizeInBytes += Branch.sizeInBytes(count) - Branch.sizeInBytes(count - 1);
    if (count <= Branch.MAX_SEPARATORS) {
      link(depth - 1, parent.with(index, separators, children));
      return;
    }
    // Where keys come in order, the left branch stays nearly full.
    int middle = index == count - 1 ? count - 2 : count / 2;
    Branch lower =
        new Branch(arena, Arrays.copyOf(separators, middle), Arrays.copyOf(children, middle + 1));
    Branch upper =
        new Branch(
            arena,
            Arrays.copyOfRange(separators, middle + 1, count),
            Arrays.copyOfRange(children, middle + 1, count + 1));
    sizeInBytes += Branch.sizeInBytes(0);
    replace(depth - 1, lower, upper, separators[middle]);
  }

  private void link(int depth, Branch branch) {
    if (depth == 0) {
      ROOT.setRelease(this, branch);
    } else {
      path[depth - 1].setChild(pathIndex[depth - 1], branch);
    }
  }

  /** The address of a key's newest entry that is not above a sequence, or NONE. */
  int find(byte[] key, int offset, int length, long sequence) {
    Object node = ROOT.getAcquire(this);
    while (node instanceof Branch branch) {
      node = branch.child(branch.countUpTo(key, offset, length, sequence));
    }
    long[] leaf = (long[]) node;
    long prefix = KeyPrefix.of(key, offset, length, Leaf.skipped(leaf));
    for (int slot = Leaf.count(leaf) - 1; slot >= 0; slot--) {
      if (Leaf.prefix(leaf, slot) == prefix) {
        int address = Leaf.address(leaf, slot);
        if (arena.hasKey(address, key, offset, length) && arena.sequence(address) <= sequence) {
          return address;
        }
      }
    }
    // The leaf may end within the key's entries, all of its own being too new.
    int next = separatorAfter(key, offset, length, sequence);
    return next != EntryArena.NONE && arena.hasKey(next, key, offset, length)
        ? next
        : EntryArena.NONE;
  }

  private int separatorAfter(byte[] key, int offset, int length, long sequence) {
    int after = EntryArena.NONE;
    Object node = ROOT.getAcquire(this);
    while (node instanceof Branch branch) {
      int index = branch.countUpTo(key, offset, length, sequence);
      if (index < branch.separatorCount()) {
        after = branch.separator(index);
      }
      node = branch.child(index);
    }
    return after;
  }

  /** Finds the leaf whose range holds (key, sequence). */
  void locate(byte[] key, int offset, int length, long sequence, LeafRange out) {
    Object node = begin(out);
    while (node instanceof Branch branch) {
      node = descend(branch, branch.countUpTo(key, offset, length, sequence), out);
    }
    out.leaf = (long[]) node;
  }

  /** Finds the first leaf. */
  void locateFirst(LeafRange out) {
    Object node = begin(out);
    while (node instanceof Branch branch) {
      node = descend(branch, 0, out);
    }
    out.leaf = (long[]) node;
  }

  /** Finds the last leaf. */
  void locateLast(LeafRange out) {
    Object node = begin(out);
    while (node instanceof Branch branch) {
      node = descend(branch, branch.separatorCount(), out);
    }
    out.leaf = (long[]) node;
  }

  private Object begin(LeafRange out) {
    out.lower = EntryArena.NONE;
    out.upper = EntryArena.NONE;
    return ROOT.getAcquire(this);
  }

  private static Object descend(Branch branch, int index, LeafRange out) {
    if (index > 0) {
      out.lower = branch.separator(index - 1);
    }
    if (index < branch.separatorCount()) {
      out.upper = branch.separator(index);
    }
    return branch.child(index);
  }
}

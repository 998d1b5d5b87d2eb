package io.koel.filter.xor;

import io.koel.filter.HashGroups;
import java.util.Arrays;
import java.util.function.IntFunction;

/**
 * An order of keys by which a table can be filled, so that for each key the fingerprints in its
 * slots give the key's own fingerprint when they are xored.
 *
 * <p>Found by peeling: a slot that only one key has is that key's own; the key is taken off, which
 * leaves other slots with only one key, and so on. If all keys come off, filling the slots in the
 * reverse order never spoils what was filled before. If not, another salt gives other slots, and
 * after a few salts the table grows.
 *
 * <p>A slot's keys are never listed: their number, the xor of their hashes, and the xor of which of
 * the key's slots this one is say enough when one key is left. Keys are visited in the order of
 * their first slot, so that slots near each other are touched near each other in time.
 */
final class Peeling {

  private static final int MAX_ATTEMPTS = 1000;
  private static final int ATTEMPTS_WITHOUT_GROWTH = 4;
  private static final int GROUP_LOG = 10;

  private static final int ONE_KEY = 4;
  private static final int WHICH_MASK = ONE_KEY - 1;

  private final Geometry geometry;
  private final int salt;
  private final int count;

  /** The keys' mixed hashes in the order in which they were taken off, and each one's own slot. */
  private final long[] hashes;

  private final byte[] own;

  private Peeling(Geometry geometry, int salt, int count, long[] hashes, byte[] own) {
    this.geometry = geometry;
    this.salt = salt;
    this.count = count;
    this.hashes = hashes;
    this.own = own;
  }

  /**
   * Peels the keys with these hashes, however long it takes. The hashes may be reordered.
   *
   * @param forKeys the geometry to begin with for so many keys
   */
  static Peeling of(IntFunction<? extends Geometry> forKeys, long[] hashes, int from, int to) {
    int end = to;
    Geometry geometry = forKeys.apply(end - from);
    for (int attempt = 0; attempt < MAX_ATTEMPTS; attempt++) {
      Peeling peeling = attempt(geometry, attempt, hashes, from, end);
      if (peeling != null) {
        return peeling;
      }
      if (attempt == 0) {
        // Rare, so that only a failure pays for the sorting: equal hashes can never be peeled.
        end = dropRepeated(hashes, from, end);
        geometry = forKeys.apply(end - from);
      }
      if (attempt >= ATTEMPTS_WITHOUT_GROWTH) {
        geometry = geometry.grown();
      }
    }
    throw new IllegalStateException(
        (end - from) + " different hashes could not be peeled in " + MAX_ATTEMPTS + " attempts");
  }

  Geometry geometry() {
    return geometry;
  }

  int salt() {
    return salt;
  }

  /** Fills a table of zeros with fingerprints. */
  void fill(byte[] bytes, int offset, int width) {
    Geometry g = geometry;
    boolean four = g.arity() == 4;
    for (int i = count - 1; i >= 0; i--) {
      long hash = hashes[i];
      // The key's own slot is still 0.
      int value =
          Geometry.fingerprint(hash, width)
              ^ FingerprintTable.get(bytes, offset, width, g.slot(hash, 0))
              ^ FingerprintTable.get(bytes, offset, width, g.slot(hash, 1))
              ^ FingerprintTable.get(bytes, offset, width, g.slot(hash, 2));
      if (four) {
        value ^= FingerprintTable.get(bytes, offset, width, g.slot(hash, 3));
      }
      FingerprintTable.set(bytes, offset, width, g.slot(hash, own[i]), value);
    }
  }

  private static int dropRepeated(long[] hashes, int from, int to) {
    Arrays.sort(hashes, from, to);
    int end = from;
    for (int i = from; i < to; i++) {
      if (i == from || hashes[i] != hashes[i - 1]) {
        hashes[end++] = hashes[i];
      }
    }
    return end;
  }

  private static Peeling attempt(Geometry g, int salt, long[] keyHashes, int from, int to) {
    int count = to - from;
    long[] hashes = HashGroups.mixed(keyHashes, from, to, salt, GROUP_LOG);
    byte[] degrees = new byte[g.slots()];
    long[] xors = new long[g.slots()];
    if (!distribute(g, hashes, degrees, xors)) {
      return null;
    }
    byte[] own = new byte[count];
    int peeled = peel(g, hashes, own, degrees, xors);
    return peeled == count ? new Peeling(g, salt, count, hashes, own) : null;
  }

  /** Adds every key to its slots; false if a slot has more keys than can be counted. */
  private static boolean distribute(Geometry g, long[] hashes, byte[] degrees, long[] xors) {
    boolean four = g.arity() == 4;
    int highest = 0;
    for (long hash : hashes) {
      highest |= add(degrees, xors, g.slot(hash, 0), hash, 0);
      highest |= add(degrees, xors, g.slot(hash, 1), hash, 1);
      highest |= add(degrees, xors, g.slot(hash, 2), hash, 2);
      if (four) {
        highest |= add(degrees, xors, g.slot(hash, 3), hash, 3);
      }
    }
    return highest >= 0;
  }

  /** Returns a negative number if the count has overflowed. */
  private static byte add(byte[] degrees, long[] xors, int slot, long hash, int which) {
    xors[slot] ^= hash;
    return degrees[slot] = (byte) (degrees[slot] + ONE_KEY ^ which);
  }

  /**
   * Takes keys off while a slot has only one; returns how many came off. Slots that are to be
   * spared are used when there is no other.
   */
  private static int peel(Geometry g, long[] order, byte[] own, byte[] degrees, long[] xors) {
    boolean four = g.arity() == 4;
    boolean sparesThird = g.firstSpared() < degrees.length;
    // One more than can be in use, because candidates are written before it is known if they stay.
    int[] single = new int[g.firstSpared() + 1];
    int singles = collectSingles(degrees, 0, g.firstSpared(), single);
    int[] spared = new int[degrees.length - g.firstSpared() + 1];
    int spareds = collectSingles(degrees, g.firstSpared(), degrees.length, spared);
    int peeled = 0;
    while (singles > 0 || spareds > 0) {
      int slot = singles > 0 ? single[--singles] : spared[--spareds];
      if (isSingle(degrees[slot]) == 0) {
        continue; // Another slot's key was this slot's only one too.
      }
      long hash = xors[slot];
      order[peeled] = hash;
      own[peeled++] = (byte) (degrees[slot] & WHICH_MASK);
      singles = remove(degrees, xors, g.slot(hash, 0), hash, 0, single, singles);
      singles = remove(degrees, xors, g.slot(hash, 1), hash, 1, single, singles);
      if (sparesThird) {
        spareds = remove(degrees, xors, g.slot(hash, 2), hash, 2, spared, spareds);
      } else {
        singles = remove(degrees, xors, g.slot(hash, 2), hash, 2, single, singles);
      }
      if (four) {
        singles = remove(degrees, xors, g.slot(hash, 3), hash, 3, single, singles);
      }
    }
    return peeled;
  }

  private static int collectSingles(byte[] degrees, int from, int to, int[] single) {
    int singles = 0;
    for (int slot = from; slot < to; slot++) {
      single[singles] = slot;
      singles += isSingle(degrees[slot]);
    }
    return singles;
  }

  private static int remove(
      byte[] degrees, long[] xors, int slot, long hash, int which, int[] single, int singles) {
    byte degree = (byte) (degrees[slot] - ONE_KEY ^ which);
    degrees[slot] = degree;
    xors[slot] ^= hash;
    single[singles] = slot;
    return singles + isSingle(degree);
  }

  /** 1 if there is one key, else 0. */
  private static int isSingle(int degree) {
    return degree >> 2 == 1 ? 1 : 0;
  }
}

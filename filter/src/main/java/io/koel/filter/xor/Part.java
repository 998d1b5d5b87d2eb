package io.koel.filter.xor;

import io.koel.filter.CorruptionException;
import io.koel.filter.FilterBlock;

/** A filter of some of the keys, all with fingerprints of one width, in the bytes of a payload. */
abstract class Part {

  /** Lays out the keys of one part. */
  interface Writer {

    /** The bytes of a part with the keys {@code hashes[from..to)}, which may be reordered. */
    byte[] write(long[] hashes, int from, int to, int width);
  }

  /** Finds a part again. */
  interface Opener {

    /**
     * The part that begins at {@code offset}.
     *
     * @throws CorruptionException if there is none
     */
    Part open(FilterBlock block, int offset) throws CorruptionException;
  }

  abstract boolean mightContain(long keyHash);

  /** The bits of its fingerprints. */
  abstract int width();

  /** Where it ends in the payload. */
  abstract int end();
}

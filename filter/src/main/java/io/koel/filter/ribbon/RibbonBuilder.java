package io.koel.filter.ribbon;

import io.koel.filter.FingerprintWidth;
import io.koel.filter.HashGroups;
import io.koel.filter.PayloadBytes;
import java.util.ArrayList;
import java.util.List;

/**
 * Builds ribbon filters, layer by layer. A layer takes all but about 5 % of the keys that it is
 * given, so that a few layers are enough; the last one takes all, with some slots to spare.
 */
final class RibbonBuilder {

  /** Keys per slot in a layer that bumps. Measured: 1.04 to 1.06 waste least for 64 slots a key. */
  private static final double OVERLOAD = 1.05;

  /** So few keys take less memory in one last layer than in a layer that bumps and a last one. */
  private static final int LAST_LAYER_KEYS = 1024;

  private static final int ATTEMPTS_PER_SIZE = 16;
  private static final int MAX_ATTEMPTS = 10_000;

  private final FingerprintWidth width;

  RibbonBuilder(FingerprintWidth width) {
    this.width = width;
  }

  byte[] payload(long[] keyHashes, int count) {
    if (count == 0) {
      return new byte[0];
    }
    // Before the memory for solving is asked for, which is more.
    PayloadBytes.arrayLength((long) (count / OVERLOAD / Byte.SIZE * width.bits()));
    List<SolvedLayer> solved = new ArrayList<>();
    long[] hashes = keyHashes;
    int left = count;
    while (left > LAST_LAYER_KEYS && solved.size() < RibbonLayout.MAX_LAYERS - 1) {
      double blocks = Math.rint(left / OVERLOAD / RibbonLayer.BLOCK_SLOTS);
      RibbonLayer layer = RibbonLayer.narrow((int) blocks, solved.size());
      SolvedLayer next = new SolvedLayer(layer);
      hashes = HashGroups.mixedAndSorted(hashes, 0, left, layer.salt());
      left = next.addOrBump(hashes);
      solved.add(next);
    }
    if (left > 0) {
      solved.add(lastLayer(hashes, left));
    }
    if (width.widerShare() > 0) {
      widen(solved);
    }
    return write(solved);
  }

  /**
   * Gives the last blocks of each layer one more column: as few blocks as keep the rate, by the
   * share of absent keys that each layer will be asked for. Whole blocks are mostly a little more
   * than is needed, and what one layer has too many the next need not have.
   */
  private void widen(List<SolvedLayer> solved) {
    double reached = 1;
    double narrow = 0;
    for (SolvedLayer layer : solved) {
      double kept = layer.keptShare();
      narrow += reached * kept * (1 - width.widerShare());
      narrow -= reached * layer.widenAllBut(narrow / reached);
      reached *= 1 - kept;
    }
  }

  /** A layer of all these keys: other salts and then more blocks until their equations agree. */
  private SolvedLayer lastLayer(long[] hashes, int count) {
    int blocks = count / RibbonLayer.BLOCK_SLOTS + 1;
    for (int attempt = 0; attempt < MAX_ATTEMPTS; attempt++) {
      RibbonLayer layer = RibbonLayer.narrow(blocks, attempt);
      SolvedLayer last = new SolvedLayer(layer);
      if (last.addAll(HashGroups.mixedAndSorted(hashes, 0, count, layer.salt()))) {
        return last;
      }
      if (attempt % ATTEMPTS_PER_SIZE == ATTEMPTS_PER_SIZE - 1) {
        blocks++;
      }
    }
    throw new IllegalStateException(
        "the equations of " + count + " keys could not be solved in " + MAX_ATTEMPTS + " attempts");
  }

  private byte[] write(List<SolvedLayer> solved) {
    RibbonLayer[] layers = solved.stream().map(SolvedLayer::layer).toArray(RibbonLayer[]::new);
    RibbonLayout layout = new RibbonLayout(width.bits(), layers);
    byte[] payload = layout.newPayload();
    for (int i = 0; i < layers.length; i++) {
      solved.get(i).writeCodes(payload, layout.codesOffset(i));
      solved.get(i).writeBlocks(payload, layout.blocksOffset(i), width.bits());
    }
    return payload;
  }

  /** A layer's equations, and what was bumped. */
  private static final class SolvedLayer {

    private RibbonLayer layer;
    private final Banding banding;
    private final byte[] codes;

    SolvedLayer(RibbonLayer layer) {
      this.layer = layer;
      this.banding = new Banding(layer.slots());
      this.codes = new byte[layer.buckets()];
    }

    RibbonLayer layer() {
      return layer;
    }

    /** Adds all keys, or returns false if they contradict each other. */
    boolean addAll(long[] hashes) {
      for (long hash : hashes) {
        if (add(hash) == Banding.CONTRADICTION) {
          return false;
        }
      }
      return true;
    }

    private int add(long hash) {
      return banding.add(
          RibbonLayer.start(hash, layer.starts()),
          RibbonLayer.coefficients(hash),
          RibbonLayer.fingerprint(hash));
    }

    /**
     * Adds the keys, bucket by bucket. Those that are bumped are moved to the array's front.
     *
     * @param hashes mixed with the layer's salt and sorted
     * @return how many were bumped
     */
    int addOrBump(long[] hashes) {
      int starts = layer.starts();
      int[] rows = new int[RibbonLayer.BUCKET_STARTS];
      int bumped = 0;
      int end = 0;
      for (int bucket = 0; bucket < codes.length; bucket++) {
        int from = end;
        int bucketEnd = (bucket + 1) << RibbonLayer.BUCKET_LOG;
        while (end < hashes.length && RibbonLayer.start(hashes[end], starts) < bucketEnd) {
          end++;
        }
        if (rows.length < end - from) {
          rows = new int[end - from];
        }
        int kept = addBucket(hashes, bucket, from, end, rows);
        System.arraycopy(hashes, from, hashes, bumped, kept - from);
        bumped += kept - from;
      }
      return bumped;
    }

    /**
     * Adds a bucket's keys from the last start to the first, because the first slots are those that
     * the bucket before has spilled into. At a contradiction the rest is bumped.
     *
     * @return where the keys begin that were not bumped
     */
    private int addBucket(long[] hashes, int bucket, int from, int end, int[] rows) {
      for (int i = end - 1; i >= from; i--) {
        int row = add(hashes[i]);
        rows[i - from] = row;
        if (row == Banding.CONTRADICTION) {
          int bucketStart = bucket << RibbonLayer.BUCKET_LOG;
          int start = RibbonLayer.start(hashes[i], layer.starts());
          codes[bucket] = (byte) RibbonLayer.codeThatBumps(start - bucketStart);
          int bumpedTo = bucketStart + RibbonLayer.bumpedStarts(codes[bucket]);
          int kept = i + 1;
          while (kept < end && RibbonLayer.start(hashes[kept], layer.starts()) < bumpedTo) {
            if (rows[kept - from] != Banding.NO_ROW) {
              banding.clear(rows[kept - from]);
            }
            kept++;
          }
          return kept;
        }
      }
      return from;
    }

    /** The share of starts whose keys are not bumped. */
    double keptShare() {
      return keptBefore(layer.blocks());
    }

    private double keptBefore(int block) {
      return layer.keptShare(block, bucket -> codes[bucket]);
    }

    /**
     * Widens all blocks but the first ones, which have at most this share of the starts whose keys
     * are not bumped; returns the share that they do have.
     */
    double widenAllBut(double narrowShare) {
      int narrow = 0;
      int tooMany = layer.blocks() + 1;
      while (tooMany - narrow > 1) {
        int middle = (narrow + tooMany) >>> 1;
        if (keptBefore(middle) <= narrowShare) {
          narrow = middle;
        } else {
          tooMany = middle;
        }
      }
      layer = layer.withFirstWideBlock(narrow);
      return keptBefore(narrow);
    }

    void writeCodes(byte[] payload, int offset) {
      for (int bucket = 0; bucket < codes.length; bucket++) {
        payload[offset + (bucket >>> 1)] |=
            (byte) (codes[bucket] << RibbonLayer.CODE_BITS * (bucket & 1));
      }
    }

    void writeBlocks(byte[] payload, int offset, int narrowColumns) {
      int columns = layer.firstWideBlock() < layer.blocks() ? narrowColumns + 1 : narrowColumns;
      for (int first = 0; first < columns; first += Banding.TOGETHER) {
        long[] solutions = new long[Banding.TOGETHER];
        for (int block = layer.blocks() - 1; block >= 0; block--) {
          banding.solve(block, first, solutions);
          int width = block < layer.firstWideBlock() ? narrowColumns : columns;
          long at = RibbonLayout.blockOffset(block, narrowColumns, layer.firstWideBlock());
          for (int column = first; column < Math.min(first + Banding.TOGETHER, width); column++) {
            int place = offset + (int) at + Long.BYTES * column;
            PayloadBytes.putLong(payload, place, solutions[column - first]);
          }
        }
      }
    }
  }
}

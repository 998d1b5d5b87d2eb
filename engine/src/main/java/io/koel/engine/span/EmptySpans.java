package io.koel.engine.span;

import io.koel.engine.batch.BatchReader;
import io.koel.sst.EntryKind;
import java.util.Arrays;
import java.util.concurrent.atomic.AtomicReference;

/**
 * Ranges of keys that a scan found empty: everything in them is deleted, but the tombstones are
 * there still. The next scan jumps over them instead of stepping from tombstone to tombstone, which
 * is what the seek to a queue's first entry is made of.
 *
 * <p>A range that is empty stays empty until something is put into it. So all that is needed is a
 * scan that walked over it once, and a look at every put since: no file, no format, nothing that
 * could be lost. Flushes and compactions change nothing about it.
 */
/*
 * How a range becomes known.
 *
 * A scan reads as of a sequence s. When it has stepped over many entries it claims: [from, to) is
 * empty at s. That alone is worth nothing, because puts after s may have come in before anybody
 * looked. So the first claim only begins a watch: from then on the lowest key put at or after
 * `from` is kept. A later claim whose s is not before the beginning of the watch holds as far as
 * that key: what was put up to s would have been seen by the scan, what was put later by the watch.
 * (So a scan may claim only if its view has all entries up to s. ReadPath sees to that.)
 * Each claim that was used begins the watch anew, so that a queue whose first entry wanders is
 * followed.
 *
 * All changes are made while no batch is being committed, or by the thread that commits, so there
 * is one writer. A watch that begins then misses no later put, and no earlier one is unpublished.
 *
 * Why readers may jump. A put's span is cut before the put's sequence is published. A reader takes
 * its sequence first and looks for spans after that: whatever is visible to it has been cut out of
 * all spans that it can find. Spans that were learned at a sequence after its own are not for it;
 * there are entries that only it still sees.
 *
 * Spans are disjoint and in order. A span's watch goes up to the next span's beginning.
 */
public final class EmptySpans {

  private static final int MAX_SPANS = 64;

  private final Runnable learner;
  private final int maxSpans;
  private final AtomicReference<Claim> claimed = new AtomicReference<>();
  private volatile EmptySpan[] spans = {};

  // The writer's own.
  private long claims;

  private record Claim(byte[] from, byte[] to, long sequence) {}

  /**
   * None are known yet.
   *
   * @param learner calls {@link #learn} while no batch is being committed; may do so at once or
   *     never
   */
  public EmptySpans(Runnable learner) {
    this(learner, MAX_SPANS);
  }

  EmptySpans(Runnable learner, int maxSpans) {
    this.learner = learner;
    this.maxSpans = maxSpans;
  }

  /** The span that has a key and is empty for readers of a sequence, or null. */
  public EmptySpan find(byte[] array, int offset, int length, long sequence) {
    EmptySpan[] all = spans;
    int at = lastUpTo(all, array, offset, length);
    if (at < 0 || all[at].emptySince > sequence) {
      return null;
    }
    return EmptySpan.compare(array, offset, length, all[at].to) < 0 ? all[at] : null;
  }

  /** The index of the last span that does not begin after a key, or -1. */
  private static int lastUpTo(EmptySpan[] all, byte[] array, int offset, int length) {
    int low = 0;
    int high = all.length;
    while (low < high) {
      int middle = (low + high) >>> 1;
      if (EmptySpan.compare(array, offset, length, all[middle].from) >= 0) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    return low - 1;
  }

  /**
   * Says that a reader of a sequence sees nothing in a range. Of claims that come at the same time
   * one counts; the others will be made again.
   *
   * @param from inclusive; the array is taken over
   * @param to exclusive; the array is taken over
   */
  public void claim(byte[] from, byte[] to, long sequence) {
    if (Arrays.compareUnsigned(from, to) < 0) {
      claimed.set(new Claim(from, to, sequence));
      learner.run();
    }
  }

  /**
   * Looks at what a batch puts. REQUIRES: the one thread that commits, before the batch's sequences
   * are published.
   */
  public void watch(BatchReader batch) {
    if (spans.length == 0) {
      return;
    }
    while (batch.next()) {
      if (batch.kind() == EntryKind.PUT) {
        watch(batch.array(), batch.keyOffset(), batch.keyLength());
      }
    }
  }

  private void watch(byte[] array, int offset, int length) {
    EmptySpan[] all = spans;
    int at = lastUpTo(all, array, offset, length);
    if (at < 0) {
      return;
    }
    EmptySpan span = all[at];
    if (span.firstPut != null && EmptySpan.compare(array, offset, length, span.firstPut) >= 0) {
      return;
    }
    byte[] key = Arrays.copyOfRange(array, offset, offset + length);
    if (Arrays.compareUnsigned(key, span.to) < 0) {
      replace(at, 1, span.endingAt(key));
    } else {
      span.firstPut = key;
    }
  }

  /**
   * Learns from the last claim, if there is one.
   *
   * <p>REQUIRES: no batch is being committed, and nobody else is in here.
   *
   * @param now the last sequence that was given to an entry, which is published
   */
  public void learn(long now) {
    if (claimed.getPlain() == null) {
      return;
    }
    Claim claim = claimed.getAndSet(null);
    claims++;
    EmptySpan[] all = spans;
    int at = lastUpTo(all, claim.from, 0, claim.from.length);
    if (at >= 0 && Arrays.compareUnsigned(claim.from, all[at].to) <= 0) {
      extend(at, claim, now);
      return;
    }
    // Deletes may go downwards: then each claim begins before the last one, and holds for it too.
    int next = at + 1;
    if (next < all.length && Arrays.compareUnsigned(all[next].from, claim.to) < 0) {
      extend(next, claim, now);
    }
    EmptySpan watch = new EmptySpan(claim.from, claim.from, now, now);
    watch.learned = claims;
    replace(next, 0, watch);
    forgetOldest();
  }

  /** REQUIRES: the claimed range has the span's end, or touches it. */
  private void extend(int at, Claim claim, long now) {
    EmptySpan span = spans[at];
    if (claim.sequence < span.watchedSince) {
      return;
    }
    byte[] to = EmptySpan.earlier(claim.to, span.firstPut);
    long emptySince = claim.sequence;
    int replaced = 1;
    if (at + 1 < spans.length && Arrays.compareUnsigned(spans[at + 1].from, to) <= 0) {
      // From there on the next span has watched, and knows how far it goes.
      to = spans[at + 1].to;
      emptySince = Math.max(emptySince, spans[at + 1].emptySince);
      replaced = 2;
    } else if (Arrays.compareUnsigned(to, span.to) <= 0) {
      to = span.to;
      emptySince = span.emptySince;
    }
    EmptySpan longer = new EmptySpan(span.from, to, emptySince, now);
    longer.learned = claims;
    replace(at, replaced, longer);
  }

  private void forgetOldest() {
    if (spans.length <= maxSpans) {
      return;
    }
    int oldest = 0;
    for (int i = 1; i < spans.length; i++) {
      oldest = spans[i].learned < spans[oldest].learned ? i : oldest;
    }
    // What lies behind it falls to the span before, whose watch has not seen what was put there.
    if (oldest > 0) {
      EmptySpan before = spans[oldest - 1];
      before.firstPut = EmptySpan.earlier(spans[oldest].from, before.firstPut);
    }
    replace(oldest, 1);
  }

  /** Puts some spans in the place of others. */
  private void replace(int at, int count, EmptySpan... replacements) {
    EmptySpan[] old = spans;
    EmptySpan[] all = new EmptySpan[old.length - count + replacements.length];
    System.arraycopy(old, 0, all, 0, at);
    System.arraycopy(replacements, 0, all, at, replacements.length);
    int rest = old.length - at - count;
    System.arraycopy(old, at + count, all, at + replacements.length, rest);
    spans = all;
  }
}

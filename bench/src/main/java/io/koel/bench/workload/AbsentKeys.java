package io.koel.bench.workload;

import io.koel.engine.batch.EncodedBatch;
import java.util.Arrays;
import java.util.SplittableRandom;

/** Keys to look up in vain. */
public final class AbsentKeys {

  private static final int EXTRA_BYTES = 5;

  private AbsentKeys() {}

  /**
   * A key right behind a stored one, whatever the keys look like: each table whose range has the
   * one has the other too, unless it ends there. Almost certainly nobody has stored it.
   */
  public static byte[] behind(byte[] key, SplittableRandom random) {
    int kept = Math.min(key.length, EncodedBatch.MAX_KEY_LENGTH - EXTRA_BYTES);
    byte[] absent = Arrays.copyOf(key, kept + EXTRA_BYTES);
    // A zero comes first, so that it lies before all keys that begin with the stored one.
    for (int i = kept + 1; i < absent.length; i++) {
      absent[i] = (byte) random.nextInt();
    }
    return absent;
  }
}

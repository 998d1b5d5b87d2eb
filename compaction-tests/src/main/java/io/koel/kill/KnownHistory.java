package io.koel.kill;

import io.koel.WriteBatch;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.NavigableMap;
import java.util.Random;
import java.util.TreeMap;

/**
 * A history that a seed decides: step n is the same for whoever asks. Each step also stores its own
 * number, so that a store tells by itself how far it is.
 */
final class KnownHistory {

  static final byte[] STEP_KEY = "step".getBytes(StandardCharsets.US_ASCII);

  private static final int KEYS = 2_000;

  private final long seed;
  private final NavigableMap<byte[], byte[]> state = new TreeMap<>(Arrays::compareUnsigned);
  private long steps;

  KnownHistory(long seed) {
    this.seed = seed;
  }

  /** What step n writes, counted from 1. */
  WriteBatch step(long n) {
    Random random = new Random(seed * 1_000_003 + n);
    WriteBatch batch = new WriteBatch();
    batch.put(STEP_KEY, ByteBuffer.allocate(Long.BYTES).putLong(n).array());
    for (int changes = 1 + random.nextInt(4); changes > 0; changes--) {
      byte[] key = key(random.nextInt(KEYS));
      if (random.nextInt(5) < 2) {
        batch.delete(key);
      } else {
        byte[] value = new byte[random.nextInt(random.nextInt(50) == 0 ? 2_000 : 100)];
        random.nextBytes(value);
        batch.put(key, value);
      }
    }
    return batch;
  }

  /** The number that a store's step key holds. */
  static long stepOf(byte[] value) {
    return value == null ? 0 : ByteBuffer.wrap(value).getLong();
  }

  static boolean isSynced(long step) {
    return step % 16 == 0;
  }

  static int keys() {
    return KEYS;
  }

  static byte[] key(int number) {
    return Integer.toString(number * 7919 % 1_000_003, 36).getBytes(StandardCharsets.US_ASCII);
  }

  /** The state after n steps. REQUIRES: n is not below that of the call before. */
  NavigableMap<byte[], byte[]> stateAfter(long n) {
    if (n < steps) {
      throw new AssertionError("the store went back from step " + steps + " to step " + n);
    }
    while (steps < n) {
      step(++steps)
          .forEach(
              new WriteBatch.Visitor() {
                @Override
                public void put(byte[] key, byte[] value) {
                  state.put(key, value);
                }

                @Override
                public void delete(byte[] key) {
                  state.remove(key);
                }
              });
    }
    return state;
  }
}

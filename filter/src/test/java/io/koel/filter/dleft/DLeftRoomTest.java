package io.koel.filter.dleft;

import static org.junit.jupiter.api.Assertions.assertTrue;

import io.koel.filter.DynamicFilter;
import io.koel.filter.FilterSpec;
import io.koel.filter.Seeds;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/** A filter has room for the keys that it was made for, however often they change. */
class DLeftRoomTest {

  private static final int CAPACITY = 2_000;

  private final SplittableRandom random = Seeds.random(getClass().getName());

  @Test
  void tryAddHash_whileKeysComeAndGo_neverFindsNoCell() {
    for (int i = 0; i < 150; i++) {
      DynamicFilter filter =
          new DLeftCountingBloomFamily()
              .create(FilterSpec.parse("dleft-counting-bloom(bits=14)"), CAPACITY, i);
      comeAndGo(filter, new long[CAPACITY - 100]);
    }
  }

  private void comeAndGo(DynamicFilter filter, long[] live) {
    for (int i = 0; i < live.length; i++) {
      live[i] = random.nextLong();
      assertTrue(filter.tryAddHash(live[i]), "key " + i);
    }
    for (int i = 0; i < 5 * live.length; i++) {
      int changed = random.nextInt(live.length);
      filter.removeHash(live[changed]);
      live[changed] = random.nextLong();
      assertTrue(filter.tryAddHash(live[changed]), "change " + i);
    }
  }
}

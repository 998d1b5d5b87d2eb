package io.koel.soak;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.HashSet;
import java.util.Set;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class CrashCampaignTest {

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 10, 255, 256, 997, 1000})
  void call_ofEveryUnit_isEveryCallOnce(long calls) {
    Set<Long> seen = new HashSet<>();
    for (long n = 0; n < calls; n++) {
      long call = CrashCampaign.call(n, calls);
      assertTrue(call >= 1 && call <= calls, "call " + call);
      seen.add(call);
    }
    assertEquals(calls, seen.size());
  }
}

package io.koel.filter;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.junit.jupiter.api.Test;

class PerLevelPolicyTest {

  private static final String SPEC = "per-level(semisorted-cuckoo(bits=16),cuckoo(bits=12),none)";

  @Test
  void spec_ofPolicy_roundTrips() {
    FilterPolicy policy = FilterCatalog.policy(SPEC);
    assertEquals(SPEC, policy.spec());
    assertEquals(SPEC, policy.toString());
    assertEquals(policy, FilterCatalog.policy(policy.spec()));
    assertEquals(
        policy, FilterCatalog.policy("per-level( semisorted-cuckoo(bits=16), cuckoo, none )"));
  }

  @Test
  void newBuilder_ofEachLevel_isThatOfItsPolicy() {
    FilterPolicy policy = FilterCatalog.policy(SPEC);
    assertEquals("semisorted-cuckoo", familyAt(policy, 0));
    assertEquals("cuckoo", familyAt(policy, 1));
    for (int level : new int[] {2, 3, 100}) {
      assertTrue(policy.newBuilder(new FilterContext(level, 1, 0)).isEmpty());
    }
  }

  private static String familyAt(FilterPolicy policy, int level) {
    return policy.newBuilder(new FilterContext(level, 1, 0)).orElseThrow().finish().family();
  }

  @Test
  void policy_withNoneOrWrongParts_isRefused() {
    for (String wrong :
        List.of(
            "per-level",
            "per-level()",
            "per-level(bits=3)",
            "per-level(cuckoo,bits=3)",
            "per-level(cuckoo(bits=99))",
            "per-level(blum)")) {
      assertThrows(FilterSpecException.class, () -> FilterCatalog.policy(wrong), wrong);
    }
  }

  @Test
  void policy_withMorePartsThanItsSpecMayHave_isRefused() {
    String fits = "per-level(" + "bloom,".repeat(200) + "none)";
    assertEquals(
        FilterCatalog.policy(fits), FilterCatalog.policy(FilterCatalog.policy(fits).spec()));
    // Short as it is written, but not as "bloom(bits=10)".
    String longer = "per-level(" + "bloom,".repeat(600) + "none)";
    Exception e = assertThrows(FilterSpecException.class, () -> FilterCatalog.policy(longer));
    assertTrue(e.getMessage().contains("601 policies would have 9015 characters"), e.getMessage());
  }

  @Test
  void context_withNegativeNumbers_isRefused() {
    assertThrows(IllegalArgumentException.class, () -> new FilterContext(-1, 0, 0));
    assertThrows(IllegalArgumentException.class, () -> new FilterContext(0, 0, -1));
  }
}

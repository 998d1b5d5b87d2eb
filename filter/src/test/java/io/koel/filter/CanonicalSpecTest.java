package io.koel.filter;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** One policy has one text, however it was asked for. */
class CanonicalSpecTest {

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "cuckoo                              | cuckoo(bits=12)",
        "semisorted-cuckoo()                 | semisorted-cuckoo(bits=13)",
        "cuckoo(bits=04)                     | cuckoo(bits=4)",
        "cuckoo(fpp=1e-3)                    | cuckoo(fpp=0.001)",
        "bloom                               | bloom(bits=10)",
        "bloom(bits=10.0)                    | bloom(bits=10)",
        "bloom(bits=12.310)                  | bloom(bits=12.31)",
        "blocked-bloom                       | blocked-bloom(bits=10)",
        "blocked-bloom( fpp = 1e-2 )         | blocked-bloom(fpp=0.01)",
        "counting-bloom                      | counting-bloom(bits=40)",
        "counting-bloom(bits=13.70)          | counting-bloom(bits=13.7)",
        "dleft-counting-bloom                | dleft-counting-bloom(fpp=0.01)",
        "dleft-counting-bloom(bits=+9)       | dleft-counting-bloom(bits=9)",
        "quotient                            | quotient(fpp=0.01)",
        "quotient(fpp=.010)                  | quotient(fpp=0.01)",
        "xor                                 | xor(bits=8)",
        "xor-plus(bits=008)                  | xor-plus(bits=8)",
        "binary-fuse                         | binary-fuse(bits=8)",
        "binary-fuse(arity=3)                | binary-fuse(bits=8)",
        "binary-fuse(arity=4,bits=10)        | binary-fuse(bits=10,arity=4)",
        "binary-fuse(arity=3,fpp=4e-3)       | binary-fuse(fpp=0.004)",
        "ribbon                              | ribbon(bits=8)",
        "ribbon(fpp=0.0060)                  | ribbon(fpp=0.006)",
        "golomb                              | golomb(bits=8)",
        "none()                              | none",
        "per-level( bloom , none(), xor())   | per-level(bloom(bits=10),none,xor(bits=8))",
      })
  void policy_ofAnyText_hasTheCanonicalOne(String text, String canonical) {
    FilterPolicy policy = FilterCatalog.policy(text);
    assertEquals(canonical, policy.spec());
    assertEquals(canonical, FilterSpec.parse(canonical).toString());
    FilterPolicy same = FilterCatalog.policy(canonical);
    assertEquals(canonical, same.spec());
    assertEquals(same, policy);
    assertEquals(same.hashCode(), policy.hashCode());
  }

  @Test
  void policy_byBitsAndRate_namesBoth() {
    for (FilterFamily family : FilterCatalog.installed().families()) {
      String spec = family.name() + "(bits=10,fpp=0.01)";
      Exception e = assertThrows(FilterSpecException.class, () -> FilterCatalog.policy(spec), spec);
      assertTrue(e.getMessage().startsWith(spec + ": "), e.getMessage());
      assertTrue(e.getMessage().contains("give bits or fpp, not both"), e.getMessage());
    }
  }

  /** The message has the spec that was given, not one that was made of it. */
  @Test
  void policy_withUnknownArgument_repeatsTheSpec() {
    for (FilterFamily family : FilterCatalog.installed().families()) {
      String spec = family.name() + "(colour=red)";
      Exception e = assertThrows(FilterSpecException.class, () -> FilterCatalog.policy(spec), spec);
      assertTrue(e.getMessage().startsWith(spec + ": "), e.getMessage());
    }
  }
}

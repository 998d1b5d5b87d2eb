package io.koel.filter;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.junit.jupiter.api.Test;

class FilterCatalogTest {

  @Test
  void policy_ofUnknownFamily_listsTheKnownOnes() {
    String message =
        assertThrows(FilterSpecException.class, () -> FilterCatalog.policy("blum(bits=10)"))
            .getMessage();
    assertTrue(message.startsWith("unknown filter 'blum'; known are "), message);
    for (FilterFamily family : FilterCatalog.installed().families()) {
      assertTrue(message.contains(family.name()), message);
    }
    assertTrue(message.contains("none") && message.contains("per-level"), message);
  }

  @Test
  void policy_ofNone_buildsNothing() {
    FilterPolicy none = FilterCatalog.policy("none");
    assertSame(FilterPolicy.none(), none);
    assertEquals("none", none.spec());
    assertTrue(none.newBuilder(FilterContext.withSeed(1)).isEmpty());
    assertThrows(FilterSpecException.class, () -> FilterCatalog.policy("none(bits=1)"));
  }

  @Test
  void installed_families_haveValidNamesAndKnowThemselves() {
    for (FilterFamily family : FilterCatalog.installed().families()) {
      assertSame(family, FilterCatalog.installed().family(family.name()));
      assertTrue(family.canRead(family.version()));
      assertEquals(
          family.name(),
          new FilterBlock(family.name(), family.version(), 0, 0, new byte[0]).family());
    }
  }

  @Test
  void of_twoFamiliesWithOneName_throwsAndNamesBoth() {
    Exception e =
        assertThrows(
            IllegalArgumentException.class,
            () -> FilterCatalog.of(List.of(new Named("twin"), new Named("twin"))));
    assertTrue(e.getMessage().contains("twin") && e.getMessage().contains("Named"), e.getMessage());
  }

  @Test
  void of_familyWithReservedName_throws() {
    for (String name : List.of("none", "per-level")) {
      assertThrows(
          IllegalArgumentException.class, () -> FilterCatalog.of(List.of(new Named(name))));
    }
  }

  @Test
  void open_ofUnknownFamilyOrVersion_isNothingAndNoError() throws CorruptionException {
    FilterCatalog catalog = FilterCatalog.of(List.of(new Named("known")));
    assertTrue(catalog.open(new FilterBlock("other", 1, 0, 0, new byte[0])).isEmpty());
    assertTrue(catalog.open(new FilterBlock("known", 2, 0, 0, new byte[0])).isEmpty());
    assertTrue(catalog.open(new FilterBlock("known", 1, 0, 0, new byte[0])).isPresent());
  }

  @Test
  void families_areInTheOrderOfTheirNames() {
    FilterCatalog catalog =
        FilterCatalog.of(List.of(new Named("c"), new Named("a"), new Named("b")));
    assertEquals(
        List.of("a", "b", "c"), catalog.families().stream().map(FilterFamily::name).toList());
  }

  /** A family with a name and a reader that says "maybe" to all. */
  private record Named(String name) implements FilterFamily {

    @Override
    public int version() {
      return 1;
    }

    @Override
    public FilterPolicy policy(FilterSpec spec) {
      return FilterPolicy.none();
    }

    @Override
    public FilterReader open(FilterBlock block) {
      return new FilterReader() {
        @Override
        public boolean mightContainHash(long keyHash) {
          return true;
        }

        @Override
        public long keyCount() {
          return block.keyCount();
        }

        @Override
        public long sizeInBytes() {
          return 0;
        }

        @Override
        public double expectedFalsePositiveRate() {
          return 1;
        }
      };
    }
  }
}

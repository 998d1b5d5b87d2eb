package io.koel.filter;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.ServiceLoader;
import java.util.TreeMap;

/**
 * The filter families by name.
 *
 * <p>{@link #installed()} has those that {@link ServiceLoader} finds. Two families of one name are
 * an error when the catalog is made, so that the order of a classpath never decides how a block is
 * read.
 */
public final class FilterCatalog {

  private final Map<String, FilterFamily> families;

  private FilterCatalog(Map<String, FilterFamily> families) {
    this.families = families;
  }

  /** The families on the classpath. */
  public static FilterCatalog installed() {
    return Installed.CATALOG;
  }

  /**
   * A catalog of just these families.
   *
   * @throws IllegalArgumentException if two have one name, or one has the name of a built-in policy
   */
  public static FilterCatalog of(Iterable<? extends FilterFamily> families) {
    Map<String, FilterFamily> byName = new TreeMap<>();
    for (FilterFamily family : families) {
      String name = family.name();
      if (name.equals(NoFilterPolicy.NAME) || name.equals(PerLevelPolicy.NAME)) {
        throw new IllegalArgumentException(
            "filter family " + family.getClass().getName() + " has the reserved name " + name);
      }
      FilterFamily other = byName.put(name, family);
      if (other != null) {
        throw new IllegalArgumentException(
            "two filter families are named "
                + name
                + ": "
                + other.getClass().getName()
                + " and "
                + family.getClass().getName());
      }
    }
    return new FilterCatalog(byName);
  }

  /**
   * The policy that a spec such as {@code bloom(bits=10)} asks for, from the installed families.
   *
   * @throws FilterSpecException if the spec is malformed, its family unknown or an argument wrong
   */
  public static FilterPolicy policy(String spec) {
    return installed().policy(FilterSpec.parse(spec));
  }

  /**
   * The policy that a spec asks for.
   *
   * @throws FilterSpecException if its family is unknown or an argument wrong
   */
  public FilterPolicy policy(FilterSpec spec) {
    return switch (spec.name()) {
      case NoFilterPolicy.NAME -> {
        spec.requireOnly();
        yield FilterPolicy.none();
      }
      case PerLevelPolicy.NAME -> PerLevelPolicy.of(spec, this);
      default -> family(spec.name()).policy(spec);
    };
  }

  /**
   * The family of this name.
   *
   * @throws FilterSpecException if there is none; the message lists the known names
   */
  public FilterFamily family(String name) {
    FilterFamily family = families.get(name);
    if (family == null) {
      List<String> known = new ArrayList<>(families.keySet());
      known.add(NoFilterPolicy.NAME);
      known.add(PerLevelPolicy.NAME);
      throw new FilterSpecException(
          "unknown filter '" + name + "'; known are " + String.join(", ", known));
    }
    return family;
  }

  /** All families, in the order of their names. */
  public Collection<FilterFamily> families() {
    return families.values();
  }

  /**
   * Opens a stored filter, whatever policy is in use; nothing if its family or version is not known
   * here.
   *
   * @throws CorruptionException if the payload is damaged
   */
  public Optional<FilterReader> open(FilterBlock block) throws CorruptionException {
    FilterFamily family = families.get(block.family());
    if (family == null || !family.canRead(block.version())) {
      return Optional.empty();
    }
    return Optional.of(family.open(block));
  }

  /**
   * A changeable copy of a stored filter; nothing if its family or version is not known here or
   * cannot forget.
   *
   * @throws CorruptionException if the payload is damaged
   */
  public Optional<DynamicFilter> thaw(FilterBlock block) throws CorruptionException {
    return canForget(block)
        ? Optional.of(((DynamicFilterFamily) families.get(block.family())).thaw(block))
        : Optional.empty();
  }

  /** Whether {@link #thaw} gives a changeable copy of such a filter. */
  public boolean canForget(FilterBlock block) {
    return families.get(block.family()) instanceof DynamicFilterFamily family
        && family.canRead(block.version());
  }

  /** Loads on first use, once. */
  private static final class Installed {
    static final FilterCatalog CATALOG =
        of(ServiceLoader.load(FilterFamily.class, FilterFamily.class.getClassLoader()));
  }
}

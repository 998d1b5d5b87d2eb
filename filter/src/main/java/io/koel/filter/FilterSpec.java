package io.koel.filter;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * A filter policy as text, taken apart.
 *
 * <pre>
 * spec     := name [ '(' [ argument { ',' argument } ] ')' ]
 * argument := key '=' value | spec
 * name     := 1 to 64 of  a-z 0-9 -
 * key      := one or more of  a-z 0-9 -
 * value    := one or more of  a-z A-Z 0-9 . + -
 * </pre>
 *
 * Blanks may stand between any two of these. Examples: {@code none}, {@code
 * semisorted-cuckoo(bits=13)}, {@code per-level(bloom(bits=16), bloom(bits=10), none)}.
 *
 * @param name the family's name, or that of a built-in policy
 * @param arguments the {@code key=value} arguments in their order
 * @param parts the arguments that are specs themselves, in their order
 */
public record FilterSpec(String name, Map<String, String> arguments, List<FilterSpec> parts) {

  public FilterSpec {
    arguments = Collections.unmodifiableMap(new LinkedHashMap<>(arguments));
    parts = List.copyOf(parts);
  }

  /**
   * Takes a spec apart.
   *
   * @throws FilterSpecException if it does not follow the grammar; the message has the position
   */
  public static FilterSpec parse(String text) {
    return new FilterSpecParser(text).parse();
  }

  /** A spec without arguments. */
  public static FilterSpec of(String name) {
    return new FilterSpec(name, Map.of(), List.of());
  }

  /** This spec with one more argument, or another value for it. */
  public FilterSpec with(String key, Object value) {
    Map<String, String> changed = new LinkedHashMap<>(arguments);
    changed.put(key, value instanceof Double number ? plain(number) : value.toString());
    return new FilterSpec(name, changed, parts);
  }

  /** Digits without an exponent or trailing zeros, so that equal numbers give equal specs. */
  private static String plain(double number) {
    return BigDecimal.valueOf(number).stripTrailingZeros().toPlainString();
  }

  public boolean has(String key) {
    return arguments.containsKey(key);
  }

  /**
   * Checks that there are no other arguments than these.
   *
   * @throws FilterSpecException if there are; the message lists the known ones
   */
  public FilterSpec requireOnly(String... keys) {
    List<String> known = List.of(keys);
    if (!parts.isEmpty()) {
      throw new FilterSpecException(
          this + ": " + name + " takes key=value arguments only, not " + parts.get(0));
    }
    for (String key : arguments.keySet()) {
      if (!known.contains(key)) {
        throw new FilterSpecException(
            this
                + ": "
                + name
                + " has no argument '"
                + key
                + "'; "
                + (known.isEmpty() ? "it has none" : "it has " + String.join(", ", known)));
      }
    }
    return this;
  }

  /**
   * Checks that at most one of two arguments that exclude each other is given.
   *
   * @throws FilterSpecException if both are
   */
  public FilterSpec requireNotBoth(String one, String other) {
    if (has(one) && has(other)) {
      throw new FilterSpecException(this + ": give " + one + " or " + other + ", not both");
    }
    return this;
  }

  /**
   * The same spec as every other one that asks for it: the number of these two that decides, under
   * its name and without superfluous digits.
   *
   * @param byRate whether {@code rate} decides or {@code bits} does
   */
  public static FilterSpec sized(String name, boolean byRate, Number bits, double rate) {
    return byRate ? of(name).with("fpp", rate) : of(name).with("bits", bits);
  }

  /**
   * A whole-number argument, or {@code absent} when it is not given.
   *
   * @throws FilterSpecException if it is no number from {@code min} to {@code max}
   */
  public int intArgument(String key, int absent, int min, int max) {
    String value = arguments.get(key);
    if (value == null) {
      return absent;
    }
    try {
      int number = Integer.parseInt(value);
      if (number >= min && number <= max) {
        return number;
      }
    } catch (NumberFormatException notANumber) {
      // Said below, together with the range.
    }
    throw new FilterSpecException(
        this
            + ": "
            + key
            + " must be a whole number from "
            + min
            + " to "
            + max
            + ", not "
            + value);
  }

  /**
   * A decimal argument, or {@code absent} when it is not given.
   *
   * @throws FilterSpecException if it is no number from {@code min} to {@code max}
   */
  public double doubleArgument(String key, double absent, double min, double max) {
    String value = arguments.get(key);
    if (value == null) {
      return absent;
    }
    try {
      // Double.parseDouble also takes what only Java's sources write, such as 10d or 0x1p3.
      double number = new BigDecimal(value).doubleValue();
      if (number >= min && number <= max) {
        return number;
      }
    } catch (NumberFormatException notANumber) {
      // Said below, together with the range.
    }
    throw new FilterSpecException(
        this + ": " + key + " must be a number from " + min + " to " + max + ", not " + value);
  }

  /** The spec's text in its one canonical form, which {@link #parse} takes back. */
  @Override
  public String toString() {
    if (arguments.isEmpty() && parts.isEmpty()) {
      return name;
    }
    List<String> inside = new ArrayList<>();
    arguments.forEach((key, value) -> inside.add(key + "=" + value));
    parts.forEach(part -> inside.add(part.toString()));
    return name + "(" + String.join(",", inside) + ")";
  }
}

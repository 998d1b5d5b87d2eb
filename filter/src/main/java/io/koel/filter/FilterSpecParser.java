package io.koel.filter;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Recursive descent over the grammar in {@link FilterSpec}. */
final class FilterSpecParser {

  static final int MAX_LENGTH = 4096;
  private static final int MAX_NAME_LENGTH = 64;
  private static final int MAX_DEPTH = 8;

  private final String text;
  private int at;

  FilterSpecParser(String text) {
    this.text = text;
  }

  FilterSpec parse() {
    if (text.length() > MAX_LENGTH) {
      throw new FilterSpecException(
          "filter spec of "
              + text.length()
              + " characters; at most "
              + MAX_LENGTH
              + " are allowed");
    }
    FilterSpec spec = spec(0);
    skipBlanks();
    if (at < text.length()) {
      throw expected("the end of the spec");
    }
    return spec;
  }

  private FilterSpec spec(int depth) {
    if (depth > MAX_DEPTH) {
      throw expected("at most " + MAX_DEPTH + " specs inside each other");
    }
    return specNamed(name(), depth);
  }

  private FilterSpec specNamed(String name, int depth) {
    Map<String, String> arguments = new LinkedHashMap<>();
    List<FilterSpec> parts = new ArrayList<>();
    if (skip('(') && !skip(')')) {
      do {
        argument(arguments, parts, depth);
      } while (skip(','));
      if (!skip(')')) {
        throw expected("',' or ')'");
      }
    }
    return new FilterSpec(name, arguments, parts);
  }

  private void argument(Map<String, String> arguments, List<FilterSpec> parts, int depth) {
    String name = name();
    if (!skip('=')) {
      if (depth == MAX_DEPTH) {
        throw expected("at most " + MAX_DEPTH + " specs inside each other");
      }
      parts.add(specNamed(name, depth + 1));
      return;
    }
    if (arguments.put(name, value()) != null) {
      throw expected("each argument once, but '" + name + "' came again");
    }
  }

  private String name() {
    skipBlanks();
    int start = at;
    while (at < text.length() && isNameCharacter(text.charAt(at))) {
      at++;
    }
    if (start == at) {
      throw expected("a name (of a-z, 0-9 and -)");
    }
    if (at - start > MAX_NAME_LENGTH) {
      at = start;
      throw expected("a name of at most " + MAX_NAME_LENGTH + " characters");
    }
    return text.substring(start, at);
  }

  private String value() {
    skipBlanks();
    int start = at;
    while (at < text.length() && isValueCharacter(text.charAt(at))) {
      at++;
    }
    if (start == at) {
      throw expected("a value");
    }
    return text.substring(start, at);
  }

  static boolean isNameCharacter(char c) {
    return c >= 'a' && c <= 'z' || c >= '0' && c <= '9' || c == '-';
  }

  private static boolean isValueCharacter(char c) {
    return isNameCharacter(c) || c >= 'A' && c <= 'Z' || c == '.' || c == '+';
  }

  private boolean skip(char c) {
    skipBlanks();
    if (at < text.length() && text.charAt(at) == c) {
      at++;
      return true;
    }
    return false;
  }

  private void skipBlanks() {
    while (at < text.length() && text.charAt(at) == ' ') {
      at++;
    }
  }

  private FilterSpecException expected(String what) {
    return new FilterSpecException(
        "filter spec \"" + text + "\": expected " + what + " at position " + at);
  }
}

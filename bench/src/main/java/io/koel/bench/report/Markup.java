package io.koel.bench.report;

import java.util.Locale;

/** Builds HTML and SVG text. Text is escaped, numbers have a decimal point wherever one lives. */
final class Markup {

  private final StringBuilder out = new StringBuilder();

  static String escape(String text) {
    return text.replace("&", "&amp;")
        .replace("<", "&lt;")
        .replace(">", "&gt;")
        .replace("\"", "&quot;");
  }

  /** Appends markup; {@code %s} of strings must have been escaped by the caller. */
  Markup raw(String format, Object... values) {
    out.append(values.length == 0 ? format : String.format(Locale.ROOT, format, values));
    return this;
  }

  Markup text(String text) {
    out.append(escape(text));
    return this;
  }

  @Override
  public String toString() {
    return out.toString();
  }
}

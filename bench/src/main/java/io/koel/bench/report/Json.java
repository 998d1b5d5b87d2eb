package io.koel.bench.report;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;

/** Writes maps, lists, strings, numbers, booleans and null as JSON. */
public final class Json {

  private Json() {}

  /** An object with members in the given order: {@code object("name", 1, "other", 2)}. */
  public static Map<String, Object> object(Object... namesAndValues) {
    Map<String, Object> members = new LinkedHashMap<>();
    for (int i = 0; i < namesAndValues.length; i += 2) {
      members.put((String) namesAndValues[i], namesAndValues[i + 1]);
    }
    return members;
  }

  public static String write(Object value) {
    StringWriter out = new StringWriter();
    write(new PrintWriter(out), value);
    return out.toString();
  }

  /**
   * Writes one value; a list's elements as its iterator gives them, so that it may be a long one.
   */
  public static void write(PrintWriter out, Object value) {
    write(out, value, "\n");
    out.append('\n');
    out.flush();
  }

  private static void write(PrintWriter out, Object value, String newline) {
    if (value == null || value instanceof Boolean) {
      out.print(value);
    } else if (value instanceof Number number) {
      writeNumber(out, number);
    } else if (value instanceof Map<?, ?> map) {
      writeObject(out, map, newline);
    } else if (value instanceof Iterable<?> list) {
      writeArray(out, list, newline);
    } else {
      writeString(out, value.toString());
    }
  }

  private static void writeNumber(PrintWriter out, Number number) {
    double value = number.doubleValue();
    // JSON has no way to write these.
    out.append(Double.isNaN(value) || Double.isInfinite(value) ? "null" : number.toString());
  }

  private static void writeObject(PrintWriter out, Map<?, ?> map, String newline) {
    String inner = newline + "  ";
    out.append('{');
    String separator = inner;
    for (Map.Entry<?, ?> member : map.entrySet()) {
      out.append(separator);
      writeString(out, member.getKey().toString());
      out.append(": ");
      write(out, member.getValue(), inner);
      separator = "," + inner;
    }
    out.append(map.isEmpty() ? "" : newline).append('}');
  }

  private static void writeArray(PrintWriter out, Iterable<?> list, String newline) {
    String inner = newline + "  ";
    out.append('[');
    Iterator<?> values = list.iterator();
    boolean empty = !values.hasNext();
    while (values.hasNext()) {
      out.append(inner);
      write(out, values.next(), inner);
      out.append(values.hasNext() ? "," : "");
    }
    out.append(empty ? "" : newline).append(']');
  }

  private static void writeString(PrintWriter out, String text) {
    out.append('"');
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      switch (c) {
        case '"' -> out.append("\\\"");
        case '\\' -> out.append("\\\\");
        case '\n' -> out.append("\\n");
        default -> {
          if (c < ' ' || Character.isSurrogate(c) || c == 0x7f) {
            out.append(String.format("\\u%04x", (int) c));
          } else {
            out.append(c);
          }
        }
      }
    }
    out.append('"');
  }
}

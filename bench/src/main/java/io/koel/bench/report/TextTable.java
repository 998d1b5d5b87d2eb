package io.koel.bench.report;

import java.util.ArrayList;
import java.util.List;

/** A table for the terminal: columns as wide as their widest cell, numbers to the right. */
public final class TextTable {

  private static final String GAP = "  ";

  private final List<String> header;
  private final int leftColumns;
  private final List<List<String>> rows = new ArrayList<>();
  private final List<Group> groups = new ArrayList<>();

  /** A title over some columns. */
  private record Group(String title, int first, int last) {}

  /**
   * @param leftColumns how many columns, counted from the left, hold text
   */
  public TextTable(int leftColumns, String... header) {
    this.leftColumns = leftColumns;
    this.header = List.of(header);
  }

  public TextTable row(Object... cells) {
    if (cells.length != header.size()) {
      throw new IllegalArgumentException(cells.length + " cells for " + header.size() + " columns");
    }
    List<String> row = new ArrayList<>();
    for (Object cell : cells) {
      row.add(String.valueOf(cell));
    }
    rows.add(row);
    return this;
  }

  /** Puts a title over the columns {@code first} to {@code last}, counted from 0. */
  public TextTable over(int first, int last, String title) {
    groups.add(new Group(title, first, last));
    return this;
  }

  /** An empty line, to set groups apart. */
  public TextTable gap() {
    rows.add(List.of());
    return this;
  }

  public boolean isEmpty() {
    return rows.isEmpty();
  }

  /** The whole table; each line ends with a newline. */
  @Override
  public String toString() {
    int[] widths = new int[header.size()];
    measure(widths, header);
    rows.forEach(row -> measure(widths, row));
    StringBuilder out = new StringBuilder();
    appendGroups(out, widths);
    append(out, widths, header);
    int total = GAP.length() * (widths.length - 1);
    for (int width : widths) {
      total += width;
    }
    out.append("-".repeat(total)).append('\n');
    rows.forEach(row -> append(out, widths, row));
    return out.toString();
  }

  private void appendGroups(StringBuilder out, int[] widths) {
    if (groups.isEmpty()) {
      return;
    }
    StringBuilder line = new StringBuilder();
    for (Group group : groups) {
      int left = offset(widths, group.first);
      int width = offset(widths, group.last) + widths[group.last] - left;
      int dashes = Math.max(0, width - group.title.length() - 2);
      line.append(" ".repeat(Math.max(0, left - line.length())));
      line.append("-".repeat(dashes / 2)).append(' ').append(group.title).append(' ');
      line.append("-".repeat(dashes - dashes / 2));
    }
    out.append(line.toString().stripTrailing()).append('\n');
  }

  /** Where a column begins. */
  private static int offset(int[] widths, int column) {
    int offset = 0;
    for (int i = 0; i < column; i++) {
      offset += widths[i] + GAP.length();
    }
    return offset;
  }

  private static void measure(int[] widths, List<String> row) {
    for (int i = 0; i < row.size(); i++) {
      widths[i] = Math.max(widths[i], row.get(i).length());
    }
  }

  private void append(StringBuilder out, int[] widths, List<String> row) {
    StringBuilder line = new StringBuilder();
    for (int i = 0; i < row.size(); i++) {
      String padding = " ".repeat(widths[i] - row.get(i).length());
      line.append(i == 0 ? "" : GAP);
      line.append(i < leftColumns ? row.get(i) + padding : padding + row.get(i));
    }
    out.append(line.toString().stripTrailing()).append('\n');
  }
}

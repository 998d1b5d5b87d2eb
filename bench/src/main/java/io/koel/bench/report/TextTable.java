package io.koel.bench.report;

import java.util.ArrayList;
import java.util.List;

/** A table for the terminal: columns as wide as their widest cell, numbers to the right. */
public final class TextTable {

  private static final String GAP = "  ";

  private final List<String> header;
  private final int leftColumns;
  private final List<List<String>> rows = new ArrayList<>();

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
    append(out, widths, header);
    int total = GAP.length() * (widths.length - 1);
    for (int width : widths) {
      total += width;
    }
    out.append("-".repeat(total)).append('\n');
    rows.forEach(row -> append(out, widths, row));
    return out.toString();
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

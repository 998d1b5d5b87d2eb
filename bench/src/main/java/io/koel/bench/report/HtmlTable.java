package io.koel.bench.report;

import java.util.List;

/** A table in a page: a header of one or two rows, and cells that may carry a bar behind them. */
public final class HtmlTable {

  private final Markup rows = new Markup();
  private final Markup head = new Markup();

  /** A header row; each cell is {@code {text, number of columns that it spans}}. */
  public HtmlTable head(List<Object[]> cells) {
    head.raw("<tr>");
    for (Object[] cell : cells) {
      head.raw("<th colspan=\"%d\">", (int) cell[1]).text((String) cell[0]).raw("</th>");
    }
    head.raw("</tr>");
    return this;
  }

  /** A row that names the rows below it. */
  public HtmlTable section(String text, int columns) {
    rows.raw("<tr class=\"section\"><td colspan=\"%d\">", columns).text(text).raw("</td></tr>");
    return this;
  }

  public HtmlTable openRow(boolean emphasized) {
    rows.raw(emphasized ? "<tr class=\"own\">" : "<tr>");
    return this;
  }

  public HtmlTable name(String text, String colour) {
    rows.raw("<td class=\"name\"><i style=\"background:%s\"></i>", colour);
    rows.text(text).raw("</td>");
    return this;
  }

  public HtmlTable cell(String text) {
    rows.raw("<td>").text(text).raw("</td>");
    return this;
  }

  /** A number, and a second one that matters less. */
  public HtmlTable cell(String text, String aside) {
    rows.raw("<td>").text(text).raw(" <small>").text(aside).raw("</small></td>");
    return this;
  }

  /** A number with a bar behind it that fills {@code share} of the cell. */
  public HtmlTable bar(String text, double share) {
    double percent = Double.isNaN(share) ? 0 : Math.max(0, Math.min(1, share)) * 100;
    rows.raw("<td class=\"bar\" style=\"--share:%.1f%%\">", percent).text(text).raw("</td>");
    return this;
  }

  public HtmlTable closeRow() {
    rows.raw("</tr>\n");
    return this;
  }

  String toHtml() {
    return "<div class=\"scroll\"><table><thead>"
        + head
        + "</thead><tbody>\n"
        + rows
        + "</tbody></table></div>\n";
  }
}

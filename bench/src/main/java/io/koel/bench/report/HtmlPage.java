package io.koel.bench.report;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;

/** A page that needs nothing but itself: its style sheet and plots are inside. */
public final class HtmlPage {

  private final Markup body = new Markup();
  private final String title;

  public HtmlPage(String title, String subtitle) {
    this.title = title;
    body.raw("<header><h1>").text(title).raw("</h1><p>").text(subtitle).raw("</p></header>\n");
  }

  public HtmlPage heading(String text) {
    body.raw("<h2>").text(text).raw("</h2>\n");
    return this;
  }

  public HtmlPage paragraph(String text) {
    body.raw("<p>").text(text).raw("</p>\n");
    return this;
  }

  public HtmlPage list(List<String> items) {
    body.raw("<ul>");
    items.forEach(item -> body.raw("<li>").text(item).raw("</li>"));
    body.raw("</ul>\n");
    return this;
  }

  /** A row of large figures, each with what it means: {@code {figure, meaning}}. */
  public HtmlPage cards(List<String[]> cards) {
    body.raw("<div class=\"cards\">");
    for (String[] card : cards) {
      body.raw("<div class=\"card\"><b>").text(card[0]).raw("</b><span>");
      body.text(card[1]).raw("</span></div>");
    }
    body.raw("</div>\n");
    return this;
  }

  /** A picture from {@link ScatterPlot} or {@link BarChart} with what it shows. */
  public HtmlPage figure(String heading, String explanation, String svg) {
    body.raw("<figure><figcaption><h3>").text(heading).raw("</h3><p>").text(explanation);
    body.raw("</p></figcaption>").raw("%s", svg).raw("</figure>\n");
    return this;
  }

  public HtmlPage openGrid() {
    body.raw("<div class=\"grid-2\">");
    return this;
  }

  public HtmlPage closeGrid() {
    body.raw("</div>\n");
    return this;
  }

  public HtmlPage table(HtmlTable table) {
    body.raw("%s", table.toHtml());
    return this;
  }

  public HtmlPage code(String text) {
    body.raw("<pre>").text(text).raw("</pre>\n");
    return this;
  }

  /** The whole document. */
  public String toHtml() {
    Markup page = new Markup();
    page.raw("<!DOCTYPE html>\n<html lang=\"en\"><head><meta charset=\"utf-8\">");
    page.raw("<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">");
    // An icon of nothing, or browsers ask a server for one.
    page.raw("<link rel=\"icon\" href=\"data:,\"><title>").text(title).raw("</title>\n<style>\n");
    page.raw("%s", styleSheet()).raw("</style></head>\n<body><main>\n").raw("%s", body.toString());
    return page.raw("</main></body></html>\n").toString();
  }

  private static String styleSheet() {
    try (InputStream in = HtmlPage.class.getResourceAsStream("report.css")) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}

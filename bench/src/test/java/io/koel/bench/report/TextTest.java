package io.koel.bench.report;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.List;
import org.junit.jupiter.api.Test;

class TextTest {

  @Test
  void table_columns_areAlignedUnderTheirTitles() {
    TextTable table = new TextTable(1, "name", "a", "bb").over(1, 2, "x");
    table.row("long name", 1, 22).gap().row("n", "333", 4);
    assertEquals(
        """
                   -- x --
        name         a  bb
        ------------------
        long name    1  22

        n          333   4
        """,
        table.toString());
  }

  @Test
  void row_wrongNumberOfCells_isRefused() {
    assertThrows(IllegalArgumentException.class, () -> new TextTable(1, "a", "b").row("x"));
  }

  @Test
  void shortNumber_anySize_hasThreeDigits() {
    assertEquals("0", Figures.shortNumber(0));
    assertEquals("123", Figures.shortNumber(123.4));
    assertEquals("1.23", Figures.shortNumber(1.234));
    assertEquals("0.00123", Figures.shortNumber(0.001234));
    assertEquals("-", Figures.shortNumber(Double.NaN));
    assertEquals("12.3 %", Figures.percent(0.1234));
    assertEquals("1.50 KiB", Figures.bytes(1536));
  }

  @Test
  void json_specialCases_areEscapedOrNull() {
    assertEquals(
        """
        {
          "text": "a\\"b\\\\c\\n\\u0001",
          "none": null,
          "nan": null,
          "list": [
            1,
            2.5,
            true
          ],
          "empty": [],
          "object": {}
        }
        """,
        Json.write(
            Json.object(
                "text",
                "a\"b\\c\n\u0001",
                "none",
                null,
                "nan",
                Double.NaN,
                "list",
                List.of(1, 2.5, true),
                "empty",
                List.of(),
                "object",
                Json.object())));
  }

  @Test
  void axis_linear_hasRoundTicksAroundTheValues() {
    Axis axis = Axis.linear(0, 11.3, 0, 120);
    assertEquals(List.of(0.0, 2.0, 4.0, 6.0, 8.0, 10.0, 12.0), axis.ticks());
    assertEquals(60, axis.pixel(6), 1e-9);
  }

  @Test
  void axis_logarithmic_hasPowersOfTen() {
    Axis axis = Axis.logarithmic(0.002, 5, 300, 0);
    assertEquals(5, axis.ticks().size());
    assertEquals(0.001, axis.ticks().get(0), 1e-9);
    assertEquals(10, axis.ticks().get(4), 1e-9);
    assertEquals(300, axis.pixel(0), 1e-9);
  }

  @Test
  void markup_text_isEscaped() {
    assertEquals("&lt;a&gt; &amp; &quot;", new Markup().text("<a> & \"").toString());
  }
}

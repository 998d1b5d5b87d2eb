package io.koel.bench.paper;

import io.koel.bench.report.Figures;
import io.koel.bench.report.TextTable;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.DoubleUnaryOperator;

/**
 * A run as text: each table and figure in numbers, beside the paper's, and what came out otherwise.
 */
public final class PaperReport {

  private static final double[] RATES = {0.1, 0.03, 0.01, 0.001, 0.0001};
  private static final double[] LOADS = {5, 25, 50, 75, 90, 95, 100};
  private static final double[] SHARES = {0, 25, 50, 75, 100};

  /** On a machine that is quiet and shares no cache, passes differ by less than this part. */
  private static final double UNSTEADY = 0.2;

  private final PaperResult result;
  private final StringBuilder out = new StringBuilder();

  private PaperReport(PaperResult result) {
    this.result = result;
  }

  public static String of(PaperResult result) {
    PaperReport report = new PaperReport(result);
    report.steadiness();
    report.table3();
    report.figure2();
    report.figures3And4();
    report.figure5();
    report.byLoad("Figure 6a: lookups of absent keys (M/s) by load", SpeedJob.LOOKUP_ABSENT);
    report.byLoad("Figure 6b: lookups of present keys (M/s) by load", SpeedJob.LOOKUP_PRESENT);
    report.byLoad("Figure 7: insertions (M/s) by load", SpeedJob.INSERT);
    report.byLoad("Figure 8: deletions (M/s) by load", SpeedJob.DELETE);
    report.claims();
    return report.out.toString();
  }

  private void steadiness() {
    if (result.passes() > 1) {
      out.append(
          String.format(
              Locale.ROOT,
              "Speeds are those of the fastest of %d passes. The slowest is %.0f %% below it"
                  + " (median over all measurements).%n",
              result.passes(),
              100 * result.spread()));
      if (result.spread() > UNSTEADY) {
        out.append(
            "THE MACHINE WAS UNSTEADY (other work on it, a cache or clock shared with others):"
                + " speeds, and claims about them, may be off by as much.\n");
      }
    }
  }

  private void table3() {
    heading(
        "Table 3: filters of %s (the paper's have %s)",
        Figures.bytes(result.scale().filterBytes()), Figures.bytes(PaperNumbers.FILTER_BYTES));
    TextTable table =
        new TextTable(
            1,
            "",
            "items",
            "bits/item",
            "paper",
            "ratio",
            "false pos.",
            "paper",
            "ratio",
            "constr. M/s",
            "paper",
            "ratio");
    for (Contestant contestant : Contestant.values()) {
      PaperNumbers.Column paper = PaperNumbers.TABLE_3.get(contestant);
      List<Object> cells = new ArrayList<>();
      cells.add(contestant.label());
      cells.add(Figures.count((long) value(SpeedJob.ITEMS, contestant)));
      add(cells, SpeedJob.BITS, contestant, paper == null ? null : paper.bits(), 2);
      add(cells, SpeedJob.RATE, contestant, paper == null ? null : paper.rate(), 3);
      add(cells, SpeedJob.CONSTRUCTION, contestant, paper == null ? null : paper.construction(), 2);
      table.row(cells.toArray());
    }
    out.append(table);
    note("? not checked against a second source. Ratios are Koel's value over the paper's.");
    note("CF, ss-CF, QF, dl-CBF: keys are added until one is refused (QF: at a load of 0.9).");
    note("BF, blk-BF, packed: all keys are known first, as in Koel's tables.");
    for (Contestant contestant : Contestant.values()) {
      Double speed = PaperNumbers.AUTHORS_CONSTRUCTION.get(contestant);
      if (speed != null) {
        note(
            "The authors' code later gave them %.2f M/s for %s (Core i7-4790, 192 MB).",
            speed, contestant.label());
      }
    }
  }

  private void add(
      List<Object> cells,
      String experiment,
      Contestant contestant,
      PaperNumbers.Number paper,
      int decimals) {
    double ours = value(experiment, contestant);
    boolean share = experiment.equals(SpeedJob.RATE);
    double factor = share ? 100 : 1;
    String unit = share ? " %" : "";
    cells.add(Figures.fixed(ours * factor, decimals) + unit);
    if (paper == null) {
      cells.add("-");
      cells.add("-");
    } else {
      cells.add(Figures.fixed(paper.value() * factor, 2) + unit + (paper.isChecked() ? " " : "?"));
      cells.add(Figures.fixed(ours / paper.value(), 2));
    }
  }

  private void figure2() {
    heading("Figure 2: load of a cuckoo filter at its first refusal, by bits of a fingerprint");
    List<String> series = List.copyOf(result.series(LoadJob.LOAD));
    List<String> header = new ArrayList<>(List.of("bits"));
    header.addAll(series);
    TextTable table = new TextTable(0, header.toArray(new String[0]));
    for (Point point : result.line(LoadJob.LOAD, series.get(0))) {
      List<Object> cells = new ArrayList<>(List.of((int) point.x()));
      series.forEach(line -> cells.add(Figures.fixed(result.at(LoadJob.LOAD, line, point.x()), 4)));
      table.row(cells.toArray());
    }
    out.append(table);
    note("The least of 10 tables for the smaller m, of %d for the larger one.", runs());
    note("Buckets of four (b = 4). Koel's cuckoo filters have no others, so b = 8 is left out.");
    note("Koel's number of buckets need not be a power of two; m is met to a few buckets.");
  }

  private void figures3And4() {
    heading("Figures 3 and 4: bits per item at a measured false-positive rate");
    TextTable table = new TextTable(1, "", "10 %", "3 %", "1 %", "0.1 %", "0.01 %");
    table.row(row("lower bound, log2(1/rate)", SpaceCurve::bound));
    table.row(row("space-optimal Bloom, formula", SpaceCurve::optimalBloom));
    table.gap();
    for (String series : result.series(SpaceJob.FILLED)) {
      SpaceCurve curve = new SpaceCurve(result.line(SpaceJob.FILLED, series));
      table.row(row(series + ", filled (figure 3)", curve::bitsAt));
    }
    table.gap();
    for (String series : result.series(SpaceJob.BUILT)) {
      SpaceCurve curve = new SpaceCurve(result.line(SpaceJob.BUILT, series));
      table.row(row(series + ", built (figure 4)", curve::bitsAt));
    }
    out.append(table);
    note("Between measured points by interpolation on a logarithmic scale of rates.");
    note(
        "Figure 3 has b = 4 alone. Xor, xor+, binary fuse, ribbon and Golomb are not the paper's.");
  }

  private int runs() {
    return result.scale().largeTableRuns();
  }

  private static Object[] row(String label, DoubleUnaryOperator bits) {
    List<Object> cells = new ArrayList<>(List.of(label));
    for (double rate : RATES) {
      cells.add(Figures.fixed(bits.applyAsDouble(rate), 2));
    }
    return cells.toArray();
  }

  private void figure5() {
    heading("Figure 5: lookups (M/s) in full filters, by the share of keys that are present");
    TextTable table = new TextTable(1, "", "0 %", "25 %", "50 %", "75 %", "100 %");
    for (Contestant contestant : Contestant.values()) {
      List<Object> cells = new ArrayList<>(List.of(contestant.label()));
      for (double share : SHARES) {
        cells.add(Figures.fixed(result.at(SpeedJob.LOOKUP_BY_SHARE, contestant.label(), share), 1));
      }
      table.row(cells.toArray());
    }
    table.gap();
    for (Contestant contestant : List.of(Contestant.CF, Contestant.SS_CF)) {
      double[] authors = PaperNumbers.AUTHORS_FIGURE_5.get(contestant);
      List<Object> theirs = new ArrayList<>(List.of(contestant.label() + ", authors' code"));
      List<Object> ratios = new ArrayList<>(List.of("  ratio"));
      for (int i = 0; i < SHARES.length; i++) {
        theirs.add(Figures.fixed(authors[i], 1));
        double ours = result.at(SpeedJob.LOOKUP_BY_SHARE, contestant.label(), SHARES[i]);
        ratios.add(Figures.fixed(ours / authors[i], 2));
      }
      table.row(theirs.toArray()).row(ratios.toArray());
    }
    out.append(table);
    note("Authors' code: their own later run on a Core i7-4790 at 192 MB; another machine.");
  }

  private void byLoad(String title, String experiment) {
    heading(title);
    List<String> header = new ArrayList<>(List.of(""));
    for (double load : LOADS) {
      header.add((int) load + " %");
    }
    TextTable table = new TextTable(1, header.toArray(new String[0]));
    for (String series : result.series(experiment)) {
      List<Object> cells = new ArrayList<>(List.of(series));
      for (double load : LOADS) {
        cells.add(Figures.fixed(result.at(experiment, series, load), 1));
      }
      table.row(cells.toArray());
    }
    out.append(table);
    note("100 %% is the number of keys at which the filter refused one.");
    note("BF and blk-BF are built at once in Koel and have no load below that, so no line here.");
  }

  private void claims() {
    heading("The paper's claims");
    for (Claims.Verdict verdict : new Claims(result).verdicts()) {
      out.append(verdict.holds() ? "holds:   " : "DEPARTS: ");
      out.append(verdict.claim()).append('\n');
      out.append("         ").append(verdict.measured()).append('\n');
    }
  }

  private double value(String experiment, Contestant contestant) {
    return result.at(experiment, contestant.label());
  }

  private void heading(String format, Object... details) {
    String title = String.format(Locale.ROOT, format, details);
    out.append('\n').append(title).append('\n').append("=".repeat(title.length())).append('\n');
  }

  private void note(String format, Object... details) {
    out.append("  ").append(String.format(Locale.ROOT, format, details)).append('\n');
  }
}

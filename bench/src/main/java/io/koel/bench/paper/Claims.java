package io.koel.bench.paper;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * What the paper claims, judged by a run. The claims are in our words; those marked with a question
 * mark are as known, without a copy of the paper to hold them against.
 */
final class Claims {

  /**
   * A claim and whether it came out.
   *
   * @param claim what the paper says
   * @param holds whether the run agrees
   * @param measured the numbers that decide it
   */
  record Verdict(String claim, boolean holds, String measured) {}

  private static final double[] SHARES = {0, 25, 50, 75, 100};

  /** Numbers that differ by no more than this part are the same. */
  private static final double SAME = 0.1;

  private final PaperResult result;
  private final List<Verdict> verdicts = new ArrayList<>();

  Claims(PaperResult result) {
    this.result = result;
  }

  List<Verdict> verdicts() {
    rates();
    load();
    space();
    rivalsInSpace();
    construction();
    lookups();
    changes();
    return verdicts;
  }

  private void rates() {
    for (Contestant contestant : Contestant.values()) {
      PaperNumbers.Column paper = PaperNumbers.TABLE_3.get(contestant);
      if (paper != null) {
        double rate = result.at(SpeedJob.RATE, contestant.label());
        double bits = result.at(SpeedJob.BITS, contestant.label());
        add(
            Math.abs(rate / paper.rate().value() - 1) <= SAME
                && Math.abs(bits / paper.bits().value() - 1) <= SAME,
            String.format(
                Locale.ROOT,
                "%s%s has %.2f %% false positives with %.2f bits per item.",
                paper.rate().isChecked() ? "" : "? ",
                contestant.label(),
                100 * paper.rate().value(),
                paper.bits().value()),
            "%.3f %% with %.2f.",
            100 * rate,
            bits);
      }
    }
  }

  private void load() {
    double ours = result.at(SpeedJob.BITS, Contestant.CF.label());
    double load = 12 / ours;
    add(
        load >= PaperNumbers.LOAD - 0.005,
        "Buckets of four can be filled to 95.5 %.",
        "CF: %.1f %%; CF packed: %.1f %%.",
        100 * load,
        1200 / result.at(SpeedJob.BITS, Contestant.CF_PACKED.label()));
    StringBuilder text = new StringBuilder();
    boolean all = true;
    for (String series : result.series(LoadJob.LOAD)) {
      double least =
          result.line(LoadJob.LOAD, series).stream()
              .filter(point -> point.y() >= 0.95)
              .mapToDouble(Point::x)
              .min()
              .orElse(Double.NaN);
      text.append(String.format(Locale.ROOT, "%s: from %.0f bits on. ", series, least));
      all &= least <= 8;
    }
    add(
        all,
        "? Short fingerprints suffice: 6 to 8 bits reach 95 % whatever the size of the table.",
        "%s",
        text.toString().strip());
  }

  private void space() {
    SpaceCurve packed = built("semisorted-cuckoo");
    SpaceCurve filled = new SpaceCurve(result.line(SpaceJob.FILLED, "semisorted-cuckoo"));
    add(
        filled.beatsBloomBelow() >= PaperNumbers.BLOOM_CROSSING * (1 - SAME),
        "Below 3 % false positives, cuckoo filters take less space than Bloom filters.",
        "ss-CF takes less up to %.1f %% when filled one by one, up to %.1f %% when packed"
            + " (largest measured rates; against the formula of the best Bloom filter).",
        100 * filled.beatsBloomBelow(),
        100 * packed.beatsBloomBelow());
    double ratio =
        result.at(SpeedJob.RATE, Contestant.SS_CF.label())
            / result.at(SpeedJob.RATE, Contestant.CF.label());
    add(
        Math.abs(ratio / 0.5 - 1) <= SAME,
        "Semi-sorting halves the false positives in the same space.",
        "%.2f times as many as CF, with %.2f instead of %.2f bits per item.",
        ratio,
        result.at(SpeedJob.BITS, Contestant.SS_CF.label()),
        result.at(SpeedJob.BITS, Contestant.CF.label()));
  }

  private void rivalsInSpace() {
    double rate = 0.01;
    double bloom = SpaceCurve.optimalBloom(rate);
    double counting = built("counting-bloom").bitsAt(rate) / bloom;
    add(
        counting >= 3 * (1 - SAME) && counting <= 4 * (1 + SAME),
        "Counting Bloom filters take 3 to 4 times the space of Bloom filters.",
        "%.2f times at 1 %% false positives.",
        counting);
    double dleft = built("dleft-counting-bloom").bitsAt(rate) / bloom;
    add(
        Math.abs(dleft / 1.5 - 1) <= SAME,
        "d-left counting Bloom filters are 1.5 times as large.",
        "%.2f times at 1 %% false positives; Koel builds them to a load of 0.75.",
        dleft);
    double quotient = built("quotient").bitsAt(rate) / bloom;
    add(
        Math.abs(quotient - 1) <= SAME,
        "Quotient filters take about the space of Bloom filters.",
        "%.2f times at 1 %% false positives.",
        quotient);
  }

  private void construction() {
    Contestant fastest = fastest(SpeedJob.CONSTRUCTION, 0);
    add(
        fastest == Contestant.BLOCKED_BF,
        "? The blocked Bloom filter is built fastest.",
        "Fastest: %s, %.1f M/s; blk-BF %.1f M/s.",
        fastest.label(),
        result.at(SpeedJob.CONSTRUCTION, fastest.label()),
        result.at(SpeedJob.CONSTRUCTION, Contestant.BLOCKED_BF.label()));
    double quotient = result.at(SpeedJob.CONSTRUCTION, Contestant.QF.label());
    double cuckoo = result.at(SpeedJob.CONSTRUCTION, Contestant.CF.label());
    add(
        quotient < cuckoo,
        "? The quotient filter is built much slower than the cuckoo filter (3.3 times).",
        "QF %.1f M/s, CF %.1f M/s. Koel's QF reads its metadata 64 slots at a time.",
        quotient,
        cuckoo);
  }

  private void lookups() {
    StringBuilder text = new StringBuilder();
    boolean faster = true;
    for (double share : SHARES) {
      double cuckoo = lookup(Contestant.CF, share);
      double bloom = lookup(Contestant.BF, share);
      faster &= cuckoo > bloom;
      text.append(String.format(Locale.ROOT, "%.0f %% present: %.2f. ", share, cuckoo / bloom));
    }
    add(
        faster,
        "Cuckoo filters answer faster than Bloom filters.",
        "CF's speed over BF's: %s",
        text.toString().strip());
    double slower = lookup(Contestant.CF, 50) / lookup(Contestant.QF, 50);
    add(
        slower > 1,
        "Quotient filters look up much slower.",
        "At 50 %% present, CF is %.2f times as fast as QF.",
        slower);
    double semi = lookup(Contestant.CF, 50) / lookup(Contestant.SS_CF, 50);
    add(
        semi > 1,
        "Semi-sorting costs lookups (authors' code: CF 2.4 times as fast).",
        "At 50 %% present, CF is %.2f times as fast as ss-CF.",
        semi);
    double drop =
        result.at(SpeedJob.LOOKUP_ABSENT, Contestant.QF.label(), 100)
            / result.at(SpeedJob.LOOKUP_ABSENT, Contestant.QF.label(), 50);
    double steady =
        result.at(SpeedJob.LOOKUP_ABSENT, Contestant.CF.label(), 100)
            / result.at(SpeedJob.LOOKUP_ABSENT, Contestant.CF.label(), 50);
    add(
        drop < steady,
        "? As they fill up, quotient filters look up slower, cuckoo filters do not.",
        "Absent keys, speed when full over speed at half: QF %.2f, CF %.2f.",
        drop,
        steady);
  }

  private void changes() {
    double slowdown =
        result.at(SpeedJob.INSERT, Contestant.CF.label(), 50)
            / result.at(SpeedJob.INSERT, Contestant.CF.label(), 100);
    add(
        slowdown > 2,
        "? Insertion into a cuckoo filter slows down steeply when it is nearly full.",
        "CF: %.1f times slower in the last 5 %% than at half.",
        slowdown);
    Contestant fastest = fastest(SpeedJob.DELETE, 50);
    add(
        fastest == Contestant.CF,
        "? Cuckoo filters delete fastest.",
        "At half load: %s, %.1f M/s; CF %.1f M/s.",
        fastest.label(),
        result.at(SpeedJob.DELETE, fastest.label(), 50),
        result.at(SpeedJob.DELETE, Contestant.CF.label(), 50));
  }

  private Contestant fastest(String experiment, double x) {
    Contestant fastest = Contestant.CF;
    for (Contestant other : Contestant.values()) {
      if (other.isInPaper()
          && result.at(experiment, other.label(), x) > result.at(experiment, fastest.label(), x)) {
        fastest = other;
      }
    }
    return fastest;
  }

  private double lookup(Contestant contestant, double share) {
    return result.at(SpeedJob.LOOKUP_BY_SHARE, contestant.label(), share);
  }

  private SpaceCurve built(String family) {
    return new SpaceCurve(result.line(SpaceJob.BUILT, family));
  }

  private void add(boolean holds, String claim, String format, Object... numbers) {
    verdicts.add(new Verdict(claim, holds, String.format(Locale.ROOT, format, numbers)));
  }
}

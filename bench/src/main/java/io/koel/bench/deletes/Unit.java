package io.koel.bench.deletes;

import io.koel.bench.report.Figures;

/** How a measure's value is read. */
enum Unit {
  COUNT {
    @Override
    String format(double value) {
      return Double.isNaN(value) ? "-" : Figures.count(Math.round(value));
    }
  },
  RATIO {
    @Override
    String format(double value) {
      return Figures.shortNumber(value);
    }
  },
  BYTES {
    @Override
    String format(double value) {
      return Double.isNaN(value) ? "-" : Figures.bytes(Math.round(value));
    }
  };

  abstract String format(double value);
}

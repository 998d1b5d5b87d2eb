package io.koel.bench.cli;

import java.math.BigDecimal;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** Counts as people write them: 250000, 250_000, 250k, 0.5M; k is 1000. */
final class CountConverter implements ITypeConverter<Long> {

  private static final Pattern COUNT = Pattern.compile("(\\d{1,15}(?:\\.\\d{1,6})?)([km]?)");

  @Override
  public Long convert(String text) {
    Matcher matcher = COUNT.matcher(text.toLowerCase(Locale.ROOT).replaceAll("[_,]", ""));
    if (!matcher.matches()) {
      throw notACount(text);
    }
    int zeros =
        switch (matcher.group(2)) {
          case "k" -> 3;
          case "m" -> 6;
          default -> 0;
        };
    try {
      return new BigDecimal(matcher.group(1)).scaleByPowerOfTen(zeros).longValueExact();
    } catch (ArithmeticException e) {
      // A fraction is left, or it is more than a long can hold.
      throw notACount(text);
    }
  }

  private static TypeConversionException notACount(String text) {
    return new TypeConversionException("'" + text + "' is not a count such as 250000, 250k or 2M");
  }
}

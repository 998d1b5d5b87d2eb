package io.koel.bench.cli;

import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** Counts as people write them: 250000, 250_000, 250k, 2M; k is 1000. */
final class CountConverter implements ITypeConverter<Long> {

  private static final Pattern COUNT = Pattern.compile("(\\d{1,15})([km]?)");

  @Override
  public Long convert(String text) {
    Matcher matcher = COUNT.matcher(text.toLowerCase(Locale.ROOT).replaceAll("[_,]", ""));
    if (!matcher.matches()) {
      throw new TypeConversionException("'" + text + "' is not a count such as 250000, 250k or 2M");
    }
    long unit =
        switch (matcher.group(2)) {
          case "k" -> 1_000;
          case "m" -> 1_000_000;
          default -> 1;
        };
    return Math.multiplyExact(Long.parseLong(matcher.group(1)), unit);
  }
}

package io.koel.bench.cli;

import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** Sizes and counts as people write them: 4096, 64k, 8M, 1G; k is 1024 where bytes are meant. */
final class SizeConverter implements ITypeConverter<Long> {

  private static final Pattern SIZE = Pattern.compile("(\\d{1,15})([kmg]?)(i?b)?");

  /** What a cache may take that nobody has asked for. */
  static long orHalfOfHeap(long bytes) {
    return Math.min(bytes, Runtime.getRuntime().maxMemory() / 2);
  }

  @Override
  public Long convert(String text) {
    Matcher matcher = SIZE.matcher(text.toLowerCase(Locale.ROOT).replace("_", ""));
    if (!matcher.matches()) {
      throw new TypeConversionException("'" + text + "' is not a size such as 4096, 64k, 8M or 1G");
    }
    int shift = 10 * ("kmg".indexOf(matcher.group(2)) + 1);
    return Long.parseLong(matcher.group(1)) << (matcher.group(2).isEmpty() ? 0 : shift);
  }
}

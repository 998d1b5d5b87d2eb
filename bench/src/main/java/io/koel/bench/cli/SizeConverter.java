package io.koel.bench.cli;

import io.koel.bench.engine.Engine;
import io.koel.bench.report.Figures;
import java.util.List;
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

  /**
   * Refuses a cache before anything is measured: Koel's is in the heap, and all that is measured
   * needs room beside it.
   */
  static void requireInHeap(String option, long cacheBytes, List<Engine> engines) {
    long heap = Runtime.getRuntime().maxMemory();
    if (engines.contains(Engine.KOEL) && cacheBytes > heap / 4 * 3) {
      throw new IllegalArgumentException(
          String.format(
              "%s %s is more than three quarters of the heap, which is %s; KOEL_JAVA_OPTS=-Xmx%dg"
                  + " makes room",
              option,
              Figures.bytes(cacheBytes),
              Figures.bytes(heap),
              (cacheBytes / 2 * 3 >> 30) + 1));
    }
  }

  @Override
  public Long convert(String text) {
    Matcher matcher = SIZE.matcher(text.toLowerCase(Locale.ROOT).replace("_", ""));
    if (!matcher.matches()) {
      throw new TypeConversionException("'" + text + "' is not a size such as 4096, 64k, 8M or 1G");
    }
    int shift = 10 * ("kmg".indexOf(matcher.group(2)) + 1);
    long number = Long.parseLong(matcher.group(1));
    if (number > Long.MAX_VALUE >> shift) {
      throw new TypeConversionException("'" + text + "' is more bytes than can be counted");
    }
    return number << shift;
  }
}

package io.koel.bench.cli;

import io.koel.Options;
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

  /** What a cache takes that nobody has given a size: so many bytes if the heap has room. */
  static long orRoomInHeap(long bytes, long memtableBytes, List<Engine> engines) {
    long left =
        Runtime.getRuntime().maxMemory() - Options.defaults().maxMemtables() * memtableBytes;
    return Math.min(bytes, Math.max(0, left) / 2 / Math.max(1, cachesInHeap(engines)));
  }

  /** Koel's and MVStore's caches are in the heap, RocksDB's is not, LMDB has none. */
  private static long cachesInHeap(List<Engine> engines) {
    return engines.stream().filter(e -> e == Engine.KOEL || e == Engine.MVSTORE).count();
  }

  /** Refuses a cache before anything is measured: what is in the heap needs room beside it. */
  static void requireInHeap(String option, long cacheBytes, List<Engine> engines) {
    long heap = Runtime.getRuntime().maxMemory();
    long caches = cachesInHeap(engines);
    if (caches > 0 && cacheBytes > heap / 4 * 3 / caches) {
      throw new IllegalArgumentException(
          String.format(
              "%s %s%s is more than three quarters of the heap, which is %s;"
                  + " KOEL_JAVA_OPTS=-Xmx%dg makes room",
              option,
              Figures.bytes(cacheBytes),
              caches > 1 ? " for each of " + caches + " stores" : "",
              Figures.bytes(heap),
              (cacheBytes / 2 * 3 * caches >> 30) + 1));
    }
  }

  @Override
  public Long convert(String text) {
    Matcher matcher = SIZE.matcher(text.toLowerCase(Locale.ROOT).replace("_", ""));
    if (!matcher.matches()) {
      throw new TypeConversionException("'" + text + "' is not a size such as 4096, 64k, 8M or 1G");
    }
    String unit = matcher.group(2);
    int shift = unit.isEmpty() ? 0 : 10 * ("kmg".indexOf(unit) + 1);
    long number = Long.parseLong(matcher.group(1));
    if (number > Long.MAX_VALUE >> shift) {
      throw new TypeConversionException("'" + text + "' is more bytes than can be counted");
    }
    return number << shift;
  }
}

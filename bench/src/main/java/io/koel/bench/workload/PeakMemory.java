package io.koel.bench.workload;

import java.io.IOException;
import java.lang.management.GarbageCollectorMXBean;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.OptionalLong;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * The most memory that this process had resident: heap, native memory and all, whoever asked for
 * it. A heap grows to what it is allowed before it is tidied up, so the figure means little without
 * that limit.
 *
 * @param bytes empty where the system does not tell
 * @param heapLimitBytes what the heap may grow to
 * @param collectors the garbage collector's own names for its parts
 */
public record PeakMemory(OptionalLong bytes, long heapLimitBytes, String collectors) {

  private static final Path STATUS = Path.of("/proc/self/status");
  private static final Path CLEAR = Path.of("/proc/self/clear_refs");

  /** What Linux takes for "forget the peak so far". */
  private static final String FORGET_PEAK = "5";

  private static final Pattern PEAK = Pattern.compile("VmHWM:\\s+(\\d+) kB");

  /** Forgets the peak so far; a system that cannot gives the peak since the process began. */
  static void forget() {
    try {
      Files.writeString(CLEAR, FORGET_PEAK);
    } catch (IOException e) {
      // The process began a moment ago, with nothing yet that a store had asked for.
      return;
    }
  }

  static PeakMemory now() {
    return new PeakMemory(
        resident(STATUS),
        Runtime.getRuntime().maxMemory(),
        ManagementFactory.getGarbageCollectorMXBeans().stream()
            .map(GarbageCollectorMXBean::getName)
            .collect(Collectors.joining(", ")));
  }

  static OptionalLong resident(Path status) {
    try {
      Matcher matcher = PEAK.matcher(Files.readString(status));
      return matcher.find()
          ? OptionalLong.of(Long.parseLong(matcher.group(1)) << 10)
          : OptionalLong.empty();
    } catch (IOException e) {
      return OptionalLong.empty();
    }
  }
}

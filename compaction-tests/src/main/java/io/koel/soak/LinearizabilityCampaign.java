package io.koel.soak;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** Lincheck's scenarios, new ones each time, in a process of their own. */
final class LinearizabilityCampaign implements Campaign {

  private static final String JUNIT = "org.junit.platform.console.ConsoleLauncher";

  private final Path scratch;

  LinearizabilityCampaign(Path scratch) {
    this.scratch = scratch;
  }

  @Override
  public String name() {
    return "linear";
  }

  @Override
  public String counts() {
    return "runs of Lincheck's scenarios";
  }

  @Override
  public long aim() {
    return 100;
  }

  @Override
  public long run(long unit, long seed, Tally tally) throws IOException {
    Path directory = Files.createDirectories(scratch.resolve("linear-" + unit));
    Path output = directory.resolve("output");
    boolean passed =
        new JavaProcess(directory, output)
            .withProperty("koel.seed", seed)
            .run(
                JUNIT,
                List.of(
                    "execute",
                    "--disable-banner",
                    "--disable-ansi-colors",
                    "--fail-if-no-tests",
                    "--select-package=io.koel.linear"));
    if (!passed) {
      throw new AssertionError("Lincheck:\n" + Files.readString(output));
    }
    Soak.delete(directory);
    return 1;
  }
}

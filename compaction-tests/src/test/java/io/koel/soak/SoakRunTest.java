package io.koel.soak;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;

class SoakRunTest {

  private final ByteArrayOutputStream printed = new ByteArrayOutputStream();

  /** What a unit does. */
  private interface Body {
    long run(long unit, Tally tally) throws IOException;
  }

  private static Campaign campaign(String name, long aim, Body body) {
    return new Campaign() {
      @Override
      public String name() {
        return name;
      }

      @Override
      public String counts() {
        return name + " done";
      }

      @Override
      public long aim() {
        return aim;
      }

      @Override
      public long run(long unit, long seed, Tally tally) throws IOException {
        return body.run(unit, tally);
      }
    };
  }

  private SoakRun soak(Duration time, int threads, long unit, Campaign... campaigns) {
    SoakOptions options = new SoakOptions(time, 42, List.of(), unit, threads, "", null);
    return new SoakRun(List.of(campaigns), options, new PrintStream(printed, true));
  }

  /** The summary's line that begins so, without what is aligned. */
  private String line(String start) {
    return printed
        .toString()
        .lines()
        .map(line -> line.strip().replaceAll(" +", " "))
        .filter(line -> line.startsWith(start))
        .findFirst()
        .orElse("nothing of " + start + " in:\n" + printed);
  }

  @Test
  void run_singleUnit_runsJustThat() {
    SoakRun run =
        soak(
            Duration.ofHours(1),
            2,
            17,
            campaign(
                "one",
                1000,
                (unit, tally) -> {
                  tally.add("kinds of it", unit, 34);
                  return 5;
                }));
    assertTrue(run.run());
    assertEquals("one one done 5 1,000 0.5%", line("one "));
    assertEquals("kinds of it 17 34 50.0%", line("kinds of it"));
    assertEquals("failed = 0, lost = 0", line("failed ="));
  }

  @Test
  void run_unitThatFails_isPrintedWithWhatRepeatsIt() {
    SoakRun run =
        soak(
            Duration.ofHours(1),
            1,
            3,
            campaign(
                "bad",
                10,
                (unit, tally) -> {
                  throw new AssertionError("lost a key");
                }));
    assertFalse(run.run());
    assertEquals(
        "FAILED bad, unit 3; again: ./gradlew soak -Pseed=42 -Pargs=\"--only=bad --unit=3\"",
        line("FAILED"));
    assertTrue(printed.toString().contains("lost a key"));
    assertEquals("failed = 1", line("failed ="));
  }

  /** Nothing failed, but nothing is known either. */
  @Test
  void run_campaignWithoutAUnit_isNotRunAndNoSuccess() {
    SoakRun run =
        soak(
            Duration.ofSeconds(2),
            1,
            -1,
            campaign(
                "slow",
                10,
                (unit, tally) -> {
                  sleep(2_100);
                  return 1;
                }),
            campaign("late", 10, (unit, tally) -> 1));
    assertFalse(run.run());
    assertEquals("late late done 0 10 0.0% NOT RUN", line("late "));
    assertEquals("failed = 0, lost = unknown", line("failed ="));
    assertEquals("NOT RUN: late", line("NOT RUN"));
  }

  private static void sleep(long millis) {
    try {
      Thread.sleep(millis);
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  /** However different the sizes of their units are. */
  @Test
  void run_severalCampaigns_advanceAlike() {
    long[] done = new long[2];
    CountDownLatch enough = new CountDownLatch(500);
    SoakRun run =
        soak(
            Duration.ofHours(1),
            1,
            -1,
            campaign("small", 1_000, (unit, tally) -> count(enough, done, 0, 1)),
            campaign("large", 100_000, (unit, tally) -> count(enough, done, 1, 1_000)));
    CompletableFuture<Boolean> ended = CompletableFuture.supplyAsync(run::run);
    await(enough);
    run.summarise();
    ended.join();
    double small = done[0] / 1_000.0;
    double large = done[1] / 100_000.0;
    assertEquals(small, large, 0.02);
  }

  private static long count(CountDownLatch enough, long[] done, int which, long count) {
    if (enough.getCount() > 0) {
      done[which] += count;
      enough.countDown();
    }
    return count;
  }

  @Test
  void summarise_beforeTheEnd_tellsWhatWasDoneAndNothingCountsAfter() {
    CountDownLatch second = new CountDownLatch(1);
    CountDownLatch stopped = new CountDownLatch(1);
    SoakRun run =
        soak(
            Duration.ofHours(1),
            1,
            -1,
            campaign(
                "slow",
                100,
                (unit, tally) -> {
                  if (unit > 0) {
                    second.countDown();
                    await(stopped);
                    throw new IOException("its child was killed");
                  }
                  return 7;
                }));
    CompletableFuture.runAsync(run::run);
    await(second);
    run.summarise();
    String summary = printed.toString();
    stopped.countDown();
    assertEquals("slow slow done 7 100 7.0%", line("slow "));
    assertEquals("stopped before 1:00:00 were over", line("stopped"));
    assertEquals("failed = 0, lost = 0", line("failed ="));
    run.summarise();
    assertEquals(summary, printed.toString());
  }

  private static void await(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }
}

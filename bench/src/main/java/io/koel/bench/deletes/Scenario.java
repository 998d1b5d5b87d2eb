package io.koel.bench.deletes;

import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;

/** The workloads, in the order of the report. */
public enum Scenario {
  RANDOM_HALF("random-half", "Half of all keys deleted at random", new RandomHalf()),
  QUEUE("queue", "A queue: appended at its tail, deleted at its head", new Queue()),
  TTL("ttl", "Time to live: the oldest tenth deleted again and again", new TimeToLive()),
  RANGE("range", "A range deleted key by key, and a scan over it", new DeletedRange()),
  NO_DELETES("no-deletes", "Control: puts and overwrites, no deletes", Control.NO_DELETES),
  ABSENT("absent-deletes", "Control: deletes of keys that are not there", Control.ABSENT_DELETES),
  SNAPSHOT("held-snapshot", "Control: deletes under a snapshot", Control.HELD_SNAPSHOT);

  /** What a scenario does with empty stores. */
  interface Body {
    void run(List<Trial> trials) throws IOException;
  }

  /** Does all with one store, and then all with the next. */
  interface OneByOne extends Body {
    void run(Trial trial) throws IOException;

    @Override
    default void run(List<Trial> trials) throws IOException {
      for (Trial trial : trials) {
        run(trial);
      }
    }
  }

  private final String label;
  private final String title;
  private final Body body;

  Scenario(String label, String title, Body body) {
    this.label = label;
    this.title = title;
    this.body = body;
  }

  public String label() {
    return label;
  }

  String title() {
    return title;
  }

  Body body() {
    return body;
  }

  /** Whether filter deletes can win nothing here, and must not cost anything. */
  boolean isControl() {
    return body instanceof Control;
  }

  /**
   * The scenario of this name.
   *
   * @throws IllegalArgumentException if there is none; the message lists the known names
   */
  public static Scenario named(String name) {
    return Arrays.stream(values())
        .filter(scenario -> scenario.label.equals(name))
        .findFirst()
        .orElseThrow(
            () ->
                new IllegalArgumentException(
                    "unknown scenario '" + name + "'; known are " + labels()));
  }

  private static String labels() {
    return Arrays.stream(values()).map(Scenario::label).collect(Collectors.joining(", "));
  }
}

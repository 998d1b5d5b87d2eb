package io.koel.faults;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.NavigableMap;
import java.util.TreeMap;

/**
 * All that was ever written to a store, step by step, and what of it must be found again.
 *
 * <p>After a crash the store must hold exactly what the first n steps make, for some n that is not
 * below the last step known to be durable. Each state has a fingerprint that does not depend on the
 * order of its entries, so that the right n is found without building every state.
 *
 * <p>Not thread-safe.
 */
public final class History {

  /** One entry that is put, or deleted when the value is null. */
  public record Change(byte[] key, byte[] value) {}

  private final List<List<Change>> steps = new ArrayList<>();

  /** Of the state after so many steps. */
  private final List<Long> fingerprints = new ArrayList<>(List.of(0L));

  private final NavigableMap<byte[], byte[]> state = new TreeMap<>(Arrays::compareUnsigned);
  private int durableSteps;

  /** An atomic step is about to be written. */
  public void write(List<Change> changes) {
    steps.add(List.copyOf(changes));
    long fingerprint = fingerprints.get(fingerprints.size() - 1);
    for (Change change : changes) {
      byte[] before =
          change.value == null ? state.remove(change.key) : state.put(change.key, change.value);
      if (before != null) {
        fingerprint -= fingerprint(change.key, before);
      }
      if (change.value != null) {
        fingerprint += fingerprint(change.key, change.value);
      }
    }
    fingerprints.add(fingerprint);
  }

  /** All steps so far were acknowledged as durable. */
  public void durable() {
    durableSteps = steps.size();
  }

  /** How many steps there are. */
  public int size() {
    return steps.size();
  }

  /** How many steps must survive. */
  public int durableSize() {
    return durableSteps;
  }

  /** The state after all steps; not to be changed. */
  public NavigableMap<byte[], byte[]> state() {
    return state;
  }

  /**
   * How many steps were found again, the fewest if several numbers fit.
   *
   * @throws AssertionError if no allowed number of steps gives this content
   */
  public int recovered(NavigableMap<byte[], byte[]> content) {
    long fingerprint = 0;
    for (var entry : content.entrySet()) {
      fingerprint += fingerprint(entry.getKey(), entry.getValue());
    }
    for (int n = durableSteps; n <= steps.size(); n++) {
      if (fingerprints.get(n) == fingerprint && same(stateAfter(n), content)) {
        return n;
      }
    }
    throw new AssertionError(explain(content));
  }

  /** Forgets the steps after the first n: they were lost, and the store goes on from there. */
  public void continueFrom(int n) {
    continueFrom(n, n);
  }

  private void continueFrom(int n, int durable) {
    steps.subList(n, steps.size()).clear();
    fingerprints.subList(n + 1, fingerprints.size()).clear();
    state.clear();
    state.putAll(stateAfter(n));
    durableSteps = durable;
  }

  /** The last step is known not to have happened. */
  public void takeBack() {
    continueFrom(steps.size() - 1, durableSteps);
  }

  /** A history of its own, of which the first n steps are known to have happened. */
  public History branch(int n) {
    History branch = new History();
    branch.steps.addAll(steps);
    branch.fingerprints.clear();
    branch.fingerprints.addAll(fingerprints);
    branch.continueFrom(n);
    return branch;
  }

  /** The state after the first n steps. */
  public NavigableMap<byte[], byte[]> stateAfter(int n) {
    NavigableMap<byte[], byte[]> map = new TreeMap<>(Arrays::compareUnsigned);
    for (List<Change> step : steps.subList(0, n)) {
      for (Change change : step) {
        if (change.value == null) {
          map.remove(change.key);
        } else {
          map.put(change.key, change.value);
        }
      }
    }
    return map;
  }

  private static boolean same(
      NavigableMap<byte[], byte[]> one, NavigableMap<byte[], byte[]> other) {
    return one.size() == other.size()
        && one.entrySet().stream()
            .allMatch(e -> Arrays.equals(e.getValue(), other.get(e.getKey())));
  }

  private static long fingerprint(byte[] key, byte[] value) {
    long h = Arrays.hashCode(key) * 0x9e3779b97f4a7c15L + Arrays.hashCode(value);
    h = (h ^ h >>> 32) * 0xd6e8feb86659fd93L;
    return h ^ h >>> 32;
  }

  private String explain(NavigableMap<byte[], byte[]> content) {
    StringBuilder text = new StringBuilder("the content is no prefix of the history: ");
    text.append(steps.size()).append(" steps, ").append(durableSteps).append(" of them durable; ");
    text.append(content.size()).append(" entries found");
    int shown = 0;
    NavigableMap<byte[], byte[]> durable = stateAfter(durableSteps);
    NavigableMap<byte[], byte[]> keys = new TreeMap<>(durable);
    keys.putAll(content);
    for (byte[] key : keys.keySet()) {
      if (!Arrays.equals(durable.get(key), content.get(key)) && shown++ < 10) {
        text.append("\n  ").append(hex(key)).append(": durable ").append(hex(durable.get(key)));
        text.append(", found ").append(hex(content.get(key)));
      }
    }
    return text.append("\n  ")
        .append(shown)
        .append(" keys differ from the durable state")
        .toString();
  }

  private static String hex(byte[] bytes) {
    if (bytes == null) {
      return "nothing";
    }
    StringBuilder text = new StringBuilder();
    for (int i = 0; i < Math.min(bytes.length, 12); i++) {
      text.append(String.format("%02x", bytes[i]));
    }
    return bytes.length > 12 ? text + ".. (" + bytes.length + " bytes)" : text.toString();
  }
}

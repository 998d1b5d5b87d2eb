package io.koel;

import java.util.List;

/**
 * How a lookup of one key goes: every place that is considered for it, in the order of the lookup,
 * up to the one that answers.
 *
 * @param outcome how the lookup ends
 * @param probes the places
 */
public record Explanation(Outcome outcome, List<Probe> probes) {

  public Explanation {
    probes = List.copyOf(probes);
  }

  /** How a lookup ends. */
  public enum Outcome {
    /** The key has a value. */
    FOUND,
    /** A tombstone says that the key was deleted. */
    DELETED,
    /** Nothing is known of the key. */
    ABSENT
  }

  /** What one place says. */
  public enum Verdict {
    /** Its filter says no: nothing was read. */
    FILTER_DENIED,
    /** Its filter said maybe and was wrong: the key is not there. */
    FALSE_POSITIVE,
    /** It has no filter, and the key is not there. */
    NOT_THERE,
    /** Its entries of the key are marked dead. */
    DEAD,
    /** It has the key's value. */
    VALUE,
    /** It has the key's tombstone. */
    TOMBSTONE
  }

  /**
   * One place that was asked.
   *
   * @param place such as {@code memtable} or {@code level 1 table 17}
   * @param level the level, -1 for a memtable
   * @param table the table's number, -1 for a memtable
   * @param generation the table's generation, 0 for a table as it was written
   * @param deadEntries how many of the table's entries are dead
   * @param verdict what it said
   * @param blocksFromDisk how many blocks were read from disk for it
   * @param blocksFromCache how many blocks came from the cache
   * @param bytesFromDisk how many bytes were read from disk
   */
  public record Probe(
      String place,
      int level,
      long table,
      int generation,
      long deadEntries,
      Verdict verdict,
      int blocksFromDisk,
      int blocksFromCache,
      long bytesFromDisk) {}

  /** How many blocks the whole lookup read from disk. */
  public int blocksFromDisk() {
    return probes.stream().mapToInt(Probe::blocksFromDisk).sum();
  }

  @Override
  public String toString() {
    StringBuilder text = new StringBuilder(outcome.toString());
    for (Probe probe : probes) {
      text.append("\n  ").append(probe.place());
      if (probe.generation() > 0) {
        text.append(" (generation ").append(probe.generation()).append(", ");
        text.append(probe.deadEntries()).append(" dead entries)");
      }
      text.append(": ").append(probe.verdict());
      text.append(", ").append(probe.blocksFromDisk()).append(" blocks from disk, ");
      text.append(probe.blocksFromCache()).append(" from cache");
    }
    return text.toString();
  }
}

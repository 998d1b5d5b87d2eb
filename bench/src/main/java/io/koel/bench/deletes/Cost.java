package io.koel.bench.deletes;

import java.util.ArrayList;
import java.util.List;

/**
 * What a store has done, in counts that only grow.
 *
 * @param diskReads data blocks read from disk
 * @param falsePositives tables that a lookup's filter let through and that did not have the key
 * @param steppedOver entries that scans met and did not give
 * @param compactedBytes what compactions read and wrote, with verification and generations
 * @param verificationBytes what was read to verify tombstones
 * @param verificationAllowed what the compactions' input would have allowed to be read
 * @param filters of each level; empty for a store that does not count by level
 */
record Cost(
    long diskReads,
    long falsePositives,
    long steppedOver,
    long compactedBytes,
    long verificationBytes,
    long verificationAllowed,
    List<FilterCost> filters) {

  static final Cost NONE = new Cost(0, 0, 0, 0, 0, 0, List.of());

  /** How often a level's filters were asked for keys that are not there, and how often in vain. */
  record FilterCost(long absent, long falsePositives) {}

  Cost plus(Cost other) {
    return sum(other, 1);
  }

  Cost minus(Cost earlier) {
    return sum(earlier, -1);
  }

  private Cost sum(Cost other, int sign) {
    List<FilterCost> levels = new ArrayList<>();
    for (int i = 0; i < Math.max(filters.size(), other.filters.size()); i++) {
      FilterCost mine = at(i);
      FilterCost its = other.at(i);
      levels.add(
          new FilterCost(
              mine.absent + sign * its.absent, mine.falsePositives + sign * its.falsePositives));
    }
    return new Cost(
        diskReads + sign * other.diskReads,
        falsePositives + sign * other.falsePositives,
        steppedOver + sign * other.steppedOver,
        compactedBytes + sign * other.compactedBytes,
        verificationBytes + sign * other.verificationBytes,
        verificationAllowed + sign * other.verificationAllowed,
        levels);
  }

  private FilterCost at(int level) {
    return level < filters.size() ? filters.get(level) : new FilterCost(0, 0);
  }
}

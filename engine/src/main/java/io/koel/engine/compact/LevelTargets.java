package io.koel.engine.compact;

import io.koel.Options;
import io.koel.engine.version.Version;

/**
 * How large each level should be.
 *
 * <p>Targets are reckoned from the deepest level up: the last level is as large as it is, each
 * level above has a share of that, and the first one whose target is within {@code levelBaseBytes}
 * is the base level, where level 0 is merged to. Levels above the base stay empty. So nine tenths
 * of the data are in the last level whatever its size, which bounds the space that old versions
 * take, and a small database has one level below level 0 instead of a ladder of small ones.
 */
final class LevelTargets {

  private final int baseLevel;
  private final long[] targets = new long[Version.LEVELS];

  LevelTargets(Version version, Options options) {
    int base = Version.LEVELS - 1;
    long size = 0;
    for (int level = 1; level < Version.LEVELS; level++) {
      size = Math.max(size, version.level(level).sizeInBytes());
    }
    targets[base] = Math.max(size, options.levelBaseBytes());
    while (size > options.levelBaseBytes() && base > 1) {
      size /= options.levelRatio();
      targets[--base] = Math.max(size, 1);
    }
    baseLevel = Math.min(base, firstLevelInUse(version));
  }

  private static int firstLevelInUse(Version version) {
    int level = 1;
    while (level < Version.LEVELS - 1 && version.level(level).isEmpty()) {
      level++;
    }
    return level;
  }

  /** The level that level 0 is merged to. */
  int baseLevel() {
    return baseLevel;
  }

  /** A level's target; 0 for one that should be empty. */
  long target(int level) {
    return targets[level];
  }
}

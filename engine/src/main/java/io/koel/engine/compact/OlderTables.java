package io.koel.engine.compact;

import io.koel.engine.read.Tables;
import io.koel.engine.version.KeyPrefix;
import io.koel.engine.version.TableState;
import io.koel.engine.version.Version;
import io.koel.filter.KeyHash;
import java.io.IOException;
import java.util.Arrays;

/**
 * Says whether a table below a compaction's output may hold a key. A tombstone whose key no older
 * table can hold has nothing left to hide.
 *
 * <p>Asked in this order: the tables' bounds, which cost nothing, then their filters, whose "no" is
 * proof. No table is read.
 *
 * <p>The answers of the version that was installed when the compaction began hold until it ends:
 * older entries of the key could come below its output only through tables that it has reserved.
 * Later versions may only know that there is less.
 */
final class OlderTables implements Retention.Tombstones {

  private final Version version;
  private final int outputLevel;
  private final Tables tables;
  private final int hashSeed;

  private long notCovered;
  private long denied;

  OlderTables(Version version, int outputLevel, Tables tables, int hashSeed) {
    this.version = version;
    this.outputLevel = outputLevel;
    this.tables = tables;
    this.hashSeed = hashSeed;
  }

  @Override
  public boolean mayHideSomething(byte[] array, int length) throws IOException {
    byte[] key = Arrays.copyOf(array, length);
    long prefix = KeyPrefix.of(key);
    long hash = 0;
    boolean covered = false;
    for (int level = outputLevel + 1; level < Version.LEVELS; level++) {
      TableState table = version.level(level).find(key, prefix);
      if (table != null) {
        hash = covered ? hash : KeyHash.of(key, hashSeed);
        covered = true;
        if (tables.mightContain(table, key, hash)) {
          return true;
        }
      }
    }
    if (covered) {
      denied++;
    } else {
      notCovered++;
    }
    return false;
  }

  /** How many tombstones went because no older table covers their key. */
  long notCovered() {
    return notCovered;
  }

  /** How many tombstones went because all older tables that cover their key deny it. */
  long denied() {
    return denied;
  }
}

package io.koel.engine;

import io.koel.Durability;
import io.koel.engine.version.Version;
import io.koel.filter.KeyHash;
import io.koel.sst.FoundEntry;
import java.io.IOException;
import java.util.function.UnaryOperator;

/**
 * Writes that depend on what a key has. The key is read as by anybody; when it is the write's turn
 * to be committed, memory alone tells whether the key was written since, and if it was, all begins
 * anew. So nobody waits for a disk read of others.
 */
/*
 * Why memory is enough. Let s be the published sequence, then v the current version, then the key is
 * read, in this order; and let v still be current when no commit is under way.
 *   - The read saw every entry of the key up to s, since it looked at a view that is younger than s.
 *   - An entry above s was written after s was loaded. If it was flushed before v was loaded, v or an
 *     older version has it, and the read saw it too. Else it is in memory still, because an entry
 *     leaves memory only as another version is installed.
 * So the key is as it was read if its newest entry in memory is not above s, or if there is none.
 */
final class Updates {

  private final ReadPath reads;
  private final WritePath writes;
  private final Views views;
  private final long hashSeed;

  Updates(ReadPath reads, WritePath writes, Views views, long hashSeed) {
    this.reads = reads;
    this.writes = writes;
    this.views = views;
    this.hashSeed = hashSeed;
  }

  /**
   * Changes a key.
   *
   * @param change makes of the value that the key has, null for none, the one that it gets, null
   *     for none; the same array if nothing is to be written. It may be asked several times
   * @return the value that the key had
   */
  byte[] run(byte[] key, UnaryOperator<byte[]> change, Durability durability) throws IOException {
    long hash = KeyHash.of(key, hashSeed);
    while (true) {
      long sequence = writes.published();
      Version version = views.current().version;
      byte[] before = reads.get(key, ReadPath.LATEST);
      byte[] after = change.apply(before);
      if (after == before
          || writes.writeIf(
              () -> isUnwritten(key, hash, sequence, version), key, after, durability)) {
        return before;
      }
    }
  }

  private boolean isUnwritten(byte[] key, long hash, long sequence, Version version) {
    View view = views.current();
    FoundEntry newest = new FoundEntry();
    return view.version == version
        && (!ReadPath.isInMemory(view, key, hash, ReadPath.LATEST, newest)
            || newest.sequence() <= sequence);
  }
}

package io.koel.sst;

import java.util.ArrayList;
import java.util.List;

/** Remembers every read. */
final class CountingIo implements IoCounter {

  record Read(BlockKind kind, int level, ReadSource source, int bytes) {}

  private final List<Read> reads = new ArrayList<>();

  @Override
  public synchronized void blockRead(BlockKind kind, int level, ReadSource source, int bytes) {
    reads.add(new Read(kind, level, source, bytes));
  }

  synchronized List<Read> reads() {
    return List.copyOf(reads);
  }

  synchronized void clear() {
    reads.clear();
  }

  int disk(BlockKind kind) {
    return count(kind, ReadSource.DISK);
  }

  int cached() {
    return count(BlockKind.DATA, ReadSource.CACHE);
  }

  private int count(BlockKind kind, ReadSource source) {
    return (int) reads().stream().filter(r -> r.kind() == kind && r.source() == source).count();
  }

  long diskBytes() {
    return reads().stream().filter(r -> r.source() == ReadSource.DISK).mapToLong(Read::bytes).sum();
  }
}

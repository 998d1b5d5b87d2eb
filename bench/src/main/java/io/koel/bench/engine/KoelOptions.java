package io.koel.bench.engine;

import io.koel.Durability;
import io.koel.Options;
import io.koel.sst.Compression;
import io.koel.sst.ReadMode;

/** Koel's options for given {@link StoreSettings}. */
public final class KoelOptions {

  private KoelOptions() {}

  public static Options of(StoreSettings settings) {
    return Options.defaults()
        .withFilterPolicy(settings.filter())
        .withMemtableBytes(settings.memtableBytes())
        .withTableBytes(settings.fileBytes())
        .withLevelBaseBytes(settings.levelBaseBytes())
        .withLevelRatio(settings.levelRatio())
        .withBlockBytes(settings.blockBytes())
        .withBlockCacheBytes(settings.cacheBytes())
        .withCompression(Compression.NONE)
        .withReadMode(settings.directReads() ? ReadMode.DIRECT : ReadMode.BUFFERED)
        .withDurability(settings.syncWrites() ? Durability.SYNC : Durability.NONE)
        .withBackgroundThreads(settings.backgroundThreads());
  }
}

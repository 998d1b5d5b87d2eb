package io.koel.scenario;

import io.koel.Options;

/** Options under which a few thousand entries make many tables on many levels. */
final class TinyOptions {

  private TinyOptions() {}

  static Options of(String filterSpec) {
    return Options.defaults()
        .withFilterPolicy(filterSpec)
        .withMemtableBytes(8 << 10)
        .withBlockBytes(256)
        .withBlockCacheBytes(64 << 10)
        .withTableBytes(4 << 10)
        .withLevelBaseBytes(16 << 10)
        .withLevelRatio(4)
        .withLevel0Triggers(2, 6, 10)
        .withManifestBytes(4 << 10)
        .withMaxOpenFiles(16);
  }
}

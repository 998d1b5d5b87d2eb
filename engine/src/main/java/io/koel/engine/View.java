package io.koel.engine;

import io.koel.engine.memtable.Memtable;
import io.koel.engine.version.Version;

/**
 * All that a reader looks at: memtables and tables that together are the store at one instant and
 * later. A view pins its version until it is retired and no lookup has it any more.
 */
final class View {

  final Memtable active;

  /** Memtables that wait for their flush, the newest first. */
  final Memtable[] waiting;

  final Version version;

  View(Memtable active, Memtable[] waiting, Version version) {
    this.active = active;
    this.waiting = waiting;
    this.version = version;
  }
}

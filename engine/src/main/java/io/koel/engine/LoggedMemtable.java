package io.koel.engine;

import io.koel.engine.memtable.Memtable;

/** A memtable and the number of the log that has the same writes. */
record LoggedMemtable(Memtable memtable, long logNumber) {}

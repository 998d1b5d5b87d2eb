/** The newest writes, in memory and in order. Start at {@link io.koel.engine.memtable.Memtable}. */
package io.koel.engine.memtable;

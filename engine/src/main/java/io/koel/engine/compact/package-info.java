/**
 * How tables come to be: {@link io.koel.engine.compact.FlushJob} writes memtables, {@link
 * io.koel.engine.compact.CompactionPicker} decides what is merged, {@link
 * io.koel.engine.compact.CompactionJob} merges it.
 */
package io.koel.engine.compact;

/**
 * An embedded, ordered key-value store: what a program needs of it.
 *
 * <p>{@link io.koel.Koel} opens, reads and writes a database. {@link io.koel.Options} say how it
 * behaves, a {@link io.koel.WriteBatch} holds what is written together, {@link io.koel.Durability}
 * what a write survives; a {@link io.koel.Cursor} walks over a range of keys, and a {@link
 * io.koel.Snapshot} reads as of an instant. {@link io.koel.Stats} and {@link io.koel.Explanation}
 * tell what was read, and what filters saved. docs/guide.md is the guide to all of it.
 *
 * <p>Compression and ways to read files are named in {@link io.koel.sst}, filters in {@link
 * io.koel.filter}. The packages below {@code io.koel.engine} are Koel's own and may change at any
 * time.
 */
package io.koel;

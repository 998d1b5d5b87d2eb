package io.koel.bench.engine;

/**
 * One level of a store.
 *
 * @param entries entries stored, tombstones included
 * @param bytes size of the table files
 * @param filterBytes size of their filters
 */
public record LevelShape(
    int level, int tables, long entries, long tombstones, long bytes, long filterBytes) {}

/**
 * Generations of tables: which entries have died since a table was written, and its filter without
 * them. See docs/filter-deletes.md.
 */
package io.koel.engine.generation;

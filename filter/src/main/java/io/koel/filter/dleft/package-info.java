/**
 * The d-left counting Bloom filter: counted fingerprints in a balanced hash table.
 *
 * <p>From the outside in: the family with the payload's layout, {@code DLeftCounts} with what cells
 * cannot count, {@code DLeftTable} with the cells, {@code DLeftGeometry} with the arithmetic.
 */
package io.koel.filter.dleft;

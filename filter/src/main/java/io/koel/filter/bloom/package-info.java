/**
 * Bloom filters: of bits, of bits in blocks, and of counters.
 *
 * <p>From the outside in: the families with the payloads' layouts, the shapes with the formulas by
 * which sizes are chosen, the readers with the positions of a key.
 */
package io.koel.filter.bloom;

/**
 * Xor, xor+ and binary fuse filters: fingerprints as the xor of three or four slots.
 *
 * <p>From the outside in: the three families, {@code PartedReader} with the payload's layout, the
 * parts with theirs, {@code Geometry} with the slots of a key, {@code Peeling} that fills them.
 */
package io.koel.filter.xor;

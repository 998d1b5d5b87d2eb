/**
 * Cuckoo filters, plain and semi-sorted.
 *
 * <p>From the outside in: the two families, {@code CuckooTable} with the payload's layout, {@code
 * Buckets} with that of a bucket, {@code CuckooGeometry} with the arithmetic.
 */
package io.koel.filter.cuckoo;

/** The d-left counting Bloom filter: counted fingerprints in a balanced hash table. */
package io.koel.filter.dleft;

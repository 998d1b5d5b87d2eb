/** Counting what the store does, cheaply enough to be always on. */
package io.koel.engine.stats;

/** Batches of entries in the one form that they have in memory and in the log. */
package io.koel.engine.batch;

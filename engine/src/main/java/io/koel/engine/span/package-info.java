/** What scans have learned about ranges of keys in which everything is deleted. */
package io.koel.engine.span;

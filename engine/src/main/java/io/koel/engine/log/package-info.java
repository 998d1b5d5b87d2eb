/** Logs of checksummed records: what a crash leaves of the latest writes. */
package io.koel.engine.log;

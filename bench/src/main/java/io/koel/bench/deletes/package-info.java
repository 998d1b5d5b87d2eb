/**
 * What deletes cost a store, and what Koel's filter deletes save: {@code koel deletes}. Each {@link
 * io.koel.bench.deletes.Scenario} is run for each {@link io.koel.bench.deletes.Column}.
 */
package io.koel.bench.deletes;

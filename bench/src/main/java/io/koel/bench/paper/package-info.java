/**
 * The evaluation of "Cuckoo Filter: Practically Better Than Bloom" (B. Fan, D. G. Andersen, M.
 * Kaminsky, M. D. Mitzenmacher, CoNEXT 2014), repeated with Koel's filters.
 *
 * <p>Begin at {@link io.koel.bench.paper.PaperRun}: it runs {@link io.koel.bench.paper.Job}s, each
 * in a JVM of its own, and gathers the {@link io.koel.bench.paper.Point}s that they measure.
 */
package io.koel.bench.paper;

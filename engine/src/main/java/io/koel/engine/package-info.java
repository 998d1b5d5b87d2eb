/**
 * The store. Begin at {@link io.koel.engine.ReadPath} or {@link io.koel.engine.WritePath} and
 * follow the calls downwards; {@link io.koel.engine.Store} puts the parts together.
 */
package io.koel.engine;

/**
 * Which tables the database consists of: the immutable {@link io.koel.engine.version.Version}, the
 * {@link io.koel.engine.version.VersionEdit}s that lead from one to the next, and the {@link
 * io.koel.engine.version.Manifest} that keeps them.
 */
package io.koel.engine.version;

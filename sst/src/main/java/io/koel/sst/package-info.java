/**
 * Immutable sorted tables with an embedded filter, and the files that they live in.
 *
 * <p>Begin at {@link io.koel.sst.TableWriter} and {@link io.koel.sst.TableReader}; the bytes that
 * one writes and the other reads are laid out in {@link io.koel.sst.TableFormat}. All files go
 * through {@link io.koel.sst.Storage}, and every block that is read is told to an {@link
 * io.koel.sst.IoCounter}.
 */
package io.koel.sst;

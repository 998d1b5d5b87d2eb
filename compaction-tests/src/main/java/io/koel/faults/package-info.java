/**
 * Storages that behave as badly as real ones may: {@link io.koel.faults.StrictStorage} forgets what
 * was not synced when its power is cut, {@link io.koel.faults.FaultyStorage} fails calls by plan.
 */
package io.koel.faults;

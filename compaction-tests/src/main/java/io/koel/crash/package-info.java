/**
 * Power cuts at every storage call of scripted scenarios: {@link io.koel.crash.CrashHarness} plays
 * a {@link io.koel.crash.Scenario}, and {@link io.koel.crash.Audit} judges what is found
 * afterwards.
 */
package io.koel.crash;

/**
 * Real kills: {@link io.koel.kill.KillTarget} is a program that writes a known history, {@link
 * io.koel.kill.KillHarness} starts it, kills it, and judges what it left.
 */
package io.koel.kill;

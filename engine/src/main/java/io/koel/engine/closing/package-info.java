/** Giving everything back, whatever fails on the way. */
package io.koel.engine.closing;

/** What lookups on many threads share, and what each has for itself. */
package io.koel.engine.read;

/** Open tables: how many, for how long, and the one way to read them. */
package io.koel.engine.table;

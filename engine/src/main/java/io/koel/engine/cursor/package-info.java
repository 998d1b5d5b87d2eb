/** Cursors over a whole store, put together from those over memtables and tables. */
package io.koel.engine.cursor;

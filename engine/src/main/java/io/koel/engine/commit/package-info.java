/** The way of a write into log and memtable, shared by all that come at the same time. */
package io.koel.engine.commit;

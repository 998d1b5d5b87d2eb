/** The files of a database directory: what they are called and how CURRENT is read and swapped. */
package io.koel.engine.files;

package io.koel.sst;

/** The kinds of blocks in a table. */
public enum BlockKind {
  DATA,
  FILTER,
  INDEX,
  PROPERTIES,
  FOOTER
}

package io.koel.engine.version;

import io.koel.engine.table.TableHandle;

/** Is told of files that no version has any more. Called without any lock held. */
public interface ObsoleteFiles {

  /** No version has the table any more, and nobody reads it. */
  void tableObsolete(TableHandle table);

  /** No version has this generation of the table any more. */
  void generationObsolete(long table, int generation);

  /** The manifest does not count any more. */
  void manifestObsolete(long number);
}

package io.koel.engine.compact;

import io.koel.engine.version.TableState;
import java.util.List;

/** Keeps others from replacing or marking a table while it is being marked. */
public interface TableClaims {

  /**
   * Claims a table; false if somebody else has it, or if it is not in the installed version in just
   * this state.
   */
  boolean tryClaim(TableState table, int level);

  /** Gives claimed tables back, after the marks are installed or given up. */
  void release(List<TableState> claimed);
}

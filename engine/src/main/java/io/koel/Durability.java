package io.koel;

/** What a write has survived when the call returns. */
public enum Durability {
  /**
   * The write was handed to the operating system: it survives the end of this process, however
   * sudden. A loss of power may take the last writes with it, always the newest ones first.
   */
  NONE,

  /**
   * The write and all before it, whatever theirs was, are on the disk: they survive a loss of power
   * too. Writers that wait at the same time share one sync.
   */
  SYNC
}

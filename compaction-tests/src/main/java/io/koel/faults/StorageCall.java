package io.koel.faults;

/** The calls that a storage and its files can be made to fail. */
public enum StorageCall {
  CREATE,
  OPEN,
  RENAME,
  DELETE,
  LIST,
  SIZE,
  SYNC_DIRECTORY,
  LOCK,
  LOCK_SHARED,
  LINK,
  APPEND,
  SYNC,
  READ,
  CLOSE_READ,
  CLOSE_WRITTEN;

  /** Whether the call changes what is stored. */
  public boolean writes() {
    return switch (this) {
      case CREATE, RENAME, DELETE, SYNC_DIRECTORY, LINK, APPEND, SYNC, CLOSE_WRITTEN -> true;
      case OPEN, LIST, SIZE, LOCK, LOCK_SHARED, READ, CLOSE_READ -> false;
    };
  }
}

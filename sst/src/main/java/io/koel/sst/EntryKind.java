package io.koel.sst;

/** What an entry says of its key. */
public enum EntryKind {
  /** The key is deleted as of the entry's sequence. The entry has no value. */
  TOMBSTONE(0),

  /** The key has the entry's value as of the entry's sequence. */
  PUT(1);

  private static final EntryKind[] BY_CODE = {TOMBSTONE, PUT};

  private final byte code;

  EntryKind(int code) {
    this.code = (byte) code;
  }

  /** The kind as it is stored; never changes. */
  public byte code() {
    return code;
  }

  /**
   * The kind that is stored as this code.
   *
   * @throws IllegalArgumentException if there is none
   */
  public static EntryKind ofCode(int code) {
    if (code < 0 || code >= BY_CODE.length) {
      throw new IllegalArgumentException("entry kind " + code + " is unknown");
    }
    return BY_CODE[code];
  }
}

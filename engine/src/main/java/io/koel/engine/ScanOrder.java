package io.koel.engine;

/** The order in which a scan gives its entries. */
public enum ScanOrder {
  ASCENDING,
  DESCENDING;

  /** The other one. */
  public ScanOrder reversed() {
    return this == ASCENDING ? DESCENDING : ASCENDING;
  }
}

package io.koel.filter.xor;

/** Which slots of a table belong to a key: three or four of them, all different. */
abstract class Geometry {

  private static final long FINGERPRINT_FACTOR = 0xbea225f9eb34556dL;

  /** The number of slots of a key, 3 or 4. */
  abstract int arity();

  /** The length of the table. */
  abstract int slots();

  /**
   * A key's slot number {@code i}; slot 0 never falls as the hash, taken as unsigned, rises.
   *
   * @param hash the key's hash, mixed with the table's salt
   */
  abstract int slot(long hash, int i);

  /** From here on slots are to stay empty where possible: all third slots of keys, or none. */
  int firstSpared() {
    return slots();
  }

  /** The same for more slots, for when the keys did not fit. */
  abstract Geometry grown();

  /**
   * A key's fingerprint, in its lowest {@code width} bits: the upper bits of {@code (hash xor
   * floor(hash / 2^32)) * 0xbea225f9eb34556d mod 2^64}. It takes part of every bit of the hash, so
   * that keys which agree in their slots do not tend to agree in it.
   *
   * @param hash the key's hash, mixed with the table's salt
   */
  static int fingerprint(long hash, int width) {
    return (int) ((hash ^ hash >>> 32) * FINGERPRINT_FACTOR >>> (64 - width));
  }
}

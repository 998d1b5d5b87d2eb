package io.koel.filter;

/**
 * Builds one filter block: {@code add* finish}. Equal keys in equal order give equal bytes.
 *
 * <p>Not thread-safe. Nothing may be called after {@link #finish()}.
 */
public interface FilterBuilder {

  /** Adds a key. A key that equals the one added just before counts once. */
  void add(byte[] key, int offset, int length);

  /** Adds a key; see {@link #add(byte[], int, int)}. */
  default void add(byte[] key) {
    add(key, 0, key.length);
  }

  /**
   * Adds a key by its hash, made with the seed of the builder's context.
   *
   * <p>REQUIRES: called once for each distinct key. Equal hashes are taken as different keys,
   * because a filter that forgets needs one copy for each key, also for two keys whose 64-bit
   * hashes collide.
   */
  void addHash(long keyHash);

  /** Ends the building. The block holds every added key. */
  FilterBlock finish();
}

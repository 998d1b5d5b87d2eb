package io.koel.sst;

import io.koel.filter.FilterCatalog;
import java.util.Objects;

/**
 * How a table is read.
 *
 * @param tableNumber names the table in the block cache; never used for another table
 * @param hashSeed the seed of the key hashes that lookups hand in
 * @param mode how blocks come from disk
 * @param cache keeps data blocks; {@link BlockCache#none()} keeps nothing
 * @param catalog the filter families that can be read
 */
public record TableReaderOptions(
    long tableNumber, long hashSeed, ReadMode mode, BlockCache cache, FilterCatalog catalog) {

  public TableReaderOptions {
    Objects.requireNonNull(mode, "mode");
    Objects.requireNonNull(cache, "cache");
    Objects.requireNonNull(catalog, "catalog");
  }
}

/**
 * Golomb-coded sets: sorted numbers by their gaps, with an index.
 *
 * <p>From the outside in: the family, {@code GolombReader} with the payload's layout, {@code
 * GolombCode} with that of a gap.
 */
package io.koel.filter.golomb;

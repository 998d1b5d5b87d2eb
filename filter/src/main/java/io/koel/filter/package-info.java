/**
 * Filters for sorted tables: approximate sets of keys that are asked before any disk read.
 *
 * <p>Begin at {@link io.koel.filter.FilterCatalog}: it makes a {@link io.koel.filter.FilterPolicy}
 * of a spec and opens a stored {@link io.koel.filter.FilterBlock}. Each way to lay out a filter is
 * a {@link io.koel.filter.FilterFamily}; those whose filters can forget keys are {@link
 * io.koel.filter.DynamicFilterFamily}.
 */
package io.koel.filter;

/**
 * Ribbon filters: fingerprints as sums of neighbouring slots, in layers.
 *
 * <p>From the outside in: the family, {@code RibbonLayout} with the payload's layout, {@code
 * RibbonLayer} with the equations of a key, {@code Banding} that solves them.
 */
package io.koel.filter.ribbon;

/**
 * The quotient filter: sorted remainders in a linear-probing table with three bits a slot.
 *
 * <p>From the outside in: the family with the payload's layout, {@code QuotientTable} with the
 * runs, {@code QuotientSlots} with the bits and remainders, {@code QuotientGeometry} with the
 * arithmetic.
 */
package io.koel.filter.quotient;

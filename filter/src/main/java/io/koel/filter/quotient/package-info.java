/** The quotient filter: sorted remainders in a linear-probing table with three bits a slot. */
package io.koel.filter.quotient;

/** Programs that must work with little memory. */
package io.koel.limits;

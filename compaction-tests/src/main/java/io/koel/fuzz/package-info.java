/** What reads bytes or text from outside, each as a function that any input may be given to. */
package io.koel.fuzz;

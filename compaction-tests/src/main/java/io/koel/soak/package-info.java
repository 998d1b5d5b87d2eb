/** {@code ./gradlew soak}: everything that may break a store, for as long as one wants. */
package io.koel.soak;

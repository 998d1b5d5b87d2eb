package io.koel.engine;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.koel.BackgroundFailure;
import java.io.IOException;
import org.junit.jupiter.api.Test;

class FailureTest {

  private final Failure failure = new Failure(() -> {});

  /** Otherwise the thread that failed would die in silence, and whoever waits for it for ever. */
  @Test
  void set_withoutMemoryToDescribeIt_isSetAllTheSame() {
    failure.set(
        "flush",
        new OutOfMemoryError() {
          private static final long serialVersionUID = 1L;

          @Override
          public String toString() {
            throw new OutOfMemoryError("not even this much");
          }
        });

    BackgroundFailure told = assertThrows(BackgroundFailure.class, failure::rethrow);
    assertInstanceOf(OutOfMemoryError.class, told.getCause());
  }

  @Test
  void set_twice_keepsTheFirst() {
    IOException first = new IOException("first");
    failure.set("flush", first);
    failure.set("compaction", new IOException("second"));

    assertEquals(first, assertThrows(BackgroundFailure.class, failure::rethrow).getCause());
  }
}

package io.koel.faults;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.koel.BackgroundFailure;
import java.io.IOException;
import org.junit.jupiter.api.Test;

class InjectedTest {

  private static final IOException FAULT = Injected.error(StorageCall.SYNC, "f");

  @Test
  void isCauseOf_faultsAndPowerCutsHoweverWrapped_isTrue() {
    assertTrue(Injected.isCauseOf(FAULT));
    assertTrue(Injected.isCauseOf(new PowerCutException()));
    assertTrue(Injected.isCauseOf(Injected.shortRead("f")));
    assertTrue(Injected.isCauseOf(Injected.fullDisk("f")));
    assertTrue(Injected.isCauseOf(new BackgroundFailure("flush", new IOException("x", FAULT))));
  }

  @Test
  void isCauseOf_anythingElse_isFalse() {
    assertFalse(Injected.isCauseOf(new IOException("Input/output error")));
    assertFalse(Injected.isCauseOf(new BackgroundFailure("flush", new NullPointerException())));
    // The text may come from an exception that is no cause.
    assertFalse(Injected.isCauseOf(new IllegalStateException("failed by " + FAULT)));
  }

  /** Giving back what a failed call had taken must not fail by itself. */
  @Test
  void isCauseOf_faultWithSomethingElseAdded_isFalse() {
    IOException failure = Injected.error(StorageCall.SYNC, "f");
    failure.addSuppressed(FAULT);
    assertTrue(Injected.isCauseOf(failure));
    failure.addSuppressed(new IllegalStateException());
    assertFalse(Injected.isCauseOf(failure));
    assertThrows(AssertionError.class, () -> Injected.requireCauseOf(failure));
  }
}

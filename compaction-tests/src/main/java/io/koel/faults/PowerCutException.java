package io.koel.faults;

import java.io.IOException;

/** The storage has no power any more. */
public final class PowerCutException extends IOException {

  private static final long serialVersionUID = 1L;

  PowerCutException() {
    super("the power is off");
  }
}

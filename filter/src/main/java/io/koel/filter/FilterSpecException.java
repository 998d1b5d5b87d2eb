package io.koel.filter;

/** A filter spec that cannot be used. The message says what was expected and where. */
public class FilterSpecException extends IllegalArgumentException {

  private static final long serialVersionUID = 1L;

  public FilterSpecException(String message) {
    super(message);
  }
}

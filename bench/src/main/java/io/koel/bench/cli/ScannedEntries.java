package io.koel.bench.cli;

import io.koel.Cursor;
import io.koel.bench.report.Json;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Iterator;
import java.util.Map;
import java.util.NoSuchElementException;

/** The first entries of a cursor as they are shown, one at a time, however many there are. */
final class ScannedEntries implements Iterator<Map<String, Object>> {

  private final Cursor cursor;
  private long left;
  private boolean isAtEntry;

  ScannedEntries(Cursor cursor, long limit) {
    this.cursor = cursor;
    this.left = limit;
  }

  @Override
  public boolean hasNext() {
    if (!isAtEntry && left > 0) {
      try {
        isAtEntry = cursor.next();
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
      left = isAtEntry ? left - 1 : 0;
    }
    return isAtEntry;
  }

  /** The entry as an object with a key and a value. */
  @Override
  public Map<String, Object> next() {
    if (!hasNext()) {
      throw new NoSuchElementException();
    }
    isAtEntry = false;
    return Json.object("key", KeyText.show(cursor.key()), "value", KeyText.show(cursor.value()));
  }
}

package io.koel.sst;

import java.io.IOException;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HexFormat;

/** An entry as tests' models keep it. */
record Entry(byte[] key, long sequence, EntryKind kind, byte[] value) {

  static final Comparator<Entry> INTERNAL_ORDER =
      Comparator.comparing(Entry::key, Arrays::compareUnsigned)
          .thenComparing(Comparator.comparingLong(Entry::sequence).reversed());

  static Entry put(String key, long sequence, String value) {
    return new Entry(key.getBytes(), sequence, EntryKind.PUT, value.getBytes());
  }

  static Entry tombstone(String key, long sequence) {
    return new Entry(key.getBytes(), sequence, EntryKind.TOMBSTONE, new byte[0]);
  }

  static Entry at(EntryCursor cursor) {
    int keyAt = cursor.keyOffset();
    int valueAt = cursor.valueOffset();
    return new Entry(
        Arrays.copyOfRange(cursor.keyArray(), keyAt, keyAt + cursor.keyLength()),
        cursor.sequence(),
        cursor.kind(),
        Arrays.copyOfRange(cursor.valueArray(), valueAt, valueAt + cursor.valueLength()));
  }

  void addTo(TableWriter writer) throws IOException {
    writer.add(key, 0, key.length, sequence, kind, value, 0, value.length);
  }

  boolean hasKey(byte[] other) {
    return Arrays.equals(key, other);
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof Entry that
        && Arrays.equals(key, that.key)
        && sequence == that.sequence
        && kind == that.kind
        && Arrays.equals(value, that.value);
  }

  @Override
  public int hashCode() {
    return Arrays.hashCode(key) * 31 + Long.hashCode(sequence);
  }

  @Override
  public String toString() {
    String shown = key.length <= 40 ? HexFormat.of().formatHex(key) : key.length + " bytes";
    return shown + "@" + sequence + " " + kind + " of " + value.length;
  }
}

package io.koel;

import java.util.AbstractMap.SimpleEntry;
import java.util.Arrays;
import java.util.Map;

/** An entry of a {@link KoelMap}, as it was found. Compares by bytes, and writes through. */
final class KoelEntry extends SimpleEntry<byte[], byte[]> {

  private static final long serialVersionUID = 1L;

  private final transient KoelMap map;

  KoelEntry(KoelMap map, byte[] key, byte[] value) {
    super(key, value);
    this.map = map;
  }

  @Override
  public byte[] setValue(byte[] value) {
    map.put(getKey(), value);
    return super.setValue(value);
  }

  @Override
  public boolean equals(Object o) {
    return o instanceof Map.Entry<?, ?> entry
        && entry.getKey() instanceof byte[] key
        && entry.getValue() instanceof byte[] value
        && Arrays.equals(key, getKey())
        && Arrays.equals(value, getValue());
  }

  @Override
  public int hashCode() {
    return Arrays.hashCode(getKey()) ^ Arrays.hashCode(getValue());
  }
}

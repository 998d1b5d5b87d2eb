package io.koel.sst;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.koel.filter.CorruptionException;
import io.koel.filter.FilterCatalog;
import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * A damaged table gives a {@link CorruptionException} that names file and offset, or the right
 * answers: never wrong ones, and no other exception.
 */
class TableDamageTest {

  private static final String NAME = "damaged.table";

  private final ByteArrayStorage storage = new ByteArrayStorage();
  private final Random random = Seed.random(getClass());

  @ParameterizedTest
  @EnumSource(Compression.class)
  void everyByte_flipped_isDetected(Compression compression) throws IOException {
    List<Entry> entries = Tables.random(random, 60);
    byte[] whole = write(compression, 512, entries);
    for (int at = 0; at < whole.length; at++) {
      byte[] damaged = whole.clone();
      damaged[at] ^= (byte) (1 << random.nextInt(8));
      assertDetected(damaged, "bit of byte " + at);
      damaged[at] = (byte) ~whole[at];
      assertDetected(damaged, "byte " + at);
    }
  }

  @Test
  void anyEnd_cutOff_isDetected() throws IOException {
    List<Entry> entries = Tables.random(random, 60);
    byte[] whole = write(Compression.LZ4, 512, entries);
    for (int length = 0; length < whole.length; length++) {
      assertDetected(Arrays.copyOf(whole, length), "cut at " + length);
    }
    assertDetected(Arrays.copyOf(whole, whole.length + 1), "one byte more");
    assertDetected(Arrays.copyOfRange(whole, 1, whole.length), "without the first byte");
  }

  @Test
  void randomMutations_ofLargerTables_areDetectedOrHarmless() throws IOException {
    for (int round = 0; round < 4; round++) {
      List<Entry> entries = Tables.random(random, 3000);
      Compression compression = Compression.values()[round % 3];
      byte[] whole = write(compression, 4096, entries);
      for (int i = 0; i < 60; i++) {
        byte[] mutated = mutate(whole);
        if (!Arrays.equals(whole, mutated)) {
          assertDetected(mutated, "mutation " + i);
        }
      }
    }
  }

  private byte[] mutate(byte[] whole) {
    byte[] bytes = whole.clone();
    int at = random.nextInt(bytes.length);
    int length = 1 + random.nextInt(Math.min(5000, bytes.length - at));
    switch (random.nextInt(4)) {
      case 0 -> Arrays.fill(bytes, at, at + length, (byte) 0);
      case 1 -> Arrays.fill(bytes, at, at + length, (byte) -1);
      case 2 -> System.arraycopy(whole, random.nextInt(bytes.length - length), bytes, at, length);
      default -> {
        for (int i = 0; i < 3; i++) {
          bytes[random.nextInt(bytes.length)] = (byte) random.nextInt(256);
        }
      }
    }
    return bytes;
  }

  @ParameterizedTest
  @EnumSource(Compression.class)
  void damagedDataBlock_otherBlocks_stillAnswer(Compression compression) throws IOException {
    List<Entry> entries = Tables.random(random, 400);
    byte[] bytes = write(compression, 256, entries);
    bytes[3] ^= 0x10;
    storage.set(NAME, bytes);
    try (TableReader reader = Tables.open(storage, NAME)) {
      assertThrows(CorruptionException.class, reader::verify);
      FoundEntry out = new FoundEntry();
      int right = 0;
      for (Entry entry : entries) {
        try {
          assertEquals(
              LookupOutcome.FOUND, Tables.find(reader, entry.key(), entry.sequence(), out));
          assertEquals(entry, new Entry(entry.key(), out.sequence(), out.kind(), out.copyValue()));
          right++;
        } catch (CorruptionException e) {
          assertNames(e, "lookup");
        }
      }
      assertTrue(right > entries.size() / 2 && right < entries.size(), "right: " + right);
    }
  }

  @Test
  void emptyOrForeignFile_isNoTable() throws IOException {
    assertDetected(new byte[0], "empty");
    assertDetected(new byte[47], "shorter than a footer");
    assertDetected(new byte[5000], "zeros");
    byte[] noise = new byte[5000];
    random.nextBytes(noise);
    assertDetected(noise, "noise");
  }

  @Test
  void otherFormatVersion_isNamed() throws IOException {
    byte[] bytes = write(Compression.NONE, 512, Tables.random(random, 10));
    int footer = bytes.length - Footer.LENGTH;
    for (int version : new int[] {1, TableFormat.VERSION + 1}) {
      Bytes.putInt(bytes, footer + 36, version);
      Bytes.putInt(bytes, footer + 32, 0);
      Bytes.putInt(bytes, footer + 32, Bytes.crc(bytes, footer, Footer.LENGTH));
      storage.set(NAME, bytes);
      CorruptionException e =
          assertThrows(CorruptionException.class, () -> Tables.open(storage, NAME));
      assertTrue(e.getMessage().contains("format version " + version), e.getMessage());
    }
  }

  private byte[] write(Compression compression, int blockSize, List<Entry> entries)
      throws IOException {
    TableOptions options =
        TableOptions.defaults()
            .withCompression(compression)
            .withBlockSize(blockSize)
            .withFilterPolicy(FilterCatalog.policy("semisorted-cuckoo(bits=13)"));
    ByteArrayStorage whole = new ByteArrayStorage();
    Tables.write(whole, NAME, options, entries);
    return whole.get(NAME);
  }

  /** Every byte of a table is covered by a checksum or holds the parts together. */
  private void assertDetected(byte[] damaged, String what) throws IOException {
    storage.set(NAME, damaged);
    CorruptionException e =
        assertThrows(
            CorruptionException.class,
            () -> {
              try (TableReader reader = Tables.open(storage, NAME)) {
                reader.verify();
              }
            },
            what);
    assertNames(e, what);
  }

  private void assertNames(CorruptionException e, String what) {
    assertTrue(
        e.getMessage().contains(NAME) && e.getMessage().contains("at offset"),
        what + ": " + e.getMessage());
  }
}

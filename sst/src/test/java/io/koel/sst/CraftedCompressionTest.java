package io.koel.sst;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.koel.filter.CorruptionException;
import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.EnumSource.Mode;

/** Compressed blocks with right checksums that nothing sensible can be made of. */
class CraftedCompressionTest {

  private static final String NAME = "t.sst";

  private final Random random = Seed.random(getClass());
  private final ByteArrayStorage storage = new ByteArrayStorage();

  @ParameterizedTest
  @EnumSource(mode = Mode.EXCLUDE, names = "NONE")
  void decompress_changedBytes_isAnAnswer(Compression compression) {
    int refused = 0;
    for (int i = 0; i < 6_000; i++) {
      byte[] plain = plain();
      byte[] compressed = compress(compression, plain);
      byte[] target = new byte[plain.length];
      assertTrue(compression.decompress(compressed, 0, compressed.length, target));
      assertArrayEquals(plain, target);
      for (int n = 1 + random.nextInt(4); n > 0; n--) {
        compressed[random.nextInt(Math.min(compressed.length, 1 << 1 + random.nextInt(12)))] =
            (byte) (random.nextBoolean() ? random.nextInt(256) : random.nextInt(3) - 1);
      }
      int length = random.nextInt(4) == 0 ? random.nextInt(compressed.length) : compressed.length;
      refused += compression.decompress(compressed, 0, length, target) ? 0 : 1;
    }
    assertTrue(refused > 600, "refused: " + refused);
  }

  private byte[] plain() {
    byte[] plain = new byte[1 + random.nextInt(1 << 1 + random.nextInt(13))];
    int letters = 1 + random.nextInt(1 << random.nextInt(9));
    for (int i = 0; i < plain.length; i++) {
      plain[i] = (byte) (i > 20 && random.nextBoolean() ? plain[i - 20] : random.nextInt(letters));
    }
    return plain;
  }

  private static byte[] compress(Compression compression, byte[] plain) {
    var compressor = compression.newCompressor();
    byte[] room = new byte[compressor.maxCompressedLength(plain.length)];
    int length = compressor.compress(plain, 0, plain.length, room, 0, room.length);
    return Arrays.copyOf(room, length);
  }

  /** What compresses best: nothing that a writer can write is refused. */
  @ParameterizedTest
  @EnumSource(mode = Mode.EXCLUDE, names = "NONE")
  void maxPlainLength_ofZeros_isNotLessThanTheyAre(Compression compression) {
    for (int length = 1; length <= 1 << 26; length = 3 * length + random.nextInt(length)) {
      int compressed = compress(compression, new byte[length]).length;
      assertTrue(compression.maxPlainLength(compressed) >= length, "length " + length);
    }
  }

  @ParameterizedTest
  @EnumSource(mode = Mode.EXCLUDE, names = "NONE")
  void find_blockThatClaimsTooMuch_isRefusedBeforeThereIsRoomForIt(Compression compression)
      throws IOException {
    assertPossible(compression, List.of(zeros(1, 1000)), 50 << 20, "50 MiB");
    // Several entries do not exceed the block size, whatever the compression can do.
    List<Entry> entries = List.of(zeros(1, 1000), zeros(2, 1000));
    assertEquals(4096, assertPossible(compression, entries, 4097, "a byte more"));
    assertPossible(compression, entries, -1, "less than nothing");
  }

  private static Entry zeros(int key, int valueLength) {
    return new Entry(new byte[] {(byte) key}, 1, EntryKind.PUT, new byte[valueLength]);
  }

  /** Changes the plain length of a table's only block; gives what the message says is possible. */
  private long assertPossible(
      Compression compression, List<Entry> entries, int claimed, String what) throws IOException {
    TableOptions options = TableOptions.defaults().withCompression(compression);
    ByteArrayStorage whole = new ByteArrayStorage();
    int end = (int) Tables.write(whole, NAME, options, entries).dataBytes();
    byte[] bytes = whole.get(NAME);
    assertEquals(
        compression.code(),
        bytes[end - TableFormat.BLOCK_TRAILER_LENGTH],
        "the block is compressed");
    Bytes.putInt(bytes, 0, claimed);
    Bytes.putInt(bytes, end - 4, Bytes.crc(bytes, 0, end - 4));
    storage.set(NAME, bytes);
    try (TableReader reader = Tables.open(storage, NAME)) {
      byte[] key = entries.get(0).key();
      String asked = refusal(() -> Tables.find(reader, key, 1, new FoundEntry()), what);
      String scanned = refusal(() -> reader.cursor(0, ReadPurpose.COMPACTION).first(), what);
      assertEquals(asked, scanned);
      assertTrue(asked.contains(NAME) && asked.contains("at offset 0"), asked);
      assertTrue(asked.contains("plain length is " + claimed + ", where at most"), asked);
      return Long.parseLong(asked.replaceAll(".*at most (\\d+) is possible", "$1"));
    }
  }

  private static String refusal(Executable reading, String what) {
    return assertThrows(CorruptionException.class, reading, what).getMessage();
  }

  @Test
  void decode_blockLongerThanAnyCanBe_isCorruption() {
    long length = 3L << 30;
    byte[] contents =
        new ByteWriter(20)
            .putInt(1)
            .putVarint(length)
            .putVarint(1)
            .putVarint(0)
            .putVarint(0)
            .putVarint(0)
            .toByteArray();
    ByteReader in = new ByteReader("index", 0, contents, contents.length);
    assertThrows(
        CorruptionException.class,
        () -> Index.decode(in, length + TableFormat.BLOCK_TRAILER_LENGTH, 1));
  }
}

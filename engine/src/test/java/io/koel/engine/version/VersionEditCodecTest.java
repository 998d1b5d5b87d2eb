package io.koel.engine.version;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.koel.engine.Seed;
import io.koel.engine.version.VersionEdit.AddTable;
import io.koel.engine.version.VersionEdit.DropTable;
import io.koel.engine.version.VersionEdit.Identity;
import io.koel.engine.version.VersionEdit.LastSequence;
import io.koel.engine.version.VersionEdit.LogNumber;
import io.koel.engine.version.VersionEdit.NextNumber;
import io.koel.engine.version.VersionEdit.SetGeneration;
import io.koel.filter.CorruptionException;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;

class VersionEditCodecTest {

  private static final List<VersionEdit> ALL =
      List.of(
          new Identity(-17L << 32 | 5),
          new NextNumber(1),
          new LogNumber(Long.MAX_VALUE),
          new LastSequence(1L << 55),
          new AddTable(
              6,
              new TableMeta(300, 1 << 26, new byte[0], new byte[] {-1, 5}, 1, 99, 50, 3, 40, 77)),
          new AddTable(
              0, new TableMeta(7, 1, new byte[200], new byte[200], 0, 0, 1, 0, 1, 0), 5, 1),
          new DropTable(3, 128),
          new SetGeneration(2, 9, 300, 12));

  @Test
  void decode_encoded_isTheSame() throws CorruptionException {
    assertEquals(ALL, VersionEditCodec.decode(VersionEditCodec.encode(ALL)));
    assertEquals(List.of(), VersionEditCodec.decode(VersionEditCodec.encode(List.of())));
  }

  @Test
  void decode_cutAnywhere_isCorruptionOrFewerEdits() {
    byte[] whole = VersionEditCodec.encode(ALL);
    Set<Integer> ends = new HashSet<>();
    for (int n = 0; n <= ALL.size(); n++) {
      ends.add(VersionEditCodec.encode(ALL.subList(0, n)).length);
    }
    for (int length = 0; length < whole.length; length++) {
      byte[] cut = Arrays.copyOf(whole, length);
      if (!ends.contains(length)) {
        assertThrows(CorruptionException.class, () -> VersionEditCodec.decode(cut));
      }
    }
  }

  @Test
  void decode_randomBytes_neverThrowsAnythingElse() {
    Random random = Seed.random("VersionEditCodecTest");
    for (int i = 0; i < 100_000; i++) {
      byte[] bytes = new byte[random.nextInt(40)];
      random.nextBytes(bytes);
      if (bytes.length > 0) {
        bytes[0] = (byte) (1 + random.nextInt(7));
      }
      try {
        VersionEditCodec.decode(bytes);
      } catch (CorruptionException e) {
        // What is expected of most of them.
      }
    }
  }

  @Test
  void decode_unknownFormat_isRefused() {
    for (byte format : new byte[] {1, 3}) {
      byte[] other = VersionEditCodec.encode(List.of(new Identity(1)));
      other[1] = format;
      CorruptionException refused =
          assertThrows(CorruptionException.class, () -> VersionEditCodec.decode(other));
      assertEquals("database format " + format + " is not known, only 2 is", refused.getMessage());
    }
  }
}

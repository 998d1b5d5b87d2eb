package io.koel.sst;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.koel.filter.CorruptionException;
import io.koel.filter.FilterBlock;
import io.koel.filter.FilterCatalog;
import io.koel.filter.FilterPolicy;
import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/**
 * A table that says something wrong of itself, with right checksums, does not pass verification.
 */
class CraftedClaimsTest {

  private static final String NAME = "t.sst";
  private static final List<String> NUMBERS =
      List.of(
          "entries",
          "tombstones",
          "distinct keys",
          "smallest sequence",
          "largest sequence",
          "raw key bytes",
          "raw value bytes",
          "plain data bytes");

  private final Random random = Seed.random(getClass());
  private final ByteArrayStorage storage = new ByteArrayStorage();
  private byte[] table;
  private Footer footer;

  private void write(FilterPolicy policy, List<Entry> entries) throws IOException {
    TableOptions options = TableOptions.defaults().withBlockSize(512).withFilterPolicy(policy);
    ByteArrayStorage whole = new ByteArrayStorage();
    Tables.write(whole, NAME, options, entries);
    table = whole.get(NAME);
    byte[] end = Arrays.copyOfRange(table, table.length - Footer.LENGTH, table.length);
    footer = Footer.decode(NAME, end, table.length);
  }

  private byte[] contents(BlockHandle handle) {
    return Arrays.copyOfRange(
        table, (int) handle.offset(), (int) handle.offset() + handle.length());
  }

  /** Lays the table out anew, with another filter, index and properties. */
  private void rewrite(byte[] filter, byte[] index, byte[] properties) throws IOException {
    if (storage.list().contains(NAME)) {
      storage.delete(NAME);
    }
    WritableFile file = storage.create(NAME);
    file.append(table, 0, (int) footer.filterOffset());
    BlockWriter out = new BlockWriter(file, Compression.NONE);
    if (filter != null) {
      out.writePlain(filter);
    }
    long indexOffset = out.position();
    out.writePlain(index);
    long propertiesOffset = out.position();
    out.writePlain(properties);
    out.finish(
        new Footer(footer.filterOffset(), indexOffset, propertiesOffset, out.position()).encode());
  }

  private void verify() throws IOException {
    try (TableReader reader = Tables.open(storage, NAME)) {
      reader.verify();
    }
  }

  private void assertNoticed(String what) {
    CorruptionException e = assertThrows(CorruptionException.class, this::verify, what);
    assertTrue(e.getMessage().contains(NAME + ": "), e.getMessage());
    assertTrue(e.getMessage().contains("at offset"), e.getMessage());
  }

  @Test
  void verify_anyWrongProperty_isNoticed() throws IOException {
    write(FilterPolicy.none(), Tables.random(random, 200));
    byte[] index = contents(footer.index());
    byte[] right = contents(footer.properties());
    Claims claims = new Claims(right);
    assertArrayEquals(right, claims.encode());
    rewrite(null, index, right);
    verify();
    for (int i = 0; i < NUMBERS.size(); i++) {
      for (int difference : new int[] {-1, 1}) {
        claims.numbers[i] += difference;
        if (claims.numbers[i] >= 0) {
          rewrite(null, index, claims.encode());
          assertNoticed(NUMBERS.get(i) + " by " + difference);
        }
        claims.numbers[i] -= difference;
      }
    }
    claims.numbers[9] = 300;
    rewrite(null, index, claims.encode());
    assertNoticed("block size");
    claims.numbers[9] = 512;
    claims.seed++;
    rewrite(null, index, claims.encode());
    assertNoticed("hash seed");
    claims.seed--;
    claims.dataBlocks++;
    rewrite(null, index, claims.encode());
    assertNoticed("data blocks");
    claims.dataBlocks--;
    byte[] largest = claims.largest;
    claims.largest = Arrays.copyOf(largest, largest.length + 1);
    rewrite(null, index, claims.encode());
    assertNoticed("largest key");
    claims.largest = largest;
    claims.smallest = Arrays.copyOf(claims.smallest, claims.smallest.length + 1);
    rewrite(null, index, claims.encode());
    assertNoticed("smallest key");
  }

  /** What a properties block says, in its order. */
  private static final class Claims {

    final long[] numbers = new long[10];
    final int compression;
    long seed;
    long dataBlocks;
    byte[] smallest;
    byte[] largest;
    final byte[] spec;

    Claims(byte[] contents) throws IOException {
      ByteReader in = new ByteReader("properties", 0, contents, contents.length);
      for (int i = 0; i < numbers.length; i++) {
        numbers[i] = in.varint();
      }
      compression = in.u8();
      seed = in.u64();
      dataBlocks = in.varint();
      smallest = in.sized(TableFormat.MAX_KEY_LENGTH);
      largest = in.sized(TableFormat.MAX_KEY_LENGTH);
      spec = in.sized(100);
    }

    byte[] encode() {
      ByteWriter out = new ByteWriter(100);
      for (long number : numbers) {
        out.putVarint(number);
      }
      out.put(compression).putLong(seed).putVarint(dataBlocks);
      return out.putSized(smallest).putSized(largest).putSized(spec).toByteArray();
    }
  }

  @Test
  void verify_lastSeparatorThatIsNotTheLargestKey_isNoticed() throws IOException {
    write(FilterPolicy.none(), List.of(Entry.put("koel", 2, "bird"), Entry.put("kudu", 1, "")));
    int length = (int) footer.filterOffset() - TableFormat.BLOCK_TRAILER_LENGTH;
    for (String key : List.of("kudu", "kudv", "kudu0", "z")) {
      for (int sequence = 0; sequence < 2; sequence++) {
        Index.Builder index = new Index.Builder();
        index.add(length, 2, key.getBytes(), sequence);
        rewrite(null, index.finish(), contents(footer.properties()));
        if (key.equals("kudu") && sequence == 0) {
          verify();
        } else {
          assertNoticed(key + " " + sequence);
        }
      }
    }
  }

  @Test
  void verify_filterOfAnotherNumberOfKeys_isNoticedThoughItsFamilyIsUnknown() throws IOException {
    write(FilterCatalog.policy("bloom(bits=10)"), Tables.random(random, 200));
    FilterBlock right = FilterBlock.decode(contents(footer.filter()));
    byte[] index = contents(footer.index());
    byte[] properties = contents(footer.properties());
    for (long keys : new long[] {right.keyCount(), right.keyCount() + 1}) {
      FilterBlock unknown =
          new FilterBlock("of-tomorrow", 1, right.hashSeed(), keys, right.payload());
      rewrite(unknown.encode(), index, properties);
      if (keys == right.keyCount()) {
        verify();
      } else {
        assertNoticed("keys");
      }
    }
  }
}

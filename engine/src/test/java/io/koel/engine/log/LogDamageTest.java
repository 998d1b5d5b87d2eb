package io.koel.engine.log;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.koel.engine.Seed;
import io.koel.engine.log.LogFixture.Reading;
import io.koel.filter.CorruptionException;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a reader makes of logs that a crash tore, and of logs that a disk damaged. */
class LogDamageTest {

  private static final long LOG = 77;

  @TempDir Path directory;

  private final MemoryFile file = new MemoryFile();
  private final LogWriter writer = new LogWriter(file, LOG);
  private final List<byte[]> records = new ArrayList<>();
  private final List<Integer> ends = new ArrayList<>(List.of(LogFormat.FILE_HEADER_LENGTH));

  @Test
  void read_cutAnywhere_givesTheRecordsBeforeTheCut() throws Exception {
    append(10, 0, 33_000, 200);
    byte[] bytes = file.bytes();
    for (int length = 0; length <= bytes.length; length++) {
      if (length > 300 && length < 32_500 || length > 33_000 && length % 8 != 0) {
        continue; // Inside of payloads, not every byte is a case of its own.
      }
      Reading reading = read(Arrays.copyOf(bytes, length));
      int whole = wholeRecords(length);
      assertGivesFirst(whole, reading);
      boolean atAnEnd = length == 0 || ends.contains(length);
      assertEquals(atAnEnd, reading.torn().isEmpty(), "cut at " + length);
    }
  }

  @Test
  void read_unsyncedAndAnyByteChanged_givesTheRecordsBefore() throws Exception {
    append(10, 0, 300, 20);
    byte[] bytes = file.bytes();
    for (int at = 0; at < bytes.length; at++) {
      byte[] changed = bytes.clone();
      changed[at] ^= (byte) (1 + at % 255);
      Reading reading = read(changed);
      assertGivesFirst(at < ends.get(0) ? 0 : wholeRecords(at), reading);
      assertTrue(reading.torn().isPresent());
    }
  }

  @Test
  void read_syncedAndAnyByteChanged_isCorruptionWithFileAndOffset() throws Exception {
    append(10, 0, 300);
    writer.sync();
    append(20);
    byte[] bytes = file.bytes();
    int lastSynced = ends.get(3);
    for (int at = 0; at < bytes.length; at++) {
      byte[] changed = bytes.clone();
      changed[at] ^= (byte) (1 + at % 255);
      if (at >= lastSynced) {
        assertGivesFirst(3, read(changed));
        continue;
      }
      CorruptionException e = assertThrows(CorruptionException.class, () -> read(changed));
      int bad = at < ends.get(0) ? 0 : ends.get(wholeRecords(at));
      assertTrue(e.getMessage().contains("some.log at offset " + bad + ":"), e.getMessage());
    }
  }

  @Test
  void read_goodRecordAfterAnUnsyncedBadOne_isTornBeforeTheBadOne() throws Exception {
    append(100, 100);
    writer.sync();
    append(100, 100, 100);
    byte[] bytes = file.bytes();
    Arrays.fill(bytes, ends.get(3), ends.get(4), (byte) 0);

    Reading reading = read(bytes);

    assertGivesFirst(3, reading);
    assertEquals((long) ends.get(3), reading.validLength());
    assertEquals((long) ends.get(2), reading.syncedLength());
    assertTrue(reading.torn().orElseThrow().contains("offset " + ends.get(3)));
  }

  @Test
  void read_badBlockFarBeforeASyncedOne_isCorruption() throws Exception {
    append(100_000, 50);
    writer.sync();
    append(40_000);
    byte[] bytes = file.bytes();
    Arrays.fill(bytes, 40_000, 40_512, (byte) 0x55);
    CorruptionException e = assertThrows(CorruptionException.class, () -> read(bytes));
    assertTrue(e.getMessage().contains("offset 32768"), e.getMessage());
  }

  @Test
  void read_zerosOrGarbageAfterTheEnd_endsThere() throws Exception {
    Random random = Seed.random("read_zerosOrGarbageAfterTheEnd_endsThere");
    append(100, 40_000);
    writer.sync();
    byte[] bytes = file.bytes();
    for (int round = 0; round < 20; round++) {
      byte[] longer = Arrays.copyOf(bytes, bytes.length + 1 + random.nextInt(200_000));
      if (round > 0) {
        for (int i = bytes.length; i < longer.length; i++) {
          longer[i] = (byte) random.nextInt();
        }
      }
      Reading reading = read(longer);
      assertGivesFirst(2, reading);
      assertEquals(bytes.length, reading.validLength());
      assertEquals(round > 0, reading.torn().isPresent());
    }
  }

  @Test
  void read_finishedAndItsLastRecordChanged_isCorruption() throws Exception {
    append(100, 100);
    writer.finish();
    byte[] bytes = file.bytes();
    assertGivesFirst(2, read(bytes));
    bytes[ends.get(1) + 50] ^= 1;
    assertThrows(CorruptionException.class, () -> read(bytes));
  }

  @Test
  void append_afterFinish_isRefused() throws Exception {
    append(10);
    writer.finish();
    assertThrows(IOException.class, () -> writer.append(new byte[1], 0, 1));
  }

  @Test
  void read_leftoversOfAnotherLog_areNotItsRecords() throws Exception {
    append(100);
    MemoryFile older = new MemoryFile();
    LogWriter olderWriter = new LogWriter(older, LOG - 1);
    for (int i = 0; i < 3; i++) {
      olderWriter.append(LogFixture.record(i, 100), 0, 100);
      olderWriter.sync();
    }
    byte[] recycled = older.bytes();
    System.arraycopy(file.bytes(), 0, recycled, 0, (int) file.size());

    Reading reading = read(recycled);

    assertGivesFirst(1, reading);
    assertEquals(file.size(), reading.validLength());
  }

  @Test
  void read_fragmentAtAnotherPlace_isNotARecord() throws Exception {
    append(100, 100, 100);
    byte[] bytes = file.bytes();
    System.arraycopy(bytes, ends.get(1), bytes, ends.get(2), 111);
    assertGivesFirst(2, read(bytes));
  }

  @Test
  void open_anotherLogsFile_isCorruptionThatNamesBoth() throws Exception {
    append(10);
    CorruptionException e =
        assertThrows(
            CorruptionException.class, () -> LogFixture.read(directory, file.bytes(), LOG + 1));
    assertTrue(e.getMessage().contains("77") && e.getMessage().contains("78"), e.getMessage());
  }

  @Test
  void read_recordWithoutItsLastFragment_isTornAtTheFirst() throws Exception {
    append(10, 100_000);
    byte[] bytes = file.bytes();
    bytes[bytes.length - 1] ^= 1;
    Reading reading = read(bytes);
    assertGivesFirst(1, reading);
    assertEquals((long) ends.get(1), reading.validLength());
    assertFalse(reading.torn().isEmpty());
  }

  private void append(int... lengths) throws IOException {
    for (int length : lengths) {
      byte[] record = LogFixture.record(records.size(), length);
      writer.append(record, 0, length);
      records.add(record);
      ends.add((int) writer.size());
    }
    writer.flush();
  }

  private Reading read(byte[] bytes) throws IOException {
    return LogFixture.read(directory, bytes, LOG);
  }

  private int wholeRecords(int length) {
    return (int) ends.stream().skip(1).filter(end -> end <= length).count();
  }

  private void assertGivesFirst(int count, Reading reading) {
    assertEquals(count, reading.records().size());
    for (int i = 0; i < count; i++) {
      assertArrayEquals(records.get(i), reading.records().get(i), "record " + i);
    }
  }
}

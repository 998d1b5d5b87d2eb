package io.koel.engine.log;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.koel.engine.Seed;
import io.koel.engine.log.LogFixture.Reading;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LogRoundTripTest {

  @TempDir Path directory;

  @Test
  void read_recordsOfAnyLength_givesThem() throws Exception {
    Random random = Seed.random("read_recordsOfAnyLength_givesThem");
    for (int round = 0; round < 30; round++) {
      MemoryFile file = new MemoryFile();
      LogWriter writer = new LogWriter(file, 9);
      List<byte[]> expected = new ArrayList<>();
      for (int i = random.nextInt(30); i >= 0; i--) {
        byte[] record = LogFixture.record(i, random.nextInt(1 << random.nextInt(19)));
        expected.add(record);
        writer.append(record, 0, record.length);
        switch (random.nextInt(8)) {
          case 0 -> writer.sync();
          case 1, 2, 3 -> writer.flush();
          default -> {}
        }
      }
      writer.flush();
      assertEquals(writer.size(), file.size());
      assertRecords(expected, LogFixture.read(directory, file.bytes(), 9));
    }
  }

  @Test
  void read_recordThatEndsAnywhereNearABlocksEnd_givesItAndTheNext() throws Exception {
    int first = LogFormat.BLOCK_LENGTH - LogFormat.FILE_HEADER_LENGTH;
    for (int length = first - 30; length <= first; length++) {
      MemoryFile file = new MemoryFile();
      LogWriter writer = new LogWriter(file, 1);
      List<byte[]> expected =
          List.of(LogFixture.record(1, length), LogFixture.record(2, 100), new byte[0]);
      for (byte[] record : expected) {
        writer.append(record, 0, record.length);
      }
      writer.finish();
      Reading reading = LogFixture.read(directory, file.bytes(), 1);
      assertRecords(expected, reading);
      assertEquals(file.size(), reading.validLength());
    }
  }

  @Test
  void read_emptyLog_givesNothingAndIsNotTorn() throws Exception {
    MemoryFile file = new MemoryFile();
    new LogWriter(file, 1).flush();
    assertRecords(List.of(), LogFixture.read(directory, file.bytes(), 1));
    assertRecords(List.of(), LogFixture.read(directory, new byte[0], 1));
  }

  @Test
  void flush_manySmallRecords_isOneWrite() throws Exception {
    MemoryFile file = new MemoryFile();
    LogWriter writer = new LogWriter(file, 1);
    for (int i = 0; i < 500; i++) {
      writer.append(LogFixture.record(i, 100), 0, 100);
    }
    assertEquals(0, file.appends());
    writer.flush();
    writer.flush();
    assertEquals(1, file.appends());
    assertEquals(0, file.syncs());
  }

  @Test
  void sync_withNothingNew_isNotRepeated() throws Exception {
    MemoryFile file = new MemoryFile();
    LogWriter writer = new LogWriter(file, 1);
    writer.append(new byte[5], 0, 5);
    writer.sync();
    writer.sync();
    assertEquals(1, file.syncs());
    assertEquals(file.size(), file.syncedLength());
  }

  @Test
  void append_afterAFailedWrite_failsWithTheCause() throws Exception {
    MemoryFile file = new MemoryFile();
    LogWriter writer = new LogWriter(file, 3);
    IOException cause = new IOException("no space");
    file.beforeAppend(
        () -> {
          throw cause;
        });
    writer.append(new byte[5], 0, 5);
    assertEquals(cause, assertThrows(IOException.class, writer::flush));
    file.beforeAppend(() -> {});
    for (int i = 0; i < 2; i++) {
      IOException e = assertThrows(IOException.class, () -> writer.append(new byte[5], 0, 5));
      assertEquals(cause, e.getCause());
      assertTrue(e.getMessage().contains("log 3") && e.getMessage().contains("no space"));
    }
    assertEquals(0, file.size());
  }

  @Test
  void sync_afterAFailedSync_isNeverTriedAgain() throws Exception {
    MemoryFile file = new MemoryFile();
    LogWriter writer = new LogWriter(file, 3);
    IOException cause = new IOException("bad disk");
    file.beforeSync(
        () -> {
          throw cause;
        });
    writer.append(new byte[5], 0, 5);
    assertThrows(IOException.class, writer::sync);
    file.beforeSync(() -> {});
    assertEquals(cause, assertThrows(IOException.class, writer::sync).getCause());
    assertEquals(1, file.syncs());
    writer.close();
    assertTrue(file.isClosed());
  }

  @Test
  void sync_ofAChain_syncsOlderLogsFirst() throws Exception {
    MemoryFile[] files = {new MemoryFile(), new MemoryFile(), new MemoryFile()};
    List<Integer> synced = new ArrayList<>();
    for (int i = 0; i < 3; i++) {
      int number = i;
      files[i].beforeSync(() -> synced.add(number));
    }
    LogChain chain = new LogChain(new LogWriter(files[0], 10));
    for (int i = 0; i < 3; i++) {
      chain.append(new byte[9], 0, 9);
      if (i < 2) {
        chain.rotate(new LogWriter(files[i + 1], 11 + i));
      }
    }
    chain.release(10);
    assertTrue(files[0].isClosed() && !files[1].isClosed());
    chain.sync();
    chain.sync();
    assertEquals(List.of(1, 2), synced);
    assertEquals(12, chain.newestNumber());
    chain.close();
    assertTrue(files[1].isClosed() && files[2].isClosed());
  }

  private static void assertRecords(List<byte[]> expected, Reading reading) {
    assertEquals(expected.size(), reading.records().size());
    for (int i = 0; i < expected.size(); i++) {
      assertArrayEquals(expected.get(i), reading.records().get(i), "record " + i);
    }
    assertTrue(reading.torn().isEmpty(), () -> reading.torn().toString());
  }
}

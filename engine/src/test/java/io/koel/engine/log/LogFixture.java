package io.koel.engine.log;

import io.koel.sst.FileStorage;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/** Writes logs in memory and reads their bytes back, whatever has become of them. */
public final class LogFixture {

  /** What reading a log gave. */
  public record Reading(
      List<byte[]> records, long validLength, long syncedLength, Optional<String> torn) {}

  private LogFixture() {}

  /** Reads bytes as a log. */
  public static Reading read(Path directory, byte[] bytes, long logNumber) throws IOException {
    Files.write(directory.resolve("some.log"), bytes);
    List<byte[]> records = new ArrayList<>();
    try (LogReader reader = LogReader.open(FileStorage.at(directory), "some.log", logNumber)) {
      while (reader.next()) {
        int from = reader.recordOffset();
        records.add(Arrays.copyOfRange(reader.record(), from, from + reader.recordLength()));
      }
      return new Reading(records, reader.validLength(), reader.syncedLength(), reader.torn());
    }
  }

  /** A record of its own for each number. */
  public static byte[] record(int number, int length) {
    byte[] record = new byte[length];
    for (int i = 0; i < length; i++) {
      record[i] = (byte) (number * 31 + i * 7 + (i >> 8));
    }
    return record;
  }
}

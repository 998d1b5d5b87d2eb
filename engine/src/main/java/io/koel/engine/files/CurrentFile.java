package io.koel.engine.files;

import io.koel.filter.CorruptionException;
import io.koel.sst.ReadMode;
import io.koel.sst.ReadableFile;
import io.koel.sst.Storage;
import io.koel.sst.WritableFile;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.OptionalLong;
import java.util.zip.CRC32C;

/**
 * The file CURRENT: one line with the name of the manifest that counts and the CRC-32C of that
 * name.
 *
 * <pre>
 * MANIFEST-000001 5d34ef0a\n
 * </pre>
 */
public final class CurrentFile {

  private static final int MAX_LENGTH = 64;

  private CurrentFile() {}

  /**
   * Lets CURRENT name another manifest: durably, and at any instant it is the old or the new one.
   */
  public static void swap(Storage storage, long manifestNumber) throws IOException {
    if (storage.list().contains(FileNames.CURRENT_TEMPORARY)) {
      storage.delete(FileNames.CURRENT_TEMPORARY);
    }
    byte[] line = line(FileNames.manifest(manifestNumber));
    try (WritableFile file = storage.create(FileNames.CURRENT_TEMPORARY)) {
      file.append(line, 0, line.length);
      file.sync();
    }
    storage.rename(FileNames.CURRENT_TEMPORARY, FileNames.CURRENT);
    storage.syncDirectory();
  }

  /** The number of the manifest that counts. */
  public static long read(Storage storage) throws IOException {
    try (ReadableFile file = storage.open(FileNames.CURRENT, ReadMode.BUFFERED)) {
      byte[] line = new byte[(int) Math.min(file.size(), MAX_LENGTH)];
      file.readFully(0, line, 0, line.length);
      String text = new String(line, StandardCharsets.ISO_8859_1);
      int end = text.indexOf(' ');
      OptionalLong number = FileNames.manifestNumber(text.substring(0, Math.max(end, 0)));
      if (number.isEmpty()
          || !text.equals(
              new String(
                  line(FileNames.manifest(number.getAsLong())), StandardCharsets.ISO_8859_1))) {
        throw new CorruptionException(
            storage.describe(FileNames.CURRENT) + " does not name a manifest");
      }
      return number.getAsLong();
    }
  }

  private static byte[] line(String manifest) {
    CRC32C crc = new CRC32C();
    crc.update(manifest.getBytes(StandardCharsets.US_ASCII));
    return String.format(Locale.ROOT, "%s %08x\n", manifest, crc.getValue())
        .getBytes(StandardCharsets.US_ASCII);
  }
}

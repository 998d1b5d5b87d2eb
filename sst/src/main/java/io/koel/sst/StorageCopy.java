package io.koel.sst;

import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.NoSuchFileException;

/** Copies files between storages that share no file system. */
final class StorageCopy {

  private static final int CHUNK_IN_BYTES = 1 << 20;

  private StorageCopy() {}

  /** Copies and syncs one file; when that fails, no part of it stays. */
  static void copy(Storage source, String name, Storage target) throws IOException {
    try (ReadableFile in = source.open(name, ReadMode.BUFFERED)) {
      try (WritableFile out = target.create(name)) {
        copyAll(in, out);
        out.sync();
      } catch (FileAlreadyExistsException e) {
        throw e;
      } catch (IOException | RuntimeException e) {
        try {
          target.delete(name);
        } catch (NoSuchFileException gone) {
          // Creating it was what failed.
        } catch (IOException also) {
          e.addSuppressed(also);
        }
        throw e;
      }
    }
  }

  /** Appends all of a file to another. */
  static void copyAll(ReadableFile in, WritableFile out) throws IOException {
    long size = in.size();
    byte[] chunk = new byte[(int) Math.min(size, CHUNK_IN_BYTES)];
    for (long at = 0; at < size; ) {
      int length = (int) Math.min(chunk.length, size - at);
      in.readFully(at, chunk, 0, length);
      out.append(chunk, 0, length);
      at += length;
    }
  }
}

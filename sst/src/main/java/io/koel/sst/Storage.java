package io.koel.sst;

import java.io.IOException;
import java.util.List;

/**
 * One directory of files: all that Koel asks of a file system.
 *
 * <p>Files are known by plain names. A name that is empty, {@code .} or {@code ..}, or that holds a
 * separator is refused with an {@link IllegalArgumentException}. Symbolic links are never followed,
 * so that nothing outside of the directory is read or written.
 *
 * <p>Thread-safe.
 */
public interface Storage {

  /**
   * Makes a new, empty file.
   *
   * @throws java.nio.file.FileAlreadyExistsException if there is one of this name
   */
  WritableFile create(String name) throws IOException;

  /**
   * Makes a new, empty file that takes many small appends well. Until it is closed, and after a
   * crash, zeros may follow what was appended.
   *
   * @throws java.nio.file.FileAlreadyExistsException if there is one of this name
   */
  default WritableFile createLog(String name) throws IOException {
    return create(name);
  }

  /**
   * Opens a file for reading.
   *
   * @throws java.nio.file.NoSuchFileException if it is missing
   * @throws IOException also if the file system refuses {@link ReadMode#DIRECT}
   */
  ReadableFile open(String name, ReadMode mode) throws IOException;

  /** Gives a file another name, atomically. A file that had this name is gone. */
  void rename(String from, String to) throws IOException;

  /**
   * Deletes a file.
   *
   * @throws java.nio.file.NoSuchFileException if it is missing
   */
  void delete(String name) throws IOException;

  /** The names of all that is here, sorted; what is not a plain file cannot be opened. */
  List<String> list() throws IOException;

  /**
   * A file's length in bytes.
   *
   * @throws java.nio.file.NoSuchFileException if it is missing
   */
  long size(String name) throws IOException;

  /** Returns when all creations, renames and deletions so far survive a loss of power. */
  void syncDirectory() throws IOException;

  /**
   * Takes the exclusive lock of this name, against other processes and against others in this one.
   * The file that stands for it stays when the lock is given back.
   *
   * @throws StorageLockedException at once if somebody else holds it
   */
  StorageLock lock(String name) throws IOException;

  /**
   * Takes the lock of this name together with others who share it: against all, here and in other
   * processes, who want it by {@link #lock}. No file is made or changed.
   *
   * @throws StorageLockedException at once if somebody holds it by {@link #lock}
   * @throws java.nio.file.NoSuchFileException if nobody ever took {@link #lock} here, so that there
   *     is no file that stands for it
   */
  StorageLock lockShared(String name) throws IOException;

  /**
   * Lets a file appear in another directory too, under the same name: as a hard link where that is
   * possible, else as a synced copy. The target's directory is not synced.
   *
   * <p>REQUIRES: nobody writes to the file any more.
   *
   * @throws java.nio.file.FileAlreadyExistsException if the target has a file of this name
   */
  void link(String name, Storage target) throws IOException;

  /** A file's full name for messages, such as {@code dir/name}. */
  String describe(String name);
}

package io.koel.sst;

import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.AtomicMoveNotSupportedException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.List;
import java.util.stream.Stream;

/** A directory of the file system. */
public final class FileStorage implements Storage {

  private static final boolean CAN_DELETE_MAPPED_FILES = File.separatorChar == '/';

  private final Path directory;

  private FileStorage(Path directory) {
    this.directory = directory;
  }

  /**
   * An existing directory.
   *
   * @throws NoSuchFileException if it is missing
   * @throws NotDirectoryException if it is something else
   */
  public static FileStorage at(Path directory) throws IOException {
    BasicFileAttributes attributes = Files.readAttributes(directory, BasicFileAttributes.class);
    if (!attributes.isDirectory()) {
      throw new NotDirectoryException(directory.toString());
    }
    return new FileStorage(directory);
  }

  /**
   * A directory that is made, durably, if it is missing.
   *
   * @throws NotDirectoryException if it is something else, also a link to nothing
   */
  public static FileStorage create(Path directory) throws IOException {
    if (!Files.isDirectory(directory)) {
      // Asked again: somebody else may just have made it.
      if (Files.exists(directory, LinkOption.NOFOLLOW_LINKS) && !Files.isDirectory(directory)) {
        throw new NotDirectoryException(directory.toString());
      }
      Path existing = directory.toAbsolutePath();
      while (!Files.exists(existing)) {
        existing = existing.getParent();
      }
      Files.createDirectories(directory);
      for (Path made = directory.toAbsolutePath(); !made.equals(existing); ) {
        made = made.getParent();
        syncDirectory(made);
      }
    }
    return at(directory);
  }

  /** The directory. */
  public Path directory() {
    return directory;
  }

  @Override
  public WritableFile create(String name) throws IOException {
    return new AppendingFile(path(name));
  }

  @Override
  public WritableFile createLog(String name) throws IOException {
    // Elsewhere a file cannot be deleted or cut off for as long as it is mapped.
    return CAN_DELETE_MAPPED_FILES ? new MappedLogFile(path(name)) : create(name);
  }

  @Override
  public ReadableFile open(String name, ReadMode mode) throws IOException {
    Path path = path(name);
    requirePlain(path);
    return mode == ReadMode.DIRECT ? new DirectFile(path) : new BufferedFile(path);
  }

  @Override
  public void rename(String from, String to) throws IOException {
    Path source = path(from);
    Path target = path(to);
    requirePlain(source);
    try {
      Files.move(
          source, target, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
    } catch (AtomicMoveNotSupportedException e) {
      throw new FileSystemException(from, to, "the file system cannot rename atomically");
    }
  }

  @Override
  public void delete(String name) throws IOException {
    Files.delete(path(name));
  }

  @Override
  public List<String> list() throws IOException {
    try (Stream<Path> paths = Files.list(directory)) {
      return paths.map(path -> path.getFileName().toString()).sorted().toList();
    } catch (UncheckedIOException e) {
      throw e.getCause();
    }
  }

  @Override
  public long size(String name) throws IOException {
    return requirePlain(path(name)).size();
  }

  @Override
  public void syncDirectory() throws IOException {
    syncDirectory(directory);
  }

  private static void syncDirectory(Path directory) throws IOException {
    try (SyncChannel channel = SyncChannel.ofDirectory(directory)) {
      channel.sync();
    }
  }

  @Override
  public StorageLock lock(String name) throws IOException {
    return FileLocks.lock(path(name));
  }

  @Override
  public StorageLock lockShared(String name) throws IOException {
    return FileLocks.lockShared(path(name));
  }

  @Override
  public void link(String name, Storage target) throws IOException {
    Path source = path(name);
    requirePlain(source);
    if (target instanceof FileStorage other && hardLink(source, other.path(name))) {
      return;
    }
    StorageCopy.copy(this, name, target);
  }

  private static boolean hardLink(Path source, Path target) throws IOException {
    try {
      Files.createLink(target, source);
      return true;
    } catch (FileAlreadyExistsException | NoSuchFileException e) {
      throw e;
    } catch (UnsupportedOperationException | FileSystemException e) {
      // Another device, or a file system without links; if it was something else, copying says so.
      return false;
    }
  }

  @Override
  public String describe(String name) {
    return path(name).toString();
  }

  private Path path(String name) {
    requirePlainName(name);
    return directory.resolve(name);
  }

  static void requirePlainName(String name) {
    if (name.isEmpty()
        || name.equals(".")
        || name.equals("..")
        || name.indexOf('/') >= 0
        || name.indexOf('\\') >= 0
        || name.indexOf('\0') >= 0) {
      throw new IllegalArgumentException("'" + name + "' is not a plain file name");
    }
  }

  /** Refuses what is not a plain file, also a link to one; opening it could wait for ever. */
  static BasicFileAttributes requirePlain(Path path) throws IOException {
    BasicFileAttributes attributes =
        Files.readAttributes(path, BasicFileAttributes.class, LinkOption.NOFOLLOW_LINKS);
    if (!attributes.isRegularFile()) {
      throw new FileSystemException(path.toString(), null, "is not a plain file");
    }
    return attributes;
  }

  @Override
  public String toString() {
    return directory.toString();
  }
}

package io.koel.sst;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.NoSuchFileException;
import java.util.List;
import org.junit.jupiter.api.Test;

class OverlayStorageTest extends StorageContractTest {

  private final ByteArrayStorage base = new ByteArrayStorage();

  @Override
  protected Storage newStorage() {
    return new OverlayStorage(new ByteArrayStorage());
  }

  @Test
  void anyChange_ofTheOverlay_leavesTheBaseAsItWas() throws IOException {
    write(base, "a", "first");
    write(base, "b", "second");
    write(base, "c", "third");
    Storage overlay = new OverlayStorage(base);
    overlay.delete("a");
    write(overlay, "a", "new");
    overlay.rename("b", "c");
    write(overlay, "d", "fourth");
    overlay.rename("d", "e");
    assertEquals(List.of("a", "c", "e"), overlay.list());
    assertEquals("new", read(overlay, "a"));
    assertEquals("second", read(overlay, "c"));
    assertEquals("fourth", read(overlay, "e"));

    assertEquals(List.of("a", "b", "c"), base.list());
    assertEquals("first", read(base, "a"));
    assertEquals("second", read(base, "b"));
    assertEquals("third", read(base, "c"));
  }

  @Test
  void delete_fileOfTheBase_isMissingFromThenOn() throws IOException {
    write(base, "a", "first");
    Storage overlay = new OverlayStorage(base);
    overlay.delete("a");
    assertThrows(NoSuchFileException.class, () -> overlay.open("a", ReadMode.BUFFERED));
    assertThrows(NoSuchFileException.class, () -> overlay.size("a"));
    assertThrows(NoSuchFileException.class, () -> overlay.delete("a"));
    assertThrows(NoSuchFileException.class, () -> overlay.link("a", new ByteArrayStorage()));
  }

  @Test
  void create_nameOfTheBase_isRefused() throws IOException {
    write(base, "a", "first");
    assertThrows(
        FileAlreadyExistsException.class, () -> new OverlayStorage(base).create("a").close());
  }

  @Test
  void lock_heldOnTheBase_isRefused() throws IOException {
    Storage overlay = new OverlayStorage(base);
    StorageLock held = base.lock("LOCK");
    assertThrows(StorageLockedException.class, () -> overlay.lock("LOCK"));
    held.close();
    overlay.lock("LOCK").close();
  }

  @Test
  void link_fileOfEitherLayer_reachesTheTarget() throws IOException {
    write(base, "a", "below");
    Storage overlay = new OverlayStorage(base);
    write(overlay, "b", "above");
    ByteArrayStorage target = new ByteArrayStorage();
    overlay.link("a", target);
    overlay.link("b", target);
    assertArrayEquals("below".getBytes(StandardCharsets.UTF_8), target.get("a"));
    assertArrayEquals("above".getBytes(StandardCharsets.UTF_8), target.get("b"));
  }
}

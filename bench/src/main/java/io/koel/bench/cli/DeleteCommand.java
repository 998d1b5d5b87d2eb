package io.koel.bench.cli;

import io.koel.Durability;
import io.koel.Koel;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** {@code koel delete}. */
@Command(
    name = "delete",
    description = "Takes a key away, if it is there, and waits for the disk.",
    footerHeading = "%nExample:%n",
    footer = {"  koel delete data apple"})
final class DeleteCommand extends DatabaseCommand {

  @Parameters(index = "1", paramLabel = "KEY", description = "The key, as text or 0x...")
  private String key;

  @Override
  public Integer call() throws Exception {
    byte[] keyBytes = KeyText.parse(key);
    try (Koel db = openExisting()) {
      db.delete(keyBytes, Durability.SYNC);
    }
    return KoelCommand.OK;
  }
}

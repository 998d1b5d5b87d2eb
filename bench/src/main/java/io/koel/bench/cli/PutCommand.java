package io.koel.bench.cli;

import io.koel.Durability;
import io.koel.Koel;
import io.koel.bench.engine.KoelFiles;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** {@code koel put}. */
@Command(
    name = "put",
    description = {
      "Gives a key a value, and waits for the disk. Makes the database if it is missing.",
      "Keys and values are text, or bytes as 0x and hexadecimal digits."
    },
    footerHeading = "%nExamples:%n",
    footer = {"  koel put data apple red", "  koel put data 0x00ff 0xcafe"})
final class PutCommand extends DatabaseCommand {

  @Parameters(index = "1", paramLabel = "KEY", description = "The key.")
  private String key;

  @Parameters(index = "2", paramLabel = "VALUE", description = "Its value.")
  private String value;

  @Override
  public Integer call() throws Exception {
    byte[] keyBytes = KeyText.parse(key);
    byte[] valueBytes = KeyText.parse(value);
    try (Koel db = KoelFiles.hasRoom(dir) ? Koel.open(dir) : openExisting()) {
      db.put(keyBytes, valueBytes, Durability.SYNC);
    }
    return KoelCommand.OK;
  }
}

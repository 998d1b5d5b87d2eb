package io.koel.bench.cli;

import io.koel.Koel;
import io.koel.bench.report.Json;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** {@code koel get}. */
@Command(
    name = "get",
    description = "Prints a key's value. The exit code is 1 if the key is not there.",
    footerHeading = "%nExamples:%n",
    footer = {"  koel get data apple", "  koel get data 0x00ff --json"})
final class GetCommand extends DatabaseCommand {

  @Parameters(index = "1", paramLabel = "KEY", description = "The key, as text or 0x...")
  private String key;

  @Override
  public Integer call() throws Exception {
    byte[] keyBytes = KeyText.parse(key);
    byte[] value;
    try (Koel db = openReadOnly()) {
      value = db.get(keyBytes);
    }
    if (json()) {
      out()
          .print(
              Json.write(
                  Json.object(
                      "key",
                      KeyText.show(keyBytes),
                      "found",
                      value != null,
                      "value",
                      value == null ? null : KeyText.show(value))));
    } else if (value == null) {
      err().println("koel get: " + key + ": not found");
    } else {
      out().println(KeyText.show(value));
    }
    out().flush();
    return value == null ? KoelCommand.FAILED : KoelCommand.OK;
  }
}

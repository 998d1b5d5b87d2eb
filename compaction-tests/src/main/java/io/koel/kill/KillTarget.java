package io.koel.kill;

import io.koel.Durability;
import io.koel.Koel;
import io.koel.metamorphic.OptionSets;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.file.Path;

/**
 * The program that gets killed. It opens the store in a directory and writes steps of a {@link
 * KnownHistory} for ever. On its standard output it says, in eight bytes each, first {@link
 * #OPENING} and then the number of each step that the store has acknowledged.
 */
public final class KillTarget {

  static final long OPENING = -1;

  private KillTarget() {}

  /** Arguments: directory, seed of the history, number of the option set. */
  public static void main(String[] args) throws IOException {
    KnownHistory history = new KnownHistory(Long.parseLong(args[1]));
    OptionSets.Named set = OptionSets.all().get(Integer.parseInt(args[2]));
    try (OutputStream acknowledged = new FileOutputStream(FileDescriptor.out)) {
      tell(acknowledged, OPENING);
      try (Koel db = Koel.open(Path.of(args[0]), set.options())) {
        long step = KnownHistory.stepOf(db.get(KnownHistory.STEP_KEY));
        tell(acknowledged, step);
        while (true) {
          step++;
          boolean sync = KnownHistory.isSynced(step);
          db.write(history.step(step), sync ? Durability.SYNC : Durability.NONE);
          tell(acknowledged, step);
        }
      }
    }
  }

  private static void tell(OutputStream out, long number) throws IOException {
    out.write(ByteBuffer.allocate(Long.BYTES).putLong(number).array());
  }
}

package io.koel.engine.version;

import io.koel.engine.version.VersionEdit.AddTable;
import io.koel.engine.version.VersionEdit.DropTable;
import io.koel.engine.version.VersionEdit.Identity;
import io.koel.engine.version.VersionEdit.LastSequence;
import io.koel.engine.version.VersionEdit.LogNumber;
import io.koel.engine.version.VersionEdit.NextNumber;
import io.koel.engine.version.VersionEdit.SetGeneration;
import io.koel.filter.CorruptionException;
import java.io.ByteArrayOutputStream;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * The bytes of a manifest record.
 *
 * <pre>
 * record         := edit*
 * edit           := tag(1) fields
 *   1 Identity      formatVersion hashSeed(8, big-endian)
 *   2 NextNumber    number
 *   3 LogNumber     number
 *   4 LastSequence  sequence
 *   5 AddTable      level generation deadEntries number sizeInBytes smallest largest
 *                   smallestSequence largestSequence entries tombstones distinctKeys filterBytes
 *   6 DropTable     level number
 *   7 SetGeneration level number generation deadEntries
 * smallest, largest := length bytes
 * </pre>
 *
 * <p>All other fields are unsigned LEB128 numbers. A tag that is not known is an error: what a
 * newer Koel wrote must not be half understood.
 */
final class VersionEditCodec {

  /** The version of the whole database directory. */
  static final int FORMAT_VERSION = 2;

  private static final int IDENTITY = 1;
  private static final int NEXT_NUMBER = 2;
  private static final int LOG_NUMBER = 3;
  private static final int LAST_SEQUENCE = 4;
  private static final int ADD_TABLE = 5;
  private static final int DROP_TABLE = 6;
  private static final int SET_GENERATION = 7;

  private VersionEditCodec() {}

  static byte[] encode(List<VersionEdit> edits) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    for (VersionEdit edit : edits) {
      encode(edit, out);
    }
    return out.toByteArray();
  }

  private static void encode(VersionEdit edit, ByteArrayOutputStream out) {
    if (edit instanceof Identity e) {
      numbers(out, IDENTITY, FORMAT_VERSION);
      for (int shift = 56; shift >= 0; shift -= 8) {
        out.write((int) (e.hashSeed() >>> shift));
      }
    } else if (edit instanceof NextNumber e) {
      numbers(out, NEXT_NUMBER, e.number());
    } else if (edit instanceof LogNumber e) {
      numbers(out, LOG_NUMBER, e.number());
    } else if (edit instanceof LastSequence e) {
      numbers(out, LAST_SEQUENCE, e.sequence());
    } else if (edit instanceof AddTable e) {
      numbers(out, ADD_TABLE, e.level(), e.generation(), e.deadEntries());
      encode(e.meta(), out);
    } else if (edit instanceof DropTable e) {
      numbers(out, DROP_TABLE, e.level(), e.number());
    } else if (edit instanceof SetGeneration e) {
      numbers(out, SET_GENERATION, e.level(), e.number(), e.generation(), e.deadEntries());
    }
  }

  private static void encode(TableMeta meta, ByteArrayOutputStream out) {
    number(out, meta.number());
    number(out, meta.sizeInBytes());
    bytes(out, meta.smallest());
    bytes(out, meta.largest());
    number(out, meta.smallestSequence());
    number(out, meta.largestSequence());
    number(out, meta.entries());
    number(out, meta.tombstones());
    number(out, meta.distinctKeys());
    number(out, meta.filterBytes());
  }

  private static void numbers(ByteArrayOutputStream out, int tag, long... values) {
    out.write(tag);
    for (long value : values) {
      number(out, value);
    }
  }

  private static void number(ByteArrayOutputStream out, long value) {
    for (; (value & ~0x7fL) != 0; value >>>= 7) {
      out.write((int) value | 0x80);
    }
    out.write((int) value);
  }

  private static void bytes(ByteArrayOutputStream out, byte[] bytes) {
    number(out, bytes.length);
    out.writeBytes(bytes);
  }

  /**
   * Reads a record's edits.
   *
   * @throws CorruptionException if the bytes are no record; the message does not name the file
   */
  static List<VersionEdit> decode(byte[] record) throws CorruptionException {
    List<VersionEdit> edits = new ArrayList<>();
    Input in = new Input(record);
    while (in.hasMore()) {
      edits.add(decodeEdit(in));
    }
    return edits;
  }

  private static VersionEdit decodeEdit(Input in) throws CorruptionException {
    int tag = in.unsignedByte();
    switch (tag) {
      case IDENTITY:
        long version = in.number();
        if (version != FORMAT_VERSION) {
          throw new CorruptionException(
              "database format " + version + " is not known, only " + FORMAT_VERSION + " is");
        }
        return new Identity(in.fixedLong());
      case NEXT_NUMBER:
        return new NextNumber(in.number());
      case LOG_NUMBER:
        return new LogNumber(in.number());
      case LAST_SEQUENCE:
        return new LastSequence(in.number());
      case ADD_TABLE:
        int level = in.level();
        int generation = in.smallNumber("generation");
        long deadEntries = in.number();
        return new AddTable(level, in.tableMeta(), generation, deadEntries);
      case DROP_TABLE:
        return new DropTable(in.level(), in.number());
      case SET_GENERATION:
        return new SetGeneration(
            in.level(), in.number(), in.smallNumber("generation"), in.number());
      default:
        throw new CorruptionException("unknown edit " + tag + " at byte " + (in.position - 1));
    }
  }

  /** Reads fields, each checked against the record's end. */
  private static final class Input {

    private final byte[] record;
    private int position;

    Input(byte[] record) {
      this.record = record;
    }

    boolean hasMore() {
      return position < record.length;
    }

    int unsignedByte() throws CorruptionException {
      require(1);
      return record[position++] & 0xff;
    }

    long fixedLong() throws CorruptionException {
      long value = 0;
      for (int i = 0; i < Long.BYTES; i++) {
        value = value << 8 | unsignedByte();
      }
      return value;
    }

    long number() throws CorruptionException {
      long value = 0;
      for (int shift = 0; shift < Long.SIZE - 1; shift += 7) {
        int next = unsignedByte();
        value |= (long) (next & 0x7f) << shift;
        if (next < 0x80) {
          return value;
        }
      }
      throw new CorruptionException("a number at byte " + position + " is too long");
    }

    int smallNumber(String what) throws CorruptionException {
      long value = number();
      if (value > Integer.MAX_VALUE) {
        throw new CorruptionException(what + " " + value + " is too large");
      }
      return (int) value;
    }

    int level() throws CorruptionException {
      long level = number();
      if (level >= Version.LEVELS) {
        throw new CorruptionException("level " + level + " is not below " + Version.LEVELS);
      }
      return (int) level;
    }

    byte[] bytes() throws CorruptionException {
      int length = smallNumber("a key's length");
      require(length);
      position += length;
      return Arrays.copyOfRange(record, position - length, position);
    }

    TableMeta tableMeta() throws CorruptionException {
      TableMeta meta =
          new TableMeta(
              number(), number(), bytes(), bytes(), number(), number(), number(), number(),
              number(), number());
      if (Arrays.compareUnsigned(meta.smallest(), meta.largest()) > 0) {
        throw new CorruptionException(meta + " has its bounds in the wrong order");
      }
      return meta;
    }

    private void require(int length) throws CorruptionException {
      if (length > record.length - position) {
        throw new CorruptionException("the record ends within an edit, at byte " + position);
      }
    }
  }
}

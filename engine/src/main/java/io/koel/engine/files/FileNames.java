package io.koel.engine.files;

import java.util.Locale;
import java.util.OptionalLong;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The names of a database's files.
 *
 * <pre>
 * LOCK             held by whoever has the database open
 * CURRENT          says which manifest counts
 * CURRENT.tmp      the next CURRENT, until it is renamed
 * MANIFEST-000001  which tables there are
 * 000002.log       writes that no table has yet
 * 000003.sst       a table
 * 000003-1.gen     a generation of that table
 * </pre>
 *
 * <p>Names are made here from numbers and never taken from a file's contents, so that no contents
 * can lead out of the directory.
 */
public final class FileNames {

  public static final String LOCK = "LOCK";
  public static final String CURRENT = "CURRENT";
  public static final String CURRENT_TEMPORARY = "CURRENT.tmp";

  private static final Pattern MANIFEST = Pattern.compile("MANIFEST-(\\d{6,18})");
  private static final Pattern LOG = Pattern.compile("(\\d{6,18})\\.log");
  private static final Pattern TABLE = Pattern.compile("(\\d{6,18})\\.sst");
  private static final Pattern GENERATION = Pattern.compile("(\\d{6,18})-\\d{1,9}\\.gen");

  private FileNames() {}

  public static String manifest(long number) {
    return String.format(Locale.ROOT, "MANIFEST-%06d", number);
  }

  public static String log(long number) {
    return String.format(Locale.ROOT, "%06d.log", number);
  }

  public static String table(long number) {
    return String.format(Locale.ROOT, "%06d.sst", number);
  }

  public static String generation(long table, int generation) {
    return String.format(Locale.ROOT, "%06d-%d.gen", table, generation);
  }

  /** The number in a manifest's name; nothing if it is no manifest's name. */
  public static OptionalLong manifestNumber(String name) {
    return number(MANIFEST, name);
  }

  /** The number in a log's name; nothing if it is no log's name. */
  public static OptionalLong logNumber(String name) {
    return number(LOG, name);
  }

  /** The number in a table's name; nothing if it is no table's name. */
  public static OptionalLong tableNumber(String name) {
    return number(TABLE, name);
  }

  /** The table's number in a generation's name; nothing if it is no generation's name. */
  public static OptionalLong generationTable(String name) {
    return number(GENERATION, name);
  }

  /** The largest number that a database file's name holds; nothing if it holds none. */
  public static OptionalLong anyNumber(String name) {
    for (Pattern pattern : new Pattern[] {MANIFEST, LOG, TABLE, GENERATION}) {
      OptionalLong number = number(pattern, name);
      if (number.isPresent()) {
        return number;
      }
    }
    return OptionalLong.empty();
  }

  private static OptionalLong number(Pattern pattern, String name) {
    Matcher matcher = pattern.matcher(name);
    return matcher.matches()
        ? OptionalLong.of(Long.parseLong(matcher.group(1)))
        : OptionalLong.empty();
  }
}

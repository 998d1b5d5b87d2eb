package io.koel;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.File;
import java.io.IOException;
import java.io.StringWriter;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.RecordComponent;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;

/** What the user guide and the README show compiles, runs, and is complete. */
class DocumentedCodeTest {

  private static final Path DOCS = Path.of(System.getProperty("koel.docs"));
  private static final Pattern JAVA_BLOCK = Pattern.compile("(?s)```java\n(.*?)```");
  private static final Pattern CLASS_NAME = Pattern.compile("(?m)^public class (\\w+)");
  private static final Pattern LINK = Pattern.compile("\\]\\(([^)#:]+)(#[^)]*)?\\)");

  /** What a sample that is no class of its own may refer to. */
  private static final String FRAME =
      """
      import io.koel.*;
      import io.koel.filter.*;
      import io.koel.sst.Compression;
      import java.nio.ByteBuffer;
      import java.nio.file.Path;
      import java.util.*;
      import java.util.concurrent.*;

      public class %s {
        static Koel db;
        static byte[] key = {1}, value = {2};

        static void sample(Path directory) throws Exception {
      %s
        }

        public static void main(String[] arguments) throws Exception {
          Path directory = Path.of(arguments[0]);
          db = Koel.open(directory.resolve("db"));
          try {
            sample(directory);
          } finally {
            db.close();
          }
        }
      }
      """;

  @TempDir Path temp;

  @TestFactory
  Stream<DynamicTest> samples_ofTheGuide_compileAndRun() throws IOException {
    return samplesOf(DOCS.resolve("guide.md"), 15);
  }

  @TestFactory
  Stream<DynamicTest> samples_ofTheReadme_compileAndRun() throws IOException {
    return samplesOf(DOCS.resolveSibling("README.md"), 2);
  }

  private Stream<DynamicTest> samplesOf(Path page, int atLeast) throws IOException {
    String text = Files.readString(page);
    List<MatchResult> blocks = JAVA_BLOCK.matcher(text).results().toList();
    assertTrue(blocks.size() >= atLeast, () -> blocks.size() + " samples in " + page);
    return blocks.stream()
        .map(
            block -> {
              long line = text.substring(0, block.start()).lines().count() + 1;
              String place = page.getFileName() + ", line " + line;
              return DynamicTest.dynamicTest(
                  place, () -> run(place, block.group(1), "Sample" + line));
            });
  }

  private void run(String place, String code, String name) throws Exception {
    Matcher own = CLASS_NAME.matcher(code);
    boolean isClass = own.find();
    String className = isClass ? own.group(1) : name;
    Path directory = Files.createDirectories(temp.resolve(name + "-" + className));
    compile(place, isClass ? code : FRAME.formatted(className, code), className, directory);
    if (isClass) {
      runAsProcess(place, className, directory);
    } else {
      runHere(className, directory);
    }
  }

  private static void compile(String place, String code, String className, Path directory)
      throws IOException {
    Path source = Files.writeString(directory.resolve(className + ".java"), code);
    StringWriter messages = new StringWriter();
    var compiler = ToolProvider.getSystemJavaCompiler();
    List<String> options =
        List.of(
            "-proc:none", "-d", directory.toString(), "-cp", System.getProperty("java.class.path"));
    try (var files = compiler.getStandardFileManager(null, null, StandardCharsets.UTF_8)) {
      boolean isFine =
          compiler
              .getTask(messages, files, null, options, null, files.getJavaFileObjects(source))
              .call();
      assertTrue(isFine, () -> place + ": " + messages);
    }
  }

  private static void runHere(String className, Path directory) throws Exception {
    try (var loader = new URLClassLoader(new URL[] {directory.toUri().toURL()})) {
      loader
          .loadClass(className)
          .getMethod("main", String[].class)
          .invoke(null, (Object) new String[] {directory.toString()});
    } catch (InvocationTargetException e) {
      throw new AssertionError(e.getCause());
    }
  }

  /** Its files are to be in the directory, so it needs a process that is there. */
  private static void runAsProcess(String place, String className, Path directory)
      throws Exception {
    Path output = directory.resolve("output.txt");
    Process process =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-cp",
                directory + File.pathSeparator + System.getProperty("java.class.path"),
                className)
            .directory(directory.toFile())
            .redirectErrorStream(true)
            .redirectOutput(output.toFile())
            .start();
    int exit = process.waitFor();
    assertEquals(0, exit, () -> place + " ended badly: " + read(output));
    assertTrue(!read(output).isEmpty(), () -> place + " printed nothing");
  }

  private static String read(Path file) {
    try {
      return Files.readString(file);
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }

  @Test
  void optionsTable_ofTheGuide_hasEveryOptionInItsOrder() throws IOException {
    String guide = Files.readString(DOCS.resolve("guide.md"));
    String table = guide.substring(guide.indexOf("| option |"), guide.indexOf("## Which filter"));
    List<String> rows = new ArrayList<>();
    table
        .lines()
        .filter(line -> line.startsWith("| `"))
        .forEach(line -> rows.add(line.substring(3, line.indexOf('`', 3))));
    List<String> components =
        Arrays.stream(Options.class.getRecordComponents()).map(RecordComponent::getName).toList();
    assertEquals(components, rows);
  }

  @Test
  void links_ofTheGuide_leadSomewhere() throws IOException {
    String guide = Files.readString(DOCS.resolve("guide.md"));
    List<MatchResult> links = LINK.matcher(guide).results().toList();
    assertTrue(links.size() > 5);
    for (MatchResult link : links) {
      assertTrue(Files.exists(DOCS.resolve(link.group(1))), link.group(1));
    }
  }
}

package io.koel.bench.cli;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.OutputStreamWriter;
import java.io.PrintWriter;
import java.util.List;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExecutionException;
import picocli.CommandLine.IExitCodeExceptionMapper;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParseResult;
import picocli.CommandLine.RunLast;
import picocli.CommandLine.ScopeType;
import picocli.CommandLine.Spec;
import picocli.CommandLine.UnmatchedArgumentException;

/**
 * The koel command.
 *
 * <p>Exit codes: 0 when all went well, 1 when it did not (also when a key is not there), 2 when the
 * command was called wrongly.
 */
@Command(
    name = "koel",
    version = "koel 0.1.0",
    mixinStandardHelpOptions = true,
    scope = ScopeType.INHERIT,
    usageHelpAutoWidth = true,
    synopsisSubcommandLabel = "COMMAND",
    description = "Uses, measures and compares Koel databases.",
    footerHeading = "%nExamples:%n",
    footer = {
      "  koel put data apple red",
      "  koel get data apple",
      "  koel explain data apple",
      "  koel compare",
      "",
      "koel help COMMAND explains a command."
    },
    subcommands = {
      PutCommand.class,
      GetCommand.class,
      DeleteCommand.class,
      ScanCommand.class,
      StatsCommand.class,
      ReadsCommand.class,
      ExplainCommand.class,
      WhatIfCommand.class,
      InspectCommand.class,
      VerifyCommand.class,
      CompactCommand.class,
      BenchCommand.class,
      GrowCommand.class,
      CompareCommand.class,
      PaperCommand.class,
      DeletesCommand.class,
      CommandLine.HelpCommand.class
    })
public final class KoelCommand implements Runnable {

  static final int OK = 0;
  static final int FAILED = 1;
  static final int USAGE = 2;

  @Spec private CommandSpec spec;

  @Option(names = "--json", scope = ScopeType.INHERIT, description = "Print the result as JSON.")
  private boolean json;

  @Option(
      names = "--debug",
      scope = ScopeType.INHERIT,
      description = "Show where an error came from.")
  private boolean debug;

  public static void main(String[] args) {
    PrintWriter err = new PrintWriter(new OutputStreamWriter(System.err, UTF_8), true);
    System.exit(run(args, StandardOutput.open(), err));
  }

  /** Runs a command line and gives its exit code. */
  static int run(String[] args, PrintWriter out, PrintWriter err) {
    KoelCommand koel = new KoelCommand();
    IExitCodeExceptionMapper failed = error -> FAILED;
    return new CommandLine(koel)
        .setOut(out)
        .setErr(err)
        .setCaseInsensitiveEnumValuesAllowed(true)
        // A key that begins with @ is a key, not the name of a file with arguments.
        .setExpandAtFiles(false)
        .setExitCodeExceptionMapper(failed)
        .setExecutionStrategy(KoelCommand::printAll)
        .setParameterExceptionHandler((error, line) -> koel.usageError(error))
        .setExecutionExceptionHandler((error, line, parsed) -> koel.failure(line, error))
        .execute(args);
  }

  /** Runs a command, or prints help; that all was printed is part of it. */
  private static int printAll(ParseResult parsed) {
    List<CommandLine> lines = parsed.asCommandLineList();
    CommandLine line = lines.get(lines.size() - 1);
    try {
      int exitCode = new RunLast().execute(parsed);
      line.getOut().flush();
      return exitCode;
    } catch (OutputFailure e) {
      throw new ExecutionException(line, e.getMessage(), e);
    }
  }

  private int usageError(ParameterException error) {
    CommandLine line = error.getCommandLine();
    String name = line.getCommandSpec().qualifiedName();
    String message =
        error instanceof UnmatchedArgumentException unmatched
            ? "unknown command, option or argument " + unmatched.getUnmatched()
            : Errors.firstLine(error.getMessage()).replaceFirst("^Error: ", "");
    line.getErr().println(name + ": " + message);
    line.getErr().println("Try: " + name + " --help");
    return USAGE;
  }

  private int failure(CommandLine line, Exception error) {
    if (error instanceof OutputFailure output && output.isClosedPipe()) {
      return FAILED;
    }
    if (!(error instanceof OutputFailure)) {
      flushWhatWasPrinted(line, error);
    }
    line.getErr().println(line.getCommandSpec().qualifiedName() + ": " + Errors.describe(error));
    if (debug) {
      error.printStackTrace(line.getErr());
    }
    return error instanceof IllegalArgumentException ? USAGE : FAILED;
  }

  /** What came before an error is told whole. */
  private static void flushWhatWasPrinted(CommandLine line, Exception error) {
    try {
      line.getOut().flush();
    } catch (OutputFailure e) {
      error.addSuppressed(e);
    }
  }

  boolean json() {
    return json;
  }

  @Override
  public void run() {
    throw new ParameterException(spec.commandLine(), "a command is missing");
  }
}

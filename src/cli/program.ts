import { Command, Option } from "commander";
import { UsageError } from "../errors.js";
import type { CheckFlags } from "../run/flags.js";
import { nearestName } from "../text/nearest-name.js";
import { quote } from "../text/quote.js";
import type { BugReportFlags } from "./bug-report.js";
import { addCheckFlags, addConfigFlags, addMergeFlags, addReadingFlags, unknownValue } from "./check-flags.js";

import type { InspectFlags } from "./inspect.js";
import type { Io } from "./io.js";
import type { RulesFlags } from "./list-rules.js";
import type { MergeFlags } from "./merge-command.js";
import type { InitFlags } from "./setup-files.js";

/** The flags of `formats`. */
interface FormatsFlags extends Pick<CheckFlags, "config"> {
  readonly json?: boolean;
  readonly draft?: string;
  readonly comments?: boolean;
}

const exitCodes = "\nExit codes: 0 nothing at the fail level was found, 1 something was, 2 the check could not be done.";

/** Declares the commands and what each does; a command's code is loaded when it runs. `done` takes the exit code. */
export function createProgram(io: Io, version: string, done: (exitCode: number) => void): Command {
  const program = new Command("guardrails")
    .description(
      "Checks recorded LLM tool calls: arguments against their schemas, calls against their results, both against what the provider enforces",
    )
    .version(version, "-V, --version", "print the version")
    .helpOption("-h, --help", "print this help")
    .exitOverride()
    .configureOutput({
      writeOut: (text) => io.stdout.write(text),
      writeErr: (text) => io.stderr.write(text),
      outputError: () => {}, // told once, by the catch-all in main
      getOutHasColors: () => false,
      getErrHasColors: () => false,
    })
    .addHelpText("after", exitCodes);

  addCheckFlags(
    program
      .command("check")
      .summary("check transcripts")
      .description("Check transcripts. Without patterns, check the current folder.")
      .argument("[patterns...]", "files, folders, quoted globs, or - for standard input")
      .addHelpText("after", exitCodes),
    io.env,
  ).action(async (patterns: readonly string[], flags: CheckFlags) => {
    if (flags.watch === true) {
      const { watch } = await import("./watch-command.js");
      done(await watch(patterns, flags, io, version));
      return;
    }
    const { check } = await import("./check-command.js");
    done(await check(patterns, flags, io, version));
  });

  addMergeFlags(
    program
      .command("merge")
      .summary("put the shards of a run together")
      .description("Put the blobs of all shards of a run together, and report as if the run had been made at once.")
      .argument("<blobs...>", "what `check --shard` wrote, in any order")
      .addHelpText("after", exitCodes),
  ).action(async (blobs: readonly string[], flags: MergeFlags) => {
    const { merge } = await import("./merge-command.js");
    done(await merge(blobs, flags, io, version));
  });

  addConfigFlags(
    program
      .command("inspect")
      .summary("show how a transcript was understood")
      .description("Show how a transcript was understood: its format, profile and tools, and each call with its result.")
      .argument("<file>", "a transcript, or - for standard input")
      .addOption(new Option("--json", "print JSON").conflicts("html"))
      .option("--html", "print a page that shows each conversation with what `check` finds in it")
      .option("--format <id>", "read it as this format; do not detect it")
      .option("--profile <id>", "pair calls and results as this endpoint does")
      .option("--redact", "hide ids, arguments, results and texts"),
  ).action(async (file: string, flags: InspectFlags) => {
    const { inspect, inspectPage } = await import("./commands.js");
    done(flags.html === true ? await inspectPage(file, flags, io, version) : await inspect(file, flags, io));
  });

  addConfigFlags(program.command("rules").summary("list the rules").description("List the rules.").option("--json", "print JSON")).action(
    async (flags: RulesFlags) => {
      const { listRules } = await import("./commands.js");
      done(await listRules(flags, io));
    },
  );

  addConfigFlags(
    program
      .command("explain")
      .summary("explain a rule or a profile")
      .description(
        "Explain a rule: what it finds, why that matters, how to fix it, and the evidence. Of a profile: what its endpoint enforces.",
      )
      .argument("<rule>", "id of a rule or a profile"),
  ).action(async (rule: string, { config }: Pick<CheckFlags, "config">) => {
    const { explain } = await import("./commands.js");
    done(await explain(rule, config, io));
  });

  addConfigFlags(
    program
      .command("formats")
      .summary("list the formats and the endpoints (profiles)")
      .description("List the formats that can be read, and the endpoints (profiles) to check against.")
      .option("--json", "print JSON")
      .option("--draft <file>", "print a first table for a log that no format reads, as a configuration")
      .option("--comments", "with --draft: comments say what is unsure (guardrails.config.jsonc)"),
  ).action(async (flags: FormatsFlags) => {
    const { draftFormat, listFormats } = await import("./commands.js");
    done(
      await (flags.draft === undefined
        ? listFormats(flags.json === true, flags.config, io)
        : draftFormat(flags.draft, flags.comments === true, io)),
    );
  });

  addReadingFlags(
    program
      .command("bug-report")
      .summary("make a reproduction without private text")
      .description(
        "Make a small file that shows the same finding, for a bug report: every text of the transcript is replaced, what the finding does not need is left out, and the result is checked.",
      )
      .argument("<file>", "a transcript, or - for standard input")
      .option("--rule <id>", "the finding of this rule, not the first one")
      .option("-o, --output <path>", "write it to a file"),
  ).action(async (file: string, flags: BugReportFlags) => {
    const { bugReport } = await import("./commands.js");
    done(await bugReport(file, flags, io));
  });

  program
    .command("config")
    .summary("print the settings that apply to a file")
    .description("Print the settings that apply to a file, and where each comes from. Without a file, those of the current folder.")
    .argument("[file]", "a transcript")
    .action(async (file: string | undefined) => {
      const { showConfig } = await import("./commands.js");
      done(await showConfig(file, io));
    });

  program
    .command("init")
    .summary("set up a project")
    .description("Find the transcripts and tool declarations of this folder, and write a configuration. Nothing is overwritten.")
    .addOption(new Option("--ci <service>", "also run the check on github or gitlab (repeatable)").argParser(service))
    .option("--pre-commit", "also run it before each commit (pre-commit)")
    .option("--vscode", "also add a task for VS Code")
    .option("--dry-run", "show what would be written, and write nothing")
    .action(async (flags: InitFlags) => {
      const { init } = await import("./commands.js");
      done(await init(flags, io, version));
    });

  program
    .command("schema")
    .summary("print the JSON Schema of the configuration, the report or the baseline")
    .description("Print the JSON Schema of the configuration file, of the json report, or of a line of the baseline.")
    .argument("<which>", "config, report or baseline")
    .action(async (which: string) => {
      const { showSchema } = await import("./commands.js");
      done(showSchema(which, io));
    });

  program
    .command("completion")
    .summary("print completion for a shell")
    .description("Print a script that completes commands, flags and their values in a shell.")
    .argument("<shell>", "bash, zsh, fish or powershell")
    .action(async (shell: string) => {
      const { printCompletion } = await import("./commands.js");
      done(printCompletion(shell, program, io));
    });

  program
    .helpCommand(false) // it would print the help of all for a command that does not exist
    .command("help")
    .summary("print the help of a command")
    .description("Print the help of a command.")
    .argument("[command]", "name of a command")
    .action((name: string | undefined) => {
      const command = name === undefined ? program : program.commands.find((each) => each.name() === name);
      if (command === undefined) throw new UsageError(unknownCommand(name ?? "", program));
      command.outputHelp();
    });

  return program;
}

const services = ["github", "gitlab"] as const;

function service(value: string, before: NonNullable<InitFlags["ci"]> = []): NonNullable<InitFlags["ci"]> {
  const found = services.find((each) => each === value);
  if (found === undefined) throw unknownValue("--ci", value, services);
  return [...before, found];
}

function unknownCommand(name: string, program: Command): string {
  const near = nearestName(
    name,
    program.commands.map((command) => command.name()),
  );
  return `Unknown command ${quote(name)}${near === undefined ? ", `guardrails help` lists them" : `, did you mean ${quote(near)}?`}`;
}

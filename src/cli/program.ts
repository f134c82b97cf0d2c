import { Command } from "commander";
import { UsageError } from "../errors.js";
import type { CheckFlags } from "../run/flags.js";
import { nearestName } from "../text/nearest-name.js";
import { quote } from "../text/quote.js";
import { addCheckFlags } from "./check-flags.js";
import type { InspectFlags } from "./inspect.js";
import type { Io } from "./io.js";

const exitCodes = "\nExit codes: 0 nothing found at the fail level, 1 findings, 2 the job was not done.";

/** Declares the commands and what each does; a command's code is loaded when it runs. `done` takes the exit code. */
export function createProgram(io: Io, version: string, done: (exitCode: number) => void): Command {
  const program = new Command("guardrails")
    .description("Validates recorded LLM tool-calling transcripts: arguments against schemas, calls against results")
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
      .description("Check transcripts: files, folders, quoted globs, or - for standard input. Without any, the current folder.")
      .argument("[patterns...]", "files, folders, globs, -")
      .addHelpText("after", exitCodes),
  ).action(async (patterns: readonly string[], flags: CheckFlags) => {
    const { check } = await import("./check-command.js");
    done(await check(patterns, flags, io, version));
  });

  program
    .command("inspect")
    .summary("show what was understood of a transcript")
    .description("Show what was understood of a transcript: format, profile, tools, and who called what with which result.")
    .argument("<file>", "a transcript, or - for standard input")
    .option("--json", "as JSON")
    .option("--format <id>", "read it as this format")
    .option("--profile <id>", "judge its pairing for this endpoint")
    .option("--redact", "show no ids, arguments, results and texts")
    .action(async (file: string, flags: InspectFlags) => {
      const { inspect } = await import("./commands.js");
      done(await inspect(file, flags, io));
    });

  program
    .command("rules")
    .summary("list the rules")
    .description("List the rules.")
    .option("--json", "as JSON")
    .action(async (flags: { readonly json?: boolean }) => {
      const { listRules } = await import("./commands.js");
      done(listRules(flags.json === true, io));
    });

  program
    .command("explain")
    .summary("explain a rule or a profile")
    .description("Explain a rule: what it finds, what happens if it is ignored, how to mend it, what it rests on.")
    .argument("<rule>", "id of a rule")
    .action(async (rule: string) => {
      const { explain } = await import("./commands.js");
      done(explain(rule, io));
    });

  program
    .command("formats")
    .summary("list the formats that are read and the endpoints that are known")
    .description("List the formats that are read and the endpoints (profiles) that are known.")
    .option("--json", "as JSON")
    .action(async (flags: { readonly json?: boolean }) => {
      const { listFormats } = await import("./commands.js");
      done(listFormats(flags.json === true, io));
    });

  program
    .command("config")
    .summary("print the settings that hold for a file")
    .description("Print the settings that hold for a file, each with its origin. Without a file, for the current folder.")
    .argument("[file]", "a transcript")
    .action(async (file: string | undefined) => {
      const { showConfig } = await import("./commands.js");
      done(await showConfig(file, io));
    });

  program
    .command("schema")
    .summary("print a JSON Schema: of the configuration or of the json report")
    .description("Print a JSON Schema: of the configuration or of the json report.")
    .argument("<which>", "config or report")
    .action(async (which: string) => {
      const { showSchema } = await import("./commands.js");
      done(showSchema(which, io));
    });

  program
    .helpCommand(false) // it would print the help of all for a command that does not exist
    .command("help")
    .summary("display help for command")
    .description("Display help for a command.")
    .argument("[command]", "name of a command")
    .action((name: string | undefined) => {
      const command = name === undefined ? program : program.commands.find((each) => each.name() === name);
      if (command === undefined) throw new UsageError(unknownCommand(name ?? "", program));
      command.outputHelp();
    });

  return program;
}

function unknownCommand(name: string, program: Command): string {
  const near = nearestName(
    name,
    program.commands.map((command) => command.name()),
  );
  return `Unknown command ${quote(name)}${near === undefined ? ", `guardrails help` lists them" : `, did you mean ${quote(near)}?`}`;
}

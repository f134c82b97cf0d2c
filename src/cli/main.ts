import { existsSync, readFileSync } from "node:fs";
import { CommanderError } from "commander";
import { InputError, UsageError } from "../errors.js";
import { mayHideBytes, pathOfBytes } from "../input/path-bytes.js";
import { hasGlobCharacters } from "../text/glob.js";
import { escapeControls } from "../text/quote.js";
import { version } from "../version.js";
import { commandHint, flagHint } from "./flag-hints.js";
import { type Io, processIo } from "./io.js";
import { createProgram } from "./program.js";

/**
 * Runs the command line and gives its exit code. The one place that catches everything: a mistake in the call or an
 * unreadable file is one line on standard error, anything else is a bug of ours and prints its stack.
 */
export async function main(argv: readonly string[]): Promise<number> {
  const cwd = workingDirectory();
  const io = processIo(cwd ?? "/", new URL("../run/share-worker.js", import.meta.url));
  if (cwd === undefined) {
    tell("The working directory does not exist any more: change into another one", io);
    io.stderr.flush();
    return 2;
  }
  let exitCode = 0;
  try {
    const program = createProgram(io, version, (code) => {
      exitCode = code;
    });
    await program.parseAsync(asTyped(argv), { from: "user" });
    io.stdout.flush();
  } catch (error) {
    exitCode = report(error, argv, io);
  }
  try {
    io.stdout.flush();
    io.stderr.flush();
  } catch {
    return 2; // told already, or there is nowhere left to tell it
  }
  return exitCode;
}

/** Node replaces what is no UTF-8 in arguments; Linux still has the bytes. */
function asTyped(argv: readonly string[]): readonly string[] {
  if (!argv.some(mayHideBytes)) return argv;
  try {
    const text = readFileSync("/proc/self/cmdline", "latin1").split("\0").slice(0, -1);
    const typed = text.slice(-argv.length).map((each) => Buffer.from(each, "latin1"));
    return typed.every((bytes, index) => bytes.toString("utf8") === argv[index]) ? typed.map(pathOfBytes) : argv;
  } catch {
    return argv; // another system
  }
}

/** `undefined` where it was deleted meanwhile. */
function workingDirectory(): string | undefined {
  try {
    return process.cwd();
  } catch {
    return undefined;
  }
}

function report(error: unknown, argv: readonly string[], io: Io): number {
  if (error instanceof CommanderError) {
    if (error.exitCode === 0) return 0;
    if (error.code !== "commander.help") tell(commanderMessage(error, argv), io); // a bare `guardrails` has printed its help
    return 2;
  }
  if (error instanceof UsageError || error instanceof InputError) tell(error.message, io);
  else
    io.stderr.write(
      `guardrails: internal fault, please report it\n${error instanceof Error ? (error.stack ?? error.message) : String(error)}\n`,
    );
  return 2;
}

/** A message of several lines is several mistakes. */
function tell(message: string, io: Io): void {
  for (const line of message.split("\n")) io.stderr.write(`guardrails: ${line}\n`);
}

function commanderMessage(error: CommanderError, argv: readonly string[]): string {
  const message = escapeControls(error.message.replace(/^error: /, "").replaceAll("\n", " "));
  const [, flag] = error.code === "commander.unknownOption" ? (/^unknown option '([^']*)'/.exec(message) ?? []) : [];
  const hint = flag === undefined ? undefined : flagHint(flag);
  if (hint !== undefined) return `unknown option '${flag}' (Did you mean ${hint}?)`;
  const [first = ""] = argv;
  const command = error.code === "commander.unknownCommand" ? commandHint(first) : undefined;
  if (command !== undefined) return `unknown command '${first}' (Did you mean ${command}?)`;
  const isPath = error.code === "commander.unknownCommand" && (/[./\\]/.test(first) || hasGlobCharacters(first) || existsSync(first));
  return isPath ? `${escapeControls(first)} is no command, did you mean "guardrails check ${escapeControls(first)}"?` : message;
}

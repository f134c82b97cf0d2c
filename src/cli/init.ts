import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import { dirname, resolve } from "node:path";
import { InputError } from "../errors.js";
import { explainSystemError } from "../input/read-file.js";
import { counted } from "../text/counted.js";
import { escapeControls } from "../text/quote.js";
import type { Io } from "./io.js";
import { type InitFlags, type SetupFile, setupFiles } from "./setup-files.js";
import { type Project, surveyProject } from "./survey-project.js";

/**
 * The `init` command: looks for transcripts and declarations in a folder, and writes a configuration and what runs the check elsewhere.
 *
 * @returns 0; 2 where the folder holds no transcript
 * @throws InputError where a file cannot be written
 */
export async function init(flags: InitFlags, io: Io, version: string): Promise<number> {
  const project = await surveyProject(io, version);
  for (const line of found(project)) io.stdout.write(`${line}\n`);
  if (project.transcripts.length === 0) {
    io.stderr.write(
      "guardrails: This folder holds no transcript that guardrails knows; docs/own-logs.md says how to describe one of your own\n",
    );
    return 2;
  }
  for (const file of setupFiles(project, flags, version)) io.stdout.write(`\n${place(file, flags.dryRun === true, io.cwd)}`);
  io.stdout.write(`\nNext: ${next(project)}\n`);
  return 0;
}

function* found({ transcripts, tools, errors }: Project): Generator<string, void, undefined> {
  for (const { folder, files, formats } of transcripts) {
    yield `Found ${counted(files, "transcript")} in ${escapeControls(folder)} (${formats.join(", ")})`;
  }
  for (const path of tools) yield `Found tool declarations in ${escapeControls(path)}`;
  if (transcripts.length > 0) yield errors === 0 ? "They have no errors" : `They have ${counted(errors, "error")}`;
}

/** Writes a file, or shows what is to be added to one that exists: nothing is ever overwritten. */
function place({ path, text, snippet }: SetupFile, isDry: boolean, cwd: string): string {
  const absolute = resolve(cwd, path);
  if (existsSync(absolute)) return `${path} exists. Add to it:\n\n${snippet}`;
  if (isDry) return `Would write ${path}:\n\n${text}`;
  try {
    mkdirSync(dirname(absolute), { recursive: true });
    writeFileSync(absolute, text, { flag: "wx" });
  } catch (error) {
    throw new InputError(`Cannot write ${path}: ${explainSystemError(error)}`, { cause: error });
  }
  return `Wrote ${path}\n`;
}

function next({ errors }: Project): string {
  return errors === 0
    ? "guardrails check"
    : "guardrails check, or guardrails check --update-baseline to accept what is there today and fail on what is new";
}

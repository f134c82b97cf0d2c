import { Buffer } from "node:buffer";
import { resolve } from "node:path";
import { ruleIds } from "../config/levels.js";
import { InputError, UsageError } from "../errors.js";
import { readWhole } from "../input/read-file.js";
import { defaultMaxBytes, Linter } from "../lint/linter.js";
import { Probe, type Sighting, targetAmong } from "../reproduce/probe.js";
import { type Reproduction, reproduce } from "../reproduce/reproduce.js";
import { findToolFiles, readExternalTools } from "../run/external-tools.js";
import type { CheckFlags } from "../run/flags.js";
import { createLinter } from "../run/linters.js";
import { refuseOverwriting } from "../run/overwriting.js";
import { type PlannedFile, planRun } from "../run/plan.js";
import type { FileJudging } from "../run/settings.js";
import { understand } from "../run/understand.js";
import { escapeControls } from "../text/quote.js";
import { unknownValue } from "./check-flags.js";
import type { Io } from "./io.js";
import { readKnownWords } from "./known-words-file.js";
import { ReportFile } from "./report-file.js";

/** The flags of `bug-report`. */
export interface BugReportFlags extends Pick<CheckFlags, "format" | "profile" | "mode" | "tools" | "preset" | "config"> {
  readonly rule?: string;
  readonly output?: string;
}

/** A file with settings under which it may show its finding. */
interface Attempt {
  readonly linter: Linter;
  readonly bytes: Uint8Array;
  readonly needsSettings: boolean;
}

/**
 * The `bug-report` command: a small file without a text of the transcript that shows the same finding.
 *
 * @returns 0, or 2 where there is no such file
 * @throws UsageError for mistakes in flags; InputError where a file cannot be read or written
 */
export async function bugReport(pattern: string, { rule, output, ...flags }: BugReportFlags, io: Io): Promise<number> {
  const plan = await planRun([pattern], { gitignore: null, errorOnUnmatchedPattern: null, snippets: null, ...flags, baseline: false }, io);
  const [problem] = plan.notices.filter(({ level }) => level === "error");
  if (problem !== undefined) throw new InputError(problem.message);
  const [file, other] = plan.files;
  if (file === undefined || other !== undefined) throw new UsageError("bug-report takes one file");
  const ids = [...ruleIds, ...plan.ownIds.rules];
  if (rule !== undefined && !ids.includes(rule)) throw unknownValue("--rule", rule, ids);
  const target = output === undefined ? undefined : resolve(io.cwd, output);
  if (target !== undefined) refuseOverwriting([{ reporter: "bug", path: target }], plan.reads, io.cwd);
  const bytes = await bytesOf(file);
  const toolFiles = file.judging.tools === undefined ? [] : await findToolFiles(file.judging.tools);
  const configured = createLinter(file.judging, toolFiles.length === 0 ? undefined : readExternalTools(toolFiles, io.cwd));
  const found = targetAmong(new Probe(configured, file.path, { checks: 0, bytes: 0 }).look(bytes), rule);
  if (found === undefined) {
    io.stderr.write(`guardrails: ${escapeControls(file.path)} shows no finding${rule === undefined ? "" : ` of ${rule}`}\n`);
    return 2;
  }
  const tools = namesOfTools(bytes, file.judging);
  const words = readKnownWords();
  const maxBytes = file.judging.maxBytes ?? defaultMaxBytes;
  let last: Reproduction = { kind: "lost", because: "" };
  for (const attempt of attempts(bytes, configured, file.judging, toolFiles)) {
    last = reproduce({ ...attempt, path: file.path, maxBytes, target: found, words, tools });
    if (last.kind === "lost") continue;
    write(last.text, target, output, io);
    io.stderr.write(`guardrails: ${told(found, attempt, bytes.length, last.text.length)}\n`);
    return 0;
  }
  if (last.kind === "lost") io.stderr.write(`guardrails: No reproduction of ${found.violation.ruleId}: ${last.because}\n`);
  return 2;
}

async function bytesOf(file: PlannedFile): Promise<Uint8Array> {
  const open = await file.open();
  return Buffer.concat(Array.from(open(), (block) => Uint8Array.from(block)));
}

/** Best without any settings; then with the settings written into the file; then with those of the original. */
function* attempts(
  bytes: Uint8Array,
  configured: Linter,
  { tools, format, profiles, mode }: FileJudging,
  toolFiles: readonly string[],
): Generator<Attempt, void, undefined> {
  yield { linter: new Linter(), bytes, needsSettings: false };
  const isPlain = tools === undefined && format === undefined && profiles.length === 0 && mode === undefined;
  const declared = toolFiles.length === 1 ? readWhole(toolFiles[0] ?? "") : undefined;
  if (!isPlain && toolFiles.length <= 1 && profiles.length <= 1) {
    const settings = {
      ...(format !== undefined && { format }),
      ...(mode !== undefined && { mode }),
      ...(profiles[0] !== undefined && { profile: profiles[0] }),
    };
    const members = Object.entries(settings).map(([key, value]) => `${JSON.stringify(key)}:${JSON.stringify(value)},`);
    if (declared !== undefined) members.push(`"tools":${Buffer.from(declared).toString("utf8")},`);
    const wrapped = Buffer.concat([Buffer.from(`{${members.join("")}"transcript":`), bytes, Buffer.from("}")]);
    yield { linter: new Linter(), bytes: wrapped, needsSettings: false };
  }
  yield { linter: configured, bytes, needsSettings: true };
}

/** What calls and declarations name; a name that no endpoint takes is a text like any other. */
function namesOfTools(bytes: Uint8Array, { format, extensions }: FileJudging): ReadonlySet<string> {
  const names = new Set<string>();
  for (const found of understand([bytes], format, undefined, extensions.formats)) {
    if (!("format" in found)) continue;
    for (const name of [...found.tools.names, ...found.links.map(({ call }) => call?.tool ?? "")]) {
      if (/^[A-Za-z_][\w.:/-]{0,127}$/.test(name)) names.add(name);
    }
  }
  return names;
}

function write(text: string, target: string | undefined, name: string | undefined, io: Io): void {
  if (target === undefined) {
    io.stdout.write(text);
    return;
  }
  const file = new ReportFile(target, name ?? target);
  file.write(text);
  file.finish();
}

function told({ violation }: Sighting, { needsSettings }: Attempt, before: number, after: number): string {
  const settings = needsSettings ? " It needs the settings that this run had." : "";
  return `The reproduction shows ${violation.ruleId} as the file does (${after} of ${before} bytes).${settings} Read it before you share it`;
}

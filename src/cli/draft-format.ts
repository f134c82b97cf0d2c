import { basename, extname, resolve } from "node:path";
import { readRecords } from "../containers/index.js";
import { draftTable, type TableDraft } from "../draft/draft-table.js";
import { InputError } from "../errors.js";
import { formats } from "../formats/index.js";
import type { FormatTable } from "../formats/table/table.js";
import { displayPath } from "../input/find-files.js";
import { openTranscript } from "../input/open-transcript.js";
import { readStdin } from "../input/read-file.js";
import { JsonReader } from "../json/read.js";
import type { JsonValue } from "../json/value.js";
import { defaultMaxBytes } from "../lint/linter.js";
import { counted } from "../text/counted.js";
import { escapeControls } from "../text/quote.js";
import type { Io } from "./io.js";

/** Records that are read, and bytes of them: more tell no more about where things are. */
const maxRecords = 3000;
const maxBytes = 32e6;

/**
 * The `formats --draft` command: a first table for a log, as a configuration; what is unsure about it on standard error.
 *
 * @param withComments what is unsure stands as comments in it as well
 * @returns 1 where nothing in the file looks like calls
 * @throws InputError where the file cannot be read, or holds nothing that is JSON
 */
export async function draftFormat(file: string, withComments: boolean, io: Io): Promise<number> {
  const absolute = resolve(io.cwd, file);
  const path = escapeControls(file === "-" ? "<stdin>" : displayPath(absolute, io.cwd));
  const blocks = file === "-" ? readStdin() : (await openTranscript(absolute, path))();
  const documents = documentsIn(blocks);
  if (documents.length === 0) throw new InputError(`Nothing in ${path} is JSON or YAML`);
  const draft = draftTable(documents, idFor(file), path);
  if (draft === undefined) {
    io.stderr.write(`guardrails: Nothing in ${path} looks like a call: no object has a name beside an object of arguments\n`);
    return 1;
  }
  io.stdout.write(written(draft, withComments));
  tell(draft, path, io);
  return 0;
}

function documentsIn(blocks: Iterable<Uint8Array>): readonly JsonValue[] {
  const documents: JsonValue[] = [];
  let bytes = 0;
  for (const record of readRecords(blocks, new JsonReader(), defaultMaxBytes)) {
    if (record.kind === "fault") continue;
    const { root } = record.document;
    const size = root.range.to - root.range.from;
    if (documents.length > 0 && (documents.length >= maxRecords || bytes + size > maxBytes)) break;
    bytes += size;
    documents.push(root.value());
  }
  return documents;
}

/** An id after the name of the file, which no built-in format has. */
function idFor(file: string): string {
  const name = file === "-" ? "" : basename(file, extname(file));
  const id = name
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "-")
    .replace(/^[-0-9]+|-+$/g, "")
    .slice(0, 40);
  return `my-${id === "" || id.startsWith("my-") || formats.some((format) => format.id === `my-${id}`) ? `${id.replace(/^my-/, "")}log`.replace(/^log$/, "log") : id}`;
}

function written({ table, unsure }: TableDraft, withComments: boolean): string {
  const text = JSON.stringify({ formats: [table] }, null, 2);
  if (!withComments) return `${text}\n`;
  const lines = text.split("\n").flatMap((line) => {
    const key = /^(\s*)"([^"]+)":/.exec(line);
    const about = unsure.filter((each) => each.key === key?.[2]).map(({ says }) => `${key?.[1] ?? ""}// ${says}`);
    return [...about, line];
  });
  const placed = unsure.filter(({ says }) => !lines.some((line) => line.trim() === `// ${says}`)).map(({ says }) => `// ${says}`);
  return `${[...placed, ...lines].join("\n")}\n`;
}

function tell({ reading, unsure, table }: TableDraft, path: string, io: Io): void {
  const { conversations, calls, results } = reading;
  io.stderr.write(
    `guardrails: The draft reads ${counted(calls, "call")} and ${counted(results, "result")} in ${counted(conversations, "conversation")} of ${path}\n`,
  );
  for (const { key, says } of unsure) io.stderr.write(`guardrails: Unsure about "${key}": ${says}\n`);
  io.stderr.write(
    `guardrails: Put it under "formats" of guardrails.config.json; \`guardrails inspect\` then shows what ${idOf(table)} reads\n`,
  );
}

function idOf({ id }: FormatTable): string {
  return `"${id}"`;
}

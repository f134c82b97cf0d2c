import { dirname, resolve } from "node:path";
import { formats } from "../formats/index.js";
import { displayPath } from "../input/find-files.js";
import { openTranscript } from "../input/open-transcript.js";
import { readStdin } from "../input/read-file.js";
import { profiles } from "../profiles/index.js";
import { safeJson, safeText } from "../reporters/safe-text.js";
import { Configs } from "../run/configs.js";
import { noExtensions, unmatchedNotices } from "../run/extensions.js";
import type { CheckFlags } from "../run/flags.js";
import { type NotUnderstood, type Understood, type UnderstoodCall, type UnderstoodResult, understand } from "../run/understand.js";
import { shorten } from "../text/quote.js";
import { unknownValue } from "./check-flags.js";
import type { Io } from "./io.js";
import { redactUnderstood } from "./redact-understood.js";
import { table } from "./table.js";

/** The flags of `inspect`. */
export interface InspectFlags extends Pick<CheckFlags, "config"> {
  readonly json?: boolean;
  readonly html?: boolean;
  readonly format?: string;
  readonly profile?: string;
  readonly redact?: boolean;
}

/** Most characters that a table shows of a name, an id, arguments and a result. */
const shownInCell = 40;

/**
 * The `inspect` command: what was understood of a file.
 *
 * @returns 1 where something in it was not understood
 * @throws UsageError for an unknown format or profile; InputError where the file cannot be read
 */
export async function inspect(file: string, flags: InspectFlags, io: Io): Promise<number> {
  refuseUnknown("--profile", flags.profile, profiles);
  const absolute = resolve(io.cwd, file);
  const path = file === "-" ? "<stdin>" : displayPath(absolute, io.cwd);
  const loaded = await new Configs(flags.config, io).for(file === "-" ? io.cwd : dirname(absolute));
  const extensions = loaded?.extensions ?? noExtensions;
  refuseUnknown("--format", flags.format, [...extensions.formats, ...formats]);
  const blocks = file === "-" ? readStdin() : (await openTranscript(absolute, path))();
  let understood = 0;
  let missed = 0;
  if (flags.json === true) io.stdout.write(`{\n  "path": ${safeJson(path)},\n  "conversations": [`);
  else io.stdout.write(`${safeText(path)}\n`);
  const notUnderstood: NotUnderstood[] = [];
  for (const found of understand(blocks, flags.format, flags.profile, extensions.formats)) {
    const each = flags.redact === true ? redactUnderstood(found) : found;
    if (!("format" in each)) {
      missed += 1;
      if (flags.json === true) notUnderstood.push(each);
      else io.stdout.write(`\nNot understood${recordInWords(each.record)}: ${safeText(each.message)}\n`);
    } else if (flags.json === true) {
      io.stdout.write(`${understood === 0 ? "" : ","}\n    ${safeJson(each)}`);
      understood += 1;
    } else {
      understood += 1;
      io.stdout.write(`\n${showConversation(each, understood)}`);
    }
  }
  const unmatched = unmatchedNotices(extensions).map(({ message }) => message);
  for (const message of unmatched) io.stderr.write(`guardrails: ${message}\n`);
  if (flags.json === true) io.stdout.write(`${understood === 0 ? "" : "\n  "}],\n  "notUnderstood": ${safeJson(notUnderstood)}\n}\n`);
  return missed > 0 ? 1 : 0;
}

function refuseUnknown(flag: string, value: string | undefined, known: readonly { readonly id: string }[]): void {
  const ids = known.map(({ id }) => id);
  if (value !== undefined && !ids.includes(value)) throw unknownValue(flag, value, ids);
}

function showConversation(conversation: Understood, number: number): string {
  const { format, because, rivals, profile, profileBecause, mode, messages, tools, links } = conversation;
  const others = rivals.length === 0 ? "" : ` (${rivals.join(", ")} would fit as well)`;
  const facts = [
    `Conversation ${number}${recordInWords(conversation.record)}`,
    `  Format    ${format}, because it ${safeText(because)}${others}`,
    `  Profile   ${profile}, because ${safeText(profileBecause)}`,
    `  Mode      ${mode}`,
    `  Messages  ${messages}`,
    `  Tools     ${toolsInWords(tools)}`,
  ];
  if (links.length === 0) return `${facts.join("\n")}\n\n  No tool calls\n`;
  const rows = links.map(({ exchange, call, result, linked }) => [
    String(exchange + 1),
    call === null ? "" : String(call.message),
    call === null ? "" : call.tool === null ? `(${safeText(call.type)})` : cell(call.tool),
    cell(call?.id ?? result?.callId ?? ""),
    call === null ? "" : argumentsInCell(call),
    result === null ? "" : resultInCell(result),
    linked,
  ]);
  const lines = table(["TURN", "MESSAGE", "TOOL", "ID", "ARGUMENTS", "RESULT", "LINKED"], rows).trimEnd().split("\n");
  return `${facts.join("\n")}\n\n${lines.map((line) => `  ${line}\n`).join("")}`;
}

function toolsInWords({ completeness, names }: Understood["tools"]): string {
  if (completeness === "absent") return "none declared";
  const list = names.length === 0 ? "" : `: ${names.map(cell).join(", ")}`;
  return `${names.length} declared${completeness === "partial" ? ", a part of all" : ""}${list}`;
}

function argumentsInCell({ arguments: text, malformed }: UnderstoodCall): string {
  return `${malformed === null ? "" : "malformed: "}${cell(text)}`;
}

function resultInCell({ isError, content, message }: UnderstoodResult): string {
  return `${message}: ${isError ? "error: " : ""}${cell(content)}`;
}

function cell(text: string): string {
  return shorten(safeText(text.slice(0, 4 * shownInCell).replace(/\s+/g, " ")), shownInCell);
}

function recordInWords(record: number | null): string {
  return record === null ? "" : ` (record ${record + 1})`;
}

import { type ConfigFault, count, type Field, MemberReader, text } from "../config/fields.js";
import { parseConfigText } from "../config/parse-config.js";
import { day } from "../config/read-config.js";
import type { JsonNode } from "../json/node.js";
import type { JsonObject } from "../json/value.js";
import type { TextRange } from "../model/violation.js";

/** The name of a baseline that no one gave another name. */
export const baselineName = "guardrails-baseline.jsonl";

/** Counts up when older programs could no longer read the file. */
const version = 1;

/** One accepted finding. */
export interface BaselineEntry {
  /** Of the file that holds the finding, from the root of the repository. */
  readonly path: string;
  readonly rule: string;
  /** What was found, without values of the transcript: for those who review the file. */
  readonly message: string;
  /** 32 hex digits, see `Violation.fingerprint`. */
  readonly fingerprint: string;
  readonly reason: string | undefined;
  /** Last day on which it counts, `2027-01-31`. */
  readonly expires: string | undefined;
}

/** An entry as it was read: with its place in the baseline. */
export interface PlacedEntry extends BaselineEntry {
  /** 0-based line. */
  readonly record: number;
  readonly range: TextRange | null;
}

/** A baseline that was read, or the first thing that keeps it from being one: a sentence and the place, `line:column`. */
export type ReadBaseline =
  | { readonly kind: "entries"; readonly entries: readonly PlacedEntry[] }
  | { readonly kind: "fault"; readonly message: string; readonly place: string };

const fingerprint: Field<string> = {
  schema: { type: "string", pattern: "^[0-9a-f]{32}$" },
  read(node, report) {
    const value = node.string() ?? "";
    return /^[0-9a-f]{32}$/.test(value) ? value : void report({ at: node, message: "A fingerprint has 32 hex digits" });
  },
};

/** The members of an entry, in the order in which they are written. */
const entryFields = {
  path: text("the path of a file"),
  rule: text("the id of a rule"),
  message: text("a sentence"),
  fingerprint,
  reason: text("a reason"),
  expires: day,
};

const headFields = { guardrailsBaseline: count, $schema: text("an address") };

/** The JSON Schema of one line of a baseline. */
export function baselineSchema(): JsonObject {
  return {
    $schema: "https://json-schema.org/draft/2020-12/schema",
    title: "One line of a baseline of guardrails: the head, or an accepted finding",
    oneOf: [
      {
        type: "object",
        properties: { guardrailsBaseline: { const: version }, $schema: { type: "string" } },
        required: ["guardrailsBaseline"],
        additionalProperties: false,
      },
      {
        type: "object",
        properties: Object.fromEntries(Object.entries(entryFields).map(([key, { schema }]) => [key, schema])),
        required: ["path", "rule", "fingerprint"],
        additionalProperties: false,
      },
    ],
  };
}

/** Reads a baseline: JSON Lines, whose first line names the version. */
export function readBaseline(source: string): ReadBaseline {
  const lines = source.split(/\r?\n/);
  const entries: PlacedEntry[] = [];
  let hasHead = false;
  for (const [record, line] of lines.entries()) {
    if (line.trim() === "") continue;
    const at = (column: number) => `${record + 1}:${column}`;
    if (/^(?:<{7}|={7}|>{7}|\|{7})(?: |$)/.test(line)) {
      return {
        kind: "fault",
        message: "The baseline has a merge conflict: keep the lines of both sides, then run with --prune-baseline",
        place: at(1),
      };
    }
    const parsed = parseConfigText(line, false);
    if (parsed.kind === "fault") return { ...parsed, place: at(Number(parsed.place.split(":")[1] ?? 1)) };
    const faults: ConfigFault[] = [];
    const report = (fault: ConfigFault) => void faults.push(fault);
    if (!hasHead) {
      hasHead = true;
      const found = new MemberReader(parsed.root, Object.keys(headFields), report).required(
        "guardrailsBaseline",
        headFields.guardrailsBaseline,
        "the first line of a baseline names its version",
      );
      if (found !== undefined && found !== version) {
        return { kind: "fault", message: `This is a baseline of version ${found}; this program reads version ${version}`, place: at(1) };
      }
    } else {
      const entry = readEntry(parsed.root, record, line.length, report);
      if (entry !== undefined) entries.push(entry);
    }
    const [fault] = faults;
    if (fault !== undefined) return { kind: "fault", message: fault.message, place: at(columnOf(fault.at)) };
  }
  return { kind: "entries", entries };
}

function readEntry(node: JsonNode, record: number, length: number, report: (fault: ConfigFault) => void): PlacedEntry | undefined {
  const members = new MemberReader(node, Object.keys(entryFields), report);
  const path = members.required("path", entryFields.path, "it names the file that holds the finding");
  const rule = members.required("rule", entryFields.rule, "it names the rule whose finding is accepted");
  const print = members.required("fingerprint", entryFields.fingerprint, "it distinguishes the finding from all others");
  const rest = {
    message: members.optional("message", entryFields.message) ?? "",
    reason: members.optional("reason", entryFields.reason),
    expires: members.optional("expires", entryFields.expires),
    record,
    range: {
      start: { line: record + 1, column: 1, offset: 0 },
      end: { line: record + 1, column: length + 1, offset: length },
    },
  };
  return path === undefined || rule === undefined || print === undefined ? undefined : { path, rule, fingerprint: print, ...rest };
}

function columnOf(node: JsonNode): number {
  return node.range.source.position(node.range.from)?.column ?? 1;
}

/** Writes a baseline: one entry a line, by path, so that a change of one finding changes one line. */
export function writeBaseline(entries: Iterable<BaselineEntry>): string {
  const lines = [...entries].toSorted(byPlace).map(({ path, rule, message, fingerprint, reason, expires }) =>
    JSON.stringify({
      path,
      rule,
      ...(message !== "" && { message }),
      fingerprint,
      ...(reason !== undefined && { reason }),
      ...(expires !== undefined && { expires }),
    }),
  );
  return `${[JSON.stringify({ guardrailsBaseline: version }), ...lines].join("\n")}\n`;
}

function byPlace(one: BaselineEntry, other: BaselineEntry): number {
  return compare(one.path, other.path) || compare(one.rule, other.rule) || compare(one.fingerprint, other.fingerprint);
}

function compare(one: string, other: string): number {
  return one < other ? -1 : one > other ? 1 : 0;
}

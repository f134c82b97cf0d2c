import { readTools } from "../declarations/index.js";
import type { Claim } from "../formats/detect.js";
import type { RecordingInput } from "../formats/format.js";
import { formats } from "../formats/index.js";
import type { JsonFault, JsonNode, Range } from "../json/node.js";
import type { AdaptedConversation } from "../model/conversation.js";
import type { Finding } from "../model/violation.js";
import { ambiguousFormat } from "../rules/ambiguous-format.js";
import { invalidJson } from "../rules/invalid-json.js";
import type { Rule } from "../rules/rule.js";
import { truncatedRecord } from "../rules/truncated-record.js";
import { unknownFormat } from "../rules/unknown-format.js";
import { unreadCalls } from "../rules/unread-calls.js";
import { uncapitalised } from "../text/capitalised.js";
import { counted } from "../text/counted.js";
import { nearestName } from "../text/nearest-name.js";
import { quote } from "../text/quote.js";
import { hidden, type Sentence, sentence, value } from "../text/sentence.js";
import type { CallShape } from "./call-shapes.js";

/** What is found while a file is read, before any rule can run. */
export interface IntakeFinding {
  readonly rule: Rule;
  readonly finding: Finding;
}

/** A file or record that is not JSON. `cutOff`: the last line of a file, torn by a crash. */
export function documentFault(fault: JsonFault, cutOff: boolean): IntakeFinding {
  const at = placeholder(fault.at);
  if (cutOff) {
    const fix = "Remove the line, or record the session again: its writer stopped in the middle of the record";
    return {
      rule: truncatedRecord,
      finding: { at, message: `The last record is cut off: ${uncapitalised(fault.message)}`, fix, key: fault.kind },
    };
  }
  const fix = fault.kind === "too-large" ? { fix: "Split it, or raise the limit with --max-size (up to 2 GiB)" } : {};
  return { rule: invalidJson, finding: { at, message: fault.message, ...fix, data: { kind: fault.kind }, key: fault.kind } };
}

/** A body inside a recording that is not what it was to be: its conversation is lost, the rest of the file is not. */
export function bodyFault(fault: JsonFault): IntakeFinding {
  const { rule, finding } = documentFault(fault, false);
  return { rule, finding: { ...finding, severity: "warning" } };
}

/** What a format found cut off inside a recording: attributes of traces past their exporter's limit. */
export function cutFindings({ anomalies }: AdaptedConversation): readonly IntakeFinding[] {
  return anomalies.flatMap(({ rule, ...finding }): readonly IntakeFinding[] =>
    rule === "truncated-record" ? [{ rule: truncatedRecord, finding }] : [],
  );
}

/** Whether an envelope names a format that there is not: whoever wrote it meant a transcript. */
export function isMisstated({ stated }: RecordingInput): boolean {
  return stated.format !== undefined;
}

/** JSON, but no conversation that any format knows. */
export function unknownFinding(recording: RecordingInput): IntakeFinding {
  const { format } = recording.stated;
  if (format !== undefined) {
    const near = nearestName(
      format,
      formats.map(({ id }) => id),
    );
    const at = recording.at.get("format") ?? recording.at;
    const fix = near === undefined ? "Name one of the formats that `guardrails formats` lists" : `Did you mean ${quote(near)}?`;
    return { rule: unknownFormat, finding: { at, message: sentence`Format ${value(format)} is not known`, fix } };
  }
  if (declaresOnly(recording.body)) {
    return {
      rule: unknownFormat,
      finding: {
        at: recording.at,
        message: "The file holds tool declarations, not a conversation",
        fix: "Pass it with --tools, or name it under `tools` in the configuration; otherwise leave it out with --ignore",
      },
    };
  }
  return {
    rule: unknownFormat,
    finding: {
      at: recording.at,
      message: sentence`No known format fits ${inWords(recording.body)}`,
      fix: "Name its format with --format, or describe it as your own: `guardrails formats --draft FILE` prints a draft of it",
    },
  };
}

/** A call or a result that nobody understood. */
export function unreadFinding({ kind, at, name }: CallShape): IntakeFinding {
  const what = kind === "call" ? "a tool call" : "a tool result";
  const named = name === undefined ? "" : sentence` ${kind === "call" ? "to" : "of"} ${value(name)}`;
  return {
    rule: unreadCalls,
    finding: {
      at,
      message: sentence`This looks like ${what}${named}, but no known format reads it, so it is not checked`,
      fix: "Name the right format with --format, or describe your own: `guardrails formats --draft FILE` prints a draft of it",
      data: { kind },
    },
  };
}

/** Several formats fit equally well. */
export function ambiguousFinding(recording: RecordingInput, claim: Claim, rivals: readonly Claim[]): IntakeFinding {
  const others = rivals.map(({ format }) => format.id).join(", ");
  return {
    rule: ambiguousFormat,
    finding: {
      at: recording.at,
      message: `The file is read as ${claim.format.id}, because it ${claim.detection.because}, but it may also be ${others}`,
      fix: `Say which format it is, for example with --format ${claim.format.id}`,
    },
  };
}

/** A node that is only a place: where a text is no JSON, there is no value to blame. */
function placeholder(range: Range): JsonNode {
  return {
    kind: "null",
    range,
    pointer: "",
    within: undefined,
    get: () => undefined,
    first: () => undefined,
    items: () => [],
    entries: () => [],
    string: () => undefined,
    number: () => undefined,
    boolean: () => undefined,
    raw: () => "",
    value: () => null,
    bytes: () => undefined,
    nested: () => undefined,
    textRange: () => range,
  };
}

/** Tools and nothing else: they often lie beside the transcripts. */
function declaresOnly(body: JsonNode): boolean {
  const entries = body.kind === "array" ? body.items() : [body];
  if (!entries.every((entry) => holdsOnly(entry, listKeys) || entryKeys.some((key) => entry.get(key) !== undefined))) return false;
  const { tools, faults } = readTools(body);
  if (faults.length > 0 || !tools.every((tool) => tool.name !== null && (tool.argumentsSchema !== null || tool.hosted))) return false;
  // Many things have a type and a name.
  return tools.some((tool) => tool.argumentsSchema !== null);
}

/** Keys of one declaration, and all that is around a list of them. */
const entryKeys = ["name", "function", "functionDeclarations", "toolSpec"] as const;
const listKeys: ReadonlySet<string> = new Set(["tools", "nextCursor", "_meta"]);

function holdsOnly(node: JsonNode, keys: ReadonlySet<string>): boolean {
  return node.kind === "object" && node.entries().every(({ key }) => keys.has(key.string() ?? ""));
}

function inWords(node: JsonNode): Sentence {
  switch (node.kind) {
    case "object": {
      const keys = node.entries().flatMap(({ key }) => key.string() ?? []);
      if (keys.length === 0) return "an object without keys";
      return sentence`an object${hidden(` with the keys ${keys.slice(0, 6).map(quote).join(", ")}${keys.length > 6 ? ", …" : ""}`)}`;
    }
    case "array":
      return node.first() === undefined ? "an empty list" : `a list of ${counted(node.items().length, "item")}`;
    case "null":
      return "null";
    default:
      return `a bare ${node.kind}`;
  }
}

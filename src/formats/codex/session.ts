import { composeObject, literal } from "../../json/composed.js";
import type { JsonNode } from "../../json/node.js";
import { beginsWith } from "../../json/text-probe.js";
import { type ItemDialect, responsesDialect } from "../responses/shapes.js";

/** What the lines of a session say, taken apart. */
export interface CodexSession {
  /** Items as the model saw them, turns that the user rolled back left out. */
  readonly items: readonly JsonNode[];
  /** Items of turns that were interrupted: their calls may never have been answered. */
  readonly interrupted: ReadonlySet<JsonNode>;
  /** Items of the turns that the user rolled back. */
  readonly rolledBack: readonly JsonNode[];
  /** Declarations that the session was started with; the tools of Codex itself are in no log. */
  readonly tools: readonly JsonNode[];
  readonly model: string | undefined;
}

/** What Codex writes in place of an output where a call could not be run (codex-rs, `core/src/tools`, read 2026-11). */
const failures = ["failed to parse function arguments", "unsupported call: ", "unsupported custom tool call: "] as const;

/** Items as Codex keeps them: it injects outputs without a call, and tells failures in words. */
export const codexDialect: ItemDialect = {
  ...responsesDialect,
  standaloneOutputs: true,
  isFailure: (output) =>
    failures.some((words) => beginsWith(output, words)) || (output.kind === "object" && output.get("success")?.boolean() === false),
};

/** Reads the lines of a session in order. */
export function readSession(lines: readonly JsonNode[]): CodexSession {
  const items: JsonNode[] = [];
  const interrupted = new Set<JsonNode>();
  const rolledBack: JsonNode[] = [];
  const tools: JsonNode[] = [];
  let model: string | undefined;
  for (const line of lines) {
    const payload = line.get("payload") ?? line.get("item");
    // The oldest files have bare items.
    const type = payload === undefined ? "response_item" : line.get("type")?.string();
    const entry = payload ?? line;
    switch (type) {
      case "response_item":
        if (isHeader(entry)) break;
        items.push(entry);
        if (isInterruption(entry)) interrupt(items, interrupted);
        break;
      case "compacted":
        // The history that replaces what is in front repeats messages; what matters is that the rest is gone.
        items.push(composeObject([["type", literal("compaction", line)]], line));
        break;
      case "session_meta": {
        const dynamic = entry.get("dynamic_tools");
        if (dynamic?.kind === "array") tools.push(dynamic);
        break;
      }
      case "turn_context":
        model ??= entry.get("model")?.string();
        break;
      case "event_msg":
        if (entry.get("type")?.string() === "turn_aborted") interrupt(items, interrupted);
        else if (entry.get("type")?.string() === "thread_rolled_back")
          rolledBack.push(...rollBack(items, entry.get("num_turns")?.number() ?? 0));
        break;
    }
  }
  return { items, interrupted, rolledBack, tools, model };
}

/** The first line of the oldest files, and the state lines between their items. */
export function isHeader(line: JsonNode): boolean {
  if (line.get("record_type")?.kind === "string") return true;
  return line.get("type") === undefined && line.get("timestamp")?.kind === "string" && line.get("id")?.kind === "string";
}

/** A note to the model that the user stopped the turn. */
function isInterruption(item: JsonNode): boolean {
  return item.get("role")?.string() === "user" && beginsWith(firstText(item), "<turn_aborted>");
}

/** Marks what the model did since the user last spoke. */
function interrupt(items: readonly JsonNode[], interrupted: Set<JsonNode>): void {
  for (let position = items.length - 1; position >= 0; position -= 1) {
    const item = items[position];
    if (item === undefined || (isUserTurn(item) && !isInterruption(item))) return;
    interrupted.add(item);
  }
}

/** Takes back the last turns of the user, and all that followed them. */
function rollBack(items: JsonNode[], turns: number): readonly JsonNode[] {
  const taken: JsonNode[] = [];
  for (let left = turns; left > 0 && items.length > 0; ) {
    const item = items.pop();
    if (item === undefined) break;
    taken.push(item);
    if (isUserTurn(item)) left -= 1;
  }
  return taken;
}

/** A message of the user's own: what Codex puts before it is wrapped in tags. */
function isUserTurn(item: JsonNode): boolean {
  return item.get("role")?.string() === "user" && !beginsWith(firstText(item), "<");
}

function firstText(item: JsonNode): JsonNode | undefined {
  const content = item.get("content");
  return content?.kind === "array" ? content.first()?.get("text") : content;
}

import { readTools } from "../../declarations/index.js";
import type { JsonNode } from "../../json/node.js";
import { sliceText } from "../../json/text-slice.js";
import type { AdaptedConversation, Role } from "../../model/conversation.js";
import type { Toolset } from "../../model/tool.js";
import { adaptedFrom, ConversationDraft, type MessageDraft } from "../conversation-draft.js";
import type { RecordingInput } from "../format.js";
import { mustBeKind, unknownRole } from "../shape-faults.js";
import { readJsonCalls, readJsonText } from "../written-calls/json-calls.js";
import { mayHoldCalls, readWrittenCalls } from "../written-calls/markup.js";
import { toolsInText } from "../written-calls/tools-in-text.js";
import { malformedCall, noCalls, type SchemaOf, type WrittenCall, type WrittenCalls } from "../written-calls/written-call.js";
import { isResponseText, resultsOf } from "./results.js";
import { type RowTurn, readTurn, roleWords, saidIn } from "./turn.js";

/** A conversation of a training set, taken apart. */
export interface Row {
  readonly at: JsonNode;
  /** Its messages, objects or what is there instead. */
  readonly messages: readonly JsonNode[];
  /** The prompt where it has a column of its own. */
  readonly system: JsonNode | undefined;
  /** The declarations where they have a column of their own: a list, or its JSON text. */
  readonly tools: JsonNode | undefined;
}

/** Reads a row: calls as JSON in messages of their own, or in the markup of a model inside the assistant's texts. */
export function readRow(row: Row, recording: RecordingInput, format: string): AdaptedConversation {
  const draft = new ConversationDraft();
  const turns = row.messages.flatMap((node) => readMessage(node, draft) ?? []);
  const declarations = declarationsOf(row, turns);
  const reader = new RowReader(draft, schemaLookup(recording.tools === undefined ? declarations : [recording.tools]));
  if (row.system !== undefined && row.system.kind !== "null") draft.open({ role: "system", at: row.system }).text(row.system);
  reader.readAll(turns);
  return adaptedFrom(draft, { ...recording, dataset: true, at: row.at }, { format, tools: declarations });
}

function readMessage(node: JsonNode, draft: ConversationDraft): RowTurn | undefined {
  if (node.kind !== "object") {
    draft.report(node, mustBeKind("A message", "an object with a role and text", node));
    return undefined;
  }
  const turn = readTurn(node);
  if (turn !== undefined) return turn;
  const roleAt = node.get("from") ?? node.get("role");
  draft.report(roleAt ?? node, unknownRole(roleAt, roleWords.slice(0, 6), node.get("from") === undefined ? "role" : "from"));
  return { kind: "user", at: node, roleAt, said: saidIn(node) };
}

/** The column of tools, else what the prompt declares. An empty column declares nothing, as an empty prompt. */
function declarationsOf({ tools, system }: Row, turns: readonly RowTurn[]): readonly JsonNode[] {
  const isGiven = tools !== undefined && tools.kind !== "null" && tools.string()?.trim() !== "";
  if (isGiven) return [tools];
  const prompts = [system, ...turns.filter(({ kind }) => kind === "system").map(({ said }) => said)];
  return prompts.flatMap((prompt) => (prompt?.kind === "string" ? toolsInText(prompt) : []));
}

/** Few wires write values without their types, so the declarations are not read again before one asks. */
function schemaLookup(declarations: readonly JsonNode[]): SchemaOf {
  let toolsets: readonly Toolset[] | undefined;
  return (tool) => {
    toolsets ??= declarations.map((node) => readTools(node));
    return toolsets.map((toolset) => toolset.get(tool)).find((each) => each !== undefined)?.argumentsSchema ?? undefined;
  };
}

class RowReader {
  readonly #draft: ConversationDraft;
  readonly #schemaOf: SchemaOf;

  constructor(draft: ConversationDraft, schemaOf: SchemaOf) {
    this.#draft = draft;
    this.#schemaOf = schemaOf;
  }

  readAll(turns: readonly RowTurn[]): void {
    let calls: WrittenCalls = noCalls;
    let calling: MessageDraft | undefined;
    let index = 0;
    for (let turn = turns[index]; turn !== undefined; turn = turns[index]) {
      if (isResult(turn)) {
        const results = resultsFrom(turns, index);
        this.#addResults(results, calls);
        index += results.length;
        calls = noCalls;
        calling = undefined;
        continue;
      }
      const found = this.#callsOf(turn);
      // Calls in a row are one turn, a message each.
      const message: MessageDraft =
        found !== undefined && calling !== undefined
          ? calling
          : this.#draft.open({ role: roles[turn.kind], at: turn.at, roleAt: turn.roleAt });
      if (found === undefined) this.#addContent(turn, message);
      else addCalls(found, message);
      if (found !== undefined) calls = calling === undefined ? found : joined(calls, found);
      else if (turn.kind === "assistant") calls = noCalls;
      calling = found === undefined ? undefined : message;
      index += 1;
    }
  }

  #callsOf({ kind, at, said }: RowTurn): WrittenCalls | undefined {
    // Some sets keep them beside the text, as OpenAI's API does.
    const beside = kind === "assistant" && at.get("from") !== undefined ? at.get("tool_calls") : undefined;
    if (beside?.first() !== undefined) return { calls: readJsonCalls(beside), isWhole: true };
    if (said === undefined) return undefined;
    const isText = kind === "assistant" || (kind === "calls" && /^\s*</.test(said.string() ?? ""));
    if (isText && mayHoldCalls(said)) {
      const found = readWrittenCalls(said, this.#schemaOf);
      if (found.calls.length > 0) return found;
    }
    return kind === "calls" ? { calls: callsOfTurn(said), isWhole: true } : undefined;
  }

  #addContent({ kind, at, said }: RowTurn, message: MessageDraft): void {
    if (said === undefined && kind === "calls") this.#draft.report(at, "A message of calls holds no call");
    else if (said?.kind === "string") message.text(said);
    else if (said !== undefined && said.kind !== "null") message.other("content", said);
  }

  #addResults(turns: readonly RowTurn[], { calls, isWhole }: WrittenCalls): void {
    for (const [position, results] of resultsOf(turns, calls.length).entries()) {
      const turn = turns[position];
      if (turn === undefined) continue;
      const message = this.#draft.open({ role: "tool", at: turn.at, roleAt: turn.roleAt });
      // Which call they answer cannot be reported where not all calls could be read.
      for (const { at, ...parts } of results) message.result({ result: at, ...parts, standalone: !isWhole });
    }
  }
}

const roles = { system: "system", user: "user", assistant: "assistant", calls: "assistant", result: "tool" } as const satisfies Record<
  RowTurn["kind"],
  Role
>;

/** The results from one on, up to a message that is none. */
function resultsFrom(turns: readonly RowTurn[], start: number): readonly RowTurn[] {
  let end = start;
  for (let turn = turns[end]; turn !== undefined && isResult(turn); turn = turns[end]) end += 1;
  return turns.slice(start, end);
}

function joined(one: WrittenCalls, other: WrittenCalls): WrittenCalls {
  return { calls: [...one.calls, ...other.calls], isWhole: one.isWhole && other.isWhole };
}

function isResult({ kind, said }: RowTurn): boolean {
  return kind === "result" || (kind === "user" && isResponseText(said));
}

/** A call, or a list of calls, as a value or as JSON text. Newer sets write the model's thoughts in front (LLaMA-Factory, `FunctionFormatter`; read 2026-11). */
function callsOfTurn(said: JsonNode): readonly WrittenCall[] {
  if (said.kind !== "string") return readJsonCalls(said);
  const nested = said.nested();
  if (nested?.kind === "json") return readJsonCalls(nested.document.root);
  const text = said.string() ?? "";
  const start = /^\s*(?:<think>[\s\S]*?<\/think>)?\s*/.exec(text)?.[0].length ?? 0;
  const calls = readJsonText(sliceText(said, start, text.length));
  return calls.length > 0 ? calls : [malformedCall(said)];
}

function addCalls({ calls, isWhole }: WrittenCalls, message: MessageDraft): void {
  for (const { decoded, ...parts } of calls) {
    message.call({
      decoded,
      idOptional: true,
      expectsNoResult: !isWhole,
      // What cannot be read names nothing: that is reported once, as the fault of the text.
      partial: parts.name === undefined && decoded.kind === "malformed",
      ...parts,
    });
  }
}

import type { JsonNode } from "../../json/node.js";
import type { MessagePart } from "../../model/conversation.js";
import type { ToolCall, ToolResult } from "../../model/exchange.js";
import { type DraftPlace, toolCall, toolResult } from "../call-draft.js";
import { given } from "../google/field.js";

/** States in which a call has come to its end (`Status`, @google/gemini-cli-core, read 2026-11). */
const ended: ReadonlySet<string> = new Set(["success", "error", "cancelled"]);

/** Where in the conversation the records of calls are. */
export interface RecordPlace {
  readonly message: number;
  /** Calls and results of the message before them. */
  readonly calls: number;
  readonly results: number;
}

/** Reads `toolCalls` of a message: `{id, name, args, result?, status}`, the call and its result in one record. */
export function readToolCalls(records: readonly JsonNode[], place: RecordPlace): readonly MessagePart[] {
  let results = place.results;
  return records.flatMap((record, position): readonly MessagePart[] => {
    const status = given(record, "status")?.string();
    const output = given(record, "result");
    const isDone = output !== undefined || (status !== undefined && ended.has(status));
    const call = readCall(record, isDone, { message: place.message, index: place.calls + position });
    if (!isDone) return [{ kind: "call", call }];
    return [
      { kind: "call", call },
      { kind: "result", result: readResult(record, output, call, status, results++) },
    ];
  });
}

/** A call that is still running when the log ends, or when the user goes on, was dropped by the harness. */
function readCall(record: JsonNode, isDone: boolean, place: DraftPlace): ToolCall {
  const id = given(record, "id");
  const name = given(record, "name");
  const args = given(record, "args");
  const draft = { call: record, id, name, arguments: args, container: "object", idOptional: true, expectsNoResult: !isDone } as const;
  return toolCall(draft, place);
}

function readResult(record: JsonNode, list: JsonNode | undefined, call: ToolCall, status: string | undefined, index: number): ToolResult {
  const response = responseFor(call, list);
  const callId = given(response, "id");
  const name = given(response, "name");
  const content = given(response, "response") ?? list ?? given(record, "resultDisplay");
  const failed = given(given(response, "response"), "error") !== undefined && given(given(response, "response"), "output") === undefined;
  return toolResult(
    {
      result: response ?? list ?? record,
      callId,
      name,
      content,
      isError: status === "error" || status === "cancelled" || failed,
      idOptional: true,
      inlineCall: call,
    },
    { message: call.message, index },
  );
}

/** The response to a call among the parts of its record: a masked record keeps those of the whole turn. */
function responseFor(call: ToolCall, list: JsonNode | undefined): JsonNode | undefined {
  const parts = list?.kind === "array" ? list.items() : list === undefined ? [] : [list];
  const responses = parts.flatMap((part) => given(part, "functionResponse", "function_response") ?? []);
  return (
    responses.find((response) => call.id !== null && given(response, "id")?.string() === call.id) ??
    responses.find((response) => call.function.name !== null && given(response, "name")?.string() === call.function.name) ??
    responses[0]
  );
}

import type { JsonNode } from "../../json/node.js";
import type { ToolCall } from "../../model/exchange.js";
import type { MessageDraft } from "../conversation-draft.js";
import { given } from "../google/field.js";

/** States in which a call has come to its end (`Status`, @google/gemini-cli-core, read 2026-11). */
const ended: ReadonlySet<string> = new Set(["success", "error", "cancelled"]);

/** Adds an entry of `toolCalls`, `{id, name, args, result?, status}`: the call and its result in one record. */
export function addCallRecord(record: JsonNode, message: MessageDraft): void {
  const status = given(record, "status")?.string();
  const list = given(record, "result");
  const isDone = list !== undefined || (status !== undefined && ended.has(status));
  const parts = { call: record, id: given(record, "id"), name: given(record, "name"), arguments: given(record, "args") };
  // A call that is still running when the log ends, or when the user goes on, was dropped by the harness.
  const call = message.call({ ...parts, container: "object", idOptional: true, expectsNoResult: !isDone });
  if (!isDone) return;
  const response = responseFor(call, list);
  const output = given(response, "response");
  const failed = given(output, "error") !== undefined && given(output, "output") === undefined;
  message.result({
    result: response ?? list ?? record,
    callId: given(response, "id"),
    name: given(response, "name"),
    content: output ?? list ?? given(record, "resultDisplay"),
    isError: status === "error" || status === "cancelled" || failed,
    idOptional: true,
    inlineCall: call,
  });
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

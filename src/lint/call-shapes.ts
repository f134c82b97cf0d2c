import type { JsonNode } from "../json/node.js";
import { KeyNames } from "../json/seen-words.js";
import { SearchedWords } from "../json/word-search.js";

/** What looks like a call or a result, whoever wrote it. */
export interface CallShape {
  readonly kind: "call" | "result";
  readonly at: JsonNode;
  /** All ids that it bears: its own, and those of what it belongs to. */
  readonly ids: readonly string[];
  readonly name: string | undefined;
}

/** Keys of lists of calls. */
const listKeys = ["tool_calls", "toolCalls", "toolRequests", "tool_requests", "tool_uses", "toolUses", "toolInvocations", "function_calls"];
/** Keys of lists of results. */
const resultListKeys = ["tool_results", "toolResults", "tool_responses", "toolResponses", "function_responses"];
/** Keys of one call. */
const callKeys = ["tool_call", "toolCall", "function_call", "functionCall", "toolUse", "tool_use", "toolInvocation"];
/** Keys of the arguments of a call, beside its name. */
const ownArgumentKeys = [
  "tool_args",
  "toolArgs",
  "tool_input",
  "toolInput",
  "tool_arguments",
  "toolArguments",
  "tool_params",
  "toolParams",
];
/** Keys of one result. */
const resultKeys = ["functionResponse", "function_response", "toolResult", "tool_result", "toolResponse", "tool_response"];
/** Keys of the id of a call, in the call or in its result. */
const idKeys = ["tool_call_id", "toolCallId", "tool_use_id", "toolUseId", "call_id", "callId", "function_call_id"];

/** What an object says that it is. */
const callTypes = [
  "tool_use",
  "tool-call",
  "tool_call",
  "toolCall",
  "toolUse",
  "function_call",
  "functionCall",
  "custom_tool_call",
  "server_tool_use",
  "mcp_tool_use",
];
const resultTypes = [
  "tool_result",
  "tool-result",
  "toolResult",
  "tool_response",
  "tool_call_response",
  "function_call_output",
  "functionResponse",
  "function_response",
  "custom_tool_call_output",
  "mcp_tool_result",
];

/** Words that what looks like a call cannot do without. */
export const callWords = new SearchedWords(
  [...listKeys, ...resultListKeys, ...callKeys, ...resultKeys, ...idKeys, ...ownArgumentKeys],
  [...callTypes, ...resultTypes],
);

/** Keys of which a document has one where it holds what looks like a call: those, and what is beside a type. */
export const callKeyNames = new KeyNames([
  ...callWords.keys,
  ...["arguments", "input", "args", "parameters", "params", "rawArguments", "partial_json", "output", "result", "tool_output"],
]);

const listKeySet: ReadonlySet<string> = new Set(listKeys);
const resultListKeySet: ReadonlySet<string> = new Set(resultListKeys);
const callKeySet: ReadonlySet<string> = new Set(callKeys);
const resultKeySet: ReadonlySet<string> = new Set(resultKeys);
const ownArgumentKeySet: ReadonlySet<string> = new Set(ownArgumentKeys);
const callTypeSet: ReadonlySet<string> = new Set(callTypes);
const resultTypeSet: ReadonlySet<string> = new Set(resultTypes);

const nameKeys = ["name", "toolName", "tool_name", "tool", "function_name"] as const;
const argumentKeys = ["arguments", "input", "args", "parameters", "params", "rawArguments", "partial_json", ...ownArgumentKeys];
const contentKeys = ["content", "output", "result", "response", "results", "outputs", "tool_output"] as const;
const ownIdKeys = ["id", ...idKeys] as const;

/** What an object that holds one of `callWords` has that looks like a call or a result: with its content, not a mere mention of one. */
export function* shapesIn(holder: JsonNode, word: string, isKey: boolean): Generator<CallShape, void, undefined> {
  if (!isKey) {
    // `type` names a block or an item; elsewhere the word is a value like any other.
    if (!["type", "role", "kind", "part_kind"].some((key) => holder.get(key)?.string() === word)) return;
    if (callTypeSet.has(word)) yield* shapeOf("call", holder, holder);
    else if (resultTypeSet.has(word)) yield* shapeOf("result", holder, holder);
    return;
  }
  const value = holder.get(word);
  if (value === undefined) return;
  if (listKeySet.has(word)) for (const item of itemsOf(value)) yield* shapeOf("call", item, item);
  else if (resultListKeySet.has(word)) for (const item of itemsOf(value)) yield* shapeOf("result", item, item);
  else if (callKeySet.has(word)) yield* shapeOf("call", value, holder);
  else if (resultKeySet.has(word)) yield* shapeOf("result", value, holder);
  else if (ownArgumentKeySet.has(word)) yield* shapeOf("call", holder, holder);
  else if (value.kind === "string" && value.string() !== "") {
    // An id says which call is meant: here is the call only where its arguments are, and the result only where its content is.
    yield* hasOneOf(holder, argumentKeys) && nameOf(holder) !== undefined
      ? shapeOf("call", holder, holder)
      : shapeOf("result", holder, holder);
  }
}

function* shapeOf(kind: CallShape["kind"], node: JsonNode, around: JsonNode): Generator<CallShape, void, undefined> {
  if (node.kind !== "object" || isMention(node)) return;
  const name = nameOf(node);
  const ids = node === around ? idsOf(node) : [...idsOf(node), ...idsOf(around)];
  if (
    kind === "call" ? name === undefined || !holdsArguments(node) : !hasOneOf(node, contentKeys) || (ids.length === 0 && name === undefined)
  )
    return;
  yield { kind, at: node, ids, name };
}

/** What speaks of a call without being one: a permission asked for or given, progress, a hook, a retry that names no tool. */
function isMention(node: JsonNode): boolean {
  return mentions.test(node.get("type")?.string() ?? "") || node.get("tool_name")?.kind === "null";
}

const mentions = /confirm|approv|permission|progress|hook|elicit/i;

/** A list, or the list that a text holds: telemetry keeps calls as text. */
function itemsOf(value: JsonNode): readonly JsonNode[] {
  if (value.kind === "array") return value.items();
  const nested = value.string()?.trimStart().startsWith("[") === true ? value.nested() : undefined;
  return nested?.kind === "json" ? nested.document.root.items() : [];
}

/** Calls spell their arguments, or leave them out where there are none; a declaration or a choice has no id. */
function holdsArguments(node: JsonNode): boolean {
  const called = node.get("function") ?? node.get("functionCall") ?? node;
  return hasOneOf(called, argumentKeys) || hasOneOf(node, argumentKeys) || node.get("id")?.kind === "string";
}

function nameOf(node: JsonNode): string | undefined {
  for (const key of nameKeys) {
    const name = node.get(key)?.string();
    if (name !== undefined && name !== "") return name;
  }
  const called = node.get("function") ?? node.get("functionCall");
  return called?.kind === "object" ? called.get("name")?.string() : called?.string();
}

function idsOf(node: JsonNode): readonly string[] {
  return ownIdKeys.flatMap((key) => {
    const id = node.get(key)?.string();
    return id === undefined || id === "" ? [] : [id];
  });
}

/** Whether one of the keys has a value that says something. */
function hasOneOf(node: JsonNode, keys: readonly string[]): boolean {
  return keys.some((key) => {
    const value = node.get(key);
    return (
      value !== undefined && value.kind !== "null" && value.string() !== "" && !(value.kind === "array" && value.first() === undefined)
    );
  });
}

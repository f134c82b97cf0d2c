import type { JsonNode } from "../../json/node.js";

/** What a message of a row is. `calls`: its text is nothing but calls, as JSON. */
export type TurnKind = "system" | "user" | "assistant" | "calls" | "result";

/** Words for roles in training sets, whatever key they are under. */
const kinds: ReadonlyMap<string, TurnKind> = new Map([
  ["system", "system"],
  ["human", "user"],
  ["user", "user"],
  ["gpt", "assistant"],
  ["assistant", "assistant"],
  ["model", "assistant"],
  ["chatgpt", "assistant"],
  ["bot", "assistant"],
  ["function_call", "calls"],
  ["function-call", "calls"],
  ["tool_call", "calls"],
  ["tool_calls", "calls"],
  ["observation", "result"],
  ["tool", "result"],
  ["tool_response", "result"],
  ["tool_result", "result"],
  ["function_response", "result"],
  ["function-response", "result"],
  ["function_result", "result"],
  ["function", "result"],
  ["ipython", "result"],
  ["environment", "result"],
]);

/** One message of a row. */
export interface RowTurn {
  readonly kind: TurnKind;
  readonly at: JsonNode;
  readonly roleAt: JsonNode | undefined;
  /** What was said: mostly text. */
  readonly said: JsonNode | undefined;
}

/** The words that are known as roles. */
export const roleWords: readonly string[] = [...kinds.keys()];

/** Those of messages that are nothing but calls. */
export const callRoles: readonly string[] = roleWords.filter((word) => kinds.get(word) === "calls");

/** A message `{from, value}` (ShareGPT) or `{role, content}`; `undefined` where it names no known role. */
export function readTurn(node: JsonNode): RowTurn | undefined {
  const roleAt = node.get("from") ?? node.get("role");
  const kind = kinds.get(roleAt?.string() ?? "");
  return kind === undefined ? undefined : { kind, at: node, roleAt, said: saidIn(node) };
}

export function saidIn(node: JsonNode): JsonNode | undefined {
  return node.get("value") ?? node.get("content");
}

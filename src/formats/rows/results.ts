import type { JsonNode } from "../../json/node.js";
import { beginningOf } from "../../json/text-probe.js";
import { sliceText } from "../../json/text-slice.js";
import type { RowTurn } from "./turn.js";

/** A result as a row writes it. */
export interface RowResult {
  readonly at: JsonNode;
  readonly callId: JsonNode | undefined;
  readonly name: JsonNode | undefined;
  readonly content: JsonNode | undefined;
}

/**
 * The results of consecutive messages that follow `calls` calls: one a message, one for each `<tool_response>` block, one for each named item of
 * a list. A message that is alone after several calls answers them all, item by item where it is a list of so many.
 *
 * @returns for each message its results
 */
export function resultsOf(turns: readonly RowTurn[], calls: number): readonly (readonly RowResult[])[] {
  const read = turns.map(({ said, at }) => (said === undefined ? [plain(at, undefined)] : resultsIn(said)));
  const [only] = turns;
  const [result, ...others] = read.flat();
  if (turns.length !== 1 || result === undefined || others.length > 0 || calls < 2 || only === undefined) return read;
  // An answer that names its tool is that tool's alone.
  if (result.name !== undefined) return read;
  const items = (only.said === undefined ? undefined : decoded(only.said))?.items() ?? [];
  return [items.length === calls ? items.map((item) => wrapped(item)) : Array.from({ length: calls }, () => result)];
}

/** Whether a text is nothing but results in tags: Qwen's template writes them into messages of the user. */
export function isResponseText(said: JsonNode | undefined): boolean {
  return said?.kind === "string" && /^\s*<tool_response>/.test(beginningOf(said, 100));
}

function resultsIn(said: JsonNode): readonly RowResult[] {
  const text = said.string();
  if (text?.includes("<tool_response>")) {
    const whole = sliceText(said, 0, text.length);
    return [...text.matchAll(/<tool_response>([\s\S]*?)(?:<\/tool_response>|(?=<tool_response>)|$)/dg)].map(({ indices }) => {
      const [from = 0, to = 0] = indices?.[1] ?? [];
      const block = sliceText(whole, from, to);
      return wrapped(decoded(block) ?? block);
    });
  }
  const value = decoded(said);
  const items = value?.items() ?? [];
  if (items.length > 0 && items.every(isWrapper)) return items.map((item) => wrapped(item));
  return [value === undefined ? plain(said, said) : wrapped(value, said)];
}

/** The JSON that a text is, or the value itself; `undefined` for prose. */
function decoded(node: JsonNode): JsonNode | undefined {
  if (node.kind !== "string") return node;
  if (!/^\s*[[{]/.test(node.string() ?? "")) return undefined;
  const nested = node.nested();
  return nested?.kind === "json" ? nested.document.root : undefined;
}

/** A result, taken out of the object that says whose it is. */
function wrapped(value: JsonNode, at = value): RowResult {
  if (!isWrapper(value)) return plain(at, at);
  const content = contentKeys.map((key) => value.get(key)).find((each) => each !== undefined);
  return { at, callId: value.get("tool_call_id"), name: value.get("name"), content };
}

function plain(at: JsonNode, content: JsonNode | undefined): RowResult {
  return { at, callId: undefined, name: undefined, content };
}

const contentKeys = ["content", "results", "result", "response", "output"] as const;
const wrapperKeys: ReadonlySet<string> = new Set(["name", "tool_call_id", ...contentKeys]);

/** `{name, content}` and its like, and nothing else: an answer may have a name of its own. */
function isWrapper(value: JsonNode): boolean {
  if (value.get("name")?.kind !== "string" && value.get("tool_call_id")?.kind !== "string") return false;
  const keys = value.entries().map(({ key }) => key.string() ?? "");
  return keys.every((key) => wrapperKeys.has(key)) && contentKeys.some((key) => keys.includes(key));
}

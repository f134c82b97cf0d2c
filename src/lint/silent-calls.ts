import type { JsonNode } from "../json/node.js";
import { KeyNames } from "../json/seen-words.js";
import { beginningOf, TextProbe } from "../json/text-probe.js";
import { sliceText } from "../json/text-slice.js";
import type { AdaptedConversation, Message } from "../model/conversation.js";
import type { CallShape } from "./call-shapes.js";
import { flattenedCall } from "./flattened-calls.js";

/**
 * The first call in a document whose conversations call nothing: in the keys of flat objects, in texts of the model that others answer, or
 * in a log of tools beside the messages. Where calls were read, such places are copies or examples; where none were, they are all there is.
 */
export function silentCall(root: JsonNode, conversations: readonly AdaptedConversation[]): CallShape | undefined {
  const flat = flattenedCall(root);
  if (flat !== undefined || conversations.length === 0) return flat;
  for (const { messages } of conversations) {
    const written = writtenCall(messages);
    if (written !== undefined) return written;
  }
  return root.mayHaveOneOf?.(toolKeyNames) === false ? undefined : loggedCall(root);
}

/** Keys that name a tool, and nothing else. */
const toolKeys = ["tool", "toolId", "tool_id", "toolName", "tool_name", "function_name", "functionName"] as const;
const toolKeyNames = new KeyNames(toolKeys);
/** Keys beside them that hold what it was given. */
const givenKeys = ["args", "arguments", "kwargs", "params", "parameters", "payload", "request", "input", "inputs", "query"] as const;
/** Keys beside those that hold what it gave. */
const gaveKeys = [
  "output",
  "outputs",
  "result",
  "results",
  "response",
  "reply",
  "observation",
  "returned",
  "returns",
  "value",
  "error",
] as const;

/** An object that names a tool beside what it was given and what it gave. */
function loggedCall(node: JsonNode): CallShape | undefined {
  if (node.kind === "object") {
    const name = toolKeys.map((key) => node.get(key)?.string()).find((word) => word !== undefined && identifier.test(word));
    const given = name !== undefined && givenKeys.some((key) => node.get(key)?.kind === "object");
    if (given && gaveKeys.some((key) => node.get(key) !== undefined)) return { kind: "call", at: node, ids: [], name };
  }
  const inner = node.kind === "array" ? node.items() : node.entries().map(({ value }) => value);
  for (const value of inner) {
    const found = value.kind === "object" || value.kind === "array" ? loggedCall(value) : undefined;
    if (found !== undefined) return found;
  }
  return undefined;
}

const identifier = /^[A-Za-z_][\w.:-]{0,99}$/;

/** A call that the model wrote as its whole answer, or in tags or words of its own, with somebody speaking after it. */
function writtenCall(messages: readonly Message[]): CallShape | undefined {
  const last = messages.findLastIndex(({ role }) => role !== "assistant");
  for (const [index, { role, parts, fromResponse }] of messages.entries()) {
    if (role !== "assistant" || fromResponse || index >= last) continue;
    for (const part of parts) {
      const found = part.kind === "text" ? callOfText(part.at) : undefined;
      if (found !== undefined) return found;
    }
  }
  return undefined;
}

const marks = new TextProbe(
  ["<use_tool", "<tool_use", "<call_tool", "<tool_call", "<function_call", "<invoke", "<tool>", "<tool ", "Action Input:"],
  ["<", "Ac"],
);

const tagged =
  /<(use_tool|tool_use|call_tool|tool_call|function_call|invoke|tool)\b[^>]{0,200}>[\s\S]*?<\/\1>|(?:^|\n)[ \t]*Action:[ \t]*[\w.:-]+[ \t]*\r?\n[ \t]*Action Input:[^\n]*/;

function callOfText(text: JsonNode): CallShape | undefined {
  const start = beginningOf(text, 40).trimStart();
  if (/^(?:\{|```(?:json)?\s*\{)/.test(start)) {
    const whole = text.string() ?? "";
    const object = /^\s*(?:```(?:json)?\s*)?(\{[\s\S]*\})\s*(?:```\s*)?$/d.exec(whole)?.indices?.[1];
    const nested = object && sliceText(text, object[0], object[1]).nested();
    const name = nested?.kind === "json" ? calledIn(nested.document.root) : undefined;
    if (name !== undefined) return { kind: "call", at: text, ids: [], name };
  }
  if (!marks.mayBeIn(text)) return undefined;
  const found = tagged.exec(text.string() ?? "");
  if (found === null) return undefined;
  const name = /\bname="([^"]{1,100})"|Action:[ \t]*([\w.:-]+)|<(?:tool_?name|name)>\s*([\w.:-]{1,100})/.exec(found[0]);
  const at = sliceText(text, found.index, found.index + found[0].length);
  return { kind: "call", at, ids: [], name: name?.[1] ?? name?.[2] ?? name?.[3] };
}

/** Keys of the name of a call, and those of its arguments, as prompts ask models to write them. */
const namedBy = ["tool", "tool_name", "toolName", "action", "function", "function_name", "command", "name", "skill", "api"] as const;
const givenBy = ["args", "arguments", "parameters", "params", "input", "action_input", "tool_input", "tool_args", "kwargs"] as const;

/** What an object calls, itself or one of its members. */
function calledIn(node: JsonNode, depth = 0): string | undefined {
  if (node.kind !== "object") return undefined;
  const isGiven = givenBy.some((key) => node.get(key)?.kind === "object");
  const name = isGiven
    ? namedBy.map((key) => node.get(key)?.string()).find((word) => word !== undefined && identifier.test(word))
    : undefined;
  if (name !== undefined || depth > 0) return name;
  return node
    .entries()
    .map(({ value }) => calledIn(value, 1))
    .find((found) => found !== undefined);
}

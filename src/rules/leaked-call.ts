import type { JsonNode, Range } from "../json/node.js";
import type { Message } from "../model/conversation.js";
import type { Finding } from "../model/violation.js";
import { quote } from "../text/quote.js";
import { findWrittenCall, type WrittenCall } from "./call-markup.js";
import { defineRule } from "./rule.js";

/**
 * Calls stand in the call channel, not in the text.
 *
 * Looks at assistant text alone, and only where tools are declared; a call that the message also holds properly was parsed after all.
 * Prose is not decoded: its bytes are searched for the words of the markers first.
 */
export const leakedCall = defineRule({
  id: "leaked-call",
  category: "call",
  summary: "A tool call is written into the text instead of the call channel",
  severity: "warning",
  consequence: "The tool is not run, the user sees the markup, and the model goes on as if the call had been made.",
  repair: "Give the server the tool parser that fits the model, or repeat the request; do not run what stands in the text without a check.",
  evidence: [
    "vLLM documentation, Tool Calling: the parser must fit the model's own markup, else calls stay in the content (read 2026-11)",
    "Chat templates of Hermes, Qwen, Mistral, Llama, DeepSeek, Kimi and gpt-oss models: the markers (read 2026-11)",
  ],
  check({ toolset, messages }) {
    const findings: Finding[] = [];
    if (toolset.tools.length === 0) return findings;
    for (const message of messages) {
      if (message.role !== "assistant") continue;
      for (const part of message.parts) {
        const at = part.kind === "text" ? (part.at.get("text") ?? part.at) : undefined;
        if (at === undefined || !mayHoldMarkup(at)) continue;
        const found = findWrittenCall(at.string() ?? "", (name) => toolset.get(name) !== undefined);
        if (found === undefined || holdsCall(message, found.name)) continue;
        const range = rangeOf(at, found);
        findings.push({
          at,
          ...(range !== undefined && { range }),
          message: `Unexpected call of ${quote(found.name)} in the text (${quote(found.marker)}), expected it as a tool call`,
          redacted: `Unexpected call in the text (${quote(found.marker)}), expected it as a tool call`,
          key: found.name,
        });
      }
    }
    return findings;
  },
});

function holdsCall({ parts }: Message, name: string): boolean {
  return parts.some((part) => part.kind === "call" && part.call.function.name === name);
}

/** What markers look like in JSON source, escaped or not: rare enough in prose, so that hardly any text is decoded in vain. */
const words = ["tool_call", "<function", "u003cfunction", "u003Cfunction", "function_calls", "invoke name=", "python_tag", "=functions."];
const deepseek = ["｜tool▁call▁begin｜", "uff5ctool", "uFF5Ctool"];

/** Looks for single bytes first, which costs next to nothing, and for words only where those turned up. */
function mayHoldMarkup(node: JsonNode): boolean {
  const bytes = node.bytes();
  if (bytes === undefined) return node.kind === "string";
  if (bytes.length < shortest) return false;
  const has = (word: string) => Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).includes(word);
  const isMarked = bytes.includes(lessThan) || hasRun(bytes, backslash, letterU);
  if (isMarked && (words.some(has) || deepseek.some(has))) return true;
  if (hasRun(bytes, bracket, letterT) && has("[TOOL_CALLS]")) return true;
  const mayBeObject = bytes[1] === brace || bytes[1] === space || bytes[1] === backslash || hasRun(bytes, backtick, backtick);
  return mayBeObject && has("name") && (has("arguments") || has("parameters"));
}

/** Bytes of the shortest text that holds a call. */
const shortest = 20;

const [lessThan, bracket, backtick, backslash, brace, space, letterT, letterU] = [0x3c, 0x5b, 0x60, 0x5c, 0x7b, 0x20, 0x54, 0x75];

function hasRun(bytes: Uint8Array, first: number, second: number): boolean {
  for (let at = bytes.indexOf(first); at >= 0; at = bytes.indexOf(first, at + 1)) {
    if (bytes[at + 1] === second) return true;
  }
  return false;
}

/** The marker's own characters, where the string stands in the file as it is written. */
function rangeOf(node: JsonNode, { marker, index }: WrittenCall): Range | undefined {
  const bytes = node.bytes();
  const text = node.string();
  if (bytes === undefined || text === undefined || node.within !== undefined || marker === "{") return undefined;
  const source = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  let from = source.indexOf(marker);
  for (let at = text.indexOf(marker); at >= 0 && at < index && from >= 0; at = text.indexOf(marker, at + 1))
    from = source.indexOf(marker, from + 1);
  if (from < 0) return undefined;
  const start = node.range.from + from;
  return { source: node.range.source, from: start, to: start + Buffer.byteLength(marker) };
}

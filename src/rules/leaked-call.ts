import type { JsonNode, Range } from "../json/node.js";
import type { Message } from "../model/conversation.js";
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
  *check({ toolset, messages }) {
    if (toolset.tools.length === 0) return;
    for (const message of messages) {
      if (message.role !== "assistant") continue;
      for (const part of message.parts) {
        const at = part.kind === "text" ? (part.at.get("text") ?? part.at) : undefined;
        if (at === undefined || !mayHoldMarkup(at)) continue;
        const found = findWrittenCall(at.string() ?? "", (name) => toolset.get(name) !== undefined);
        if (found === undefined || holdsCall(message, found.name)) continue;
        const range = rangeOf(at, found);
        yield {
          at,
          ...(range !== undefined && { range }),
          message: `Unexpected call of ${quote(found.name)} in the text (${quote(found.marker)}), expected it as a tool call`,
          redacted: `Unexpected call in the text (${quote(found.marker)}), expected it as a tool call`,
          key: found.name,
        };
      }
    }
  },
});

function holdsCall({ parts }: Message, name: string): boolean {
  return parts.some((part) => part.kind === "call" && part.call.function.name === name);
}

/** What markers look like in JSON source, escaped or not: rare enough in prose, so that hardly any text is decoded in vain. */
const words = [
  "tool_call",
  "[TOOL_CALLS]",
  "<function",
  "u003cfunction",
  "u003Cfunction",
  "function_calls",
  "invoke name=",
  "python_tag",
  "=functions.",
];
const deepseek = ["｜tool▁call▁begin｜", "uff5ctool", "uFF5Ctool"];

function mayHoldMarkup(node: JsonNode): boolean {
  const bytes = node.bytes();
  if (bytes === undefined) return node.kind === "string";
  if (bytes.length < 20) return false;
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  // One look for the characters without which there is no marker spares most prose the search for words.
  const marked = text.includes("<") || text.includes("\\u00") || text.includes("\\uff") || text.includes("\\uFF");
  if (marked && (words.some((word) => text.includes(word)) || deepseek.some((word) => text.includes(word)))) return true;
  if (text.includes("[TOOL_CALLS]")) return true;
  const maybeObject = text.includes("```") || text[1] === 0x7b || text[1] === 0x20 || text[1] === 0x5c;
  return maybeObject && text.includes("name") && (text.includes("arguments") || text.includes("parameters"));
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

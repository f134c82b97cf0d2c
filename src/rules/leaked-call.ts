import type { JsonNode, Range } from "../json/node.js";
import { TextProbe } from "../json/text-probe.js";
import type { Message } from "../model/conversation.js";
import type { Toolset } from "../model/tool.js";
import { quote } from "../text/quote.js";
import { sentence, value } from "../text/sentence.js";
import { findWrittenCall, type MarkedCall } from "./call-markup.js";
import { defineRule } from "./rule.js";

/**
 * Calls are in the call channel, not in the text.
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
  repair: "Give the server the tool parser that fits the model, or repeat the request; do not run what the text holds without a check.",
  evidence: [
    "vLLM documentation, Tool Calling: the parser must fit the model's own markup, else calls stay in the content (read 2026-11)",
    "Chat templates of Hermes, Qwen, Mistral, Llama, DeepSeek, Kimi and gpt-oss models: the markers (read 2026-11)",
  ],
  on: {
    *conversation({ toolset, messages }) {
      if (toolset.tools.length === 0) return;
      for (const message of messages) {
        if (message.role !== "assistant") continue;
        for (const part of message.parts) {
          const at = part.kind === "text" ? (part.at.get("text") ?? part.at) : undefined;
          if (at === undefined || !mayHoldCall(at, toolset)) continue;
          const found = findWrittenCall(at.string() ?? "", (name) => toolset.get(name) !== undefined);
          if (found === undefined || holdsCall(message, found.name)) continue;
          const range = rangeOf(at, found);
          yield {
            at,
            ...(range !== undefined && { range }),
            message: sentence`The model wrote a call to ${value(found.name)} into its text${formOf(found.marker)} instead of calling the tool`,
            fix: "Turn on the server's tool call parser for this model, or repeat the request",
            key: found.name,
          };
        }
      }
      return;
    },
  },
});

/** The syntax of the call, where its marker says more than that it is JSON. */
function formOf(marker: string): string {
  return marker.startsWith("{") || marker.startsWith("[{") ? " as JSON" : ` as ${quote(marker)}`;
}

function holdsCall({ parts }: Message, name: string): boolean {
  return parts.some((part) => part.kind === "call" && part.call.function.name === name);
}

/** What markers have in common: rare enough in prose, so that hardly any text is decoded in vain. */
const markers = new TextProbe(
  [
    "tool_call",
    "<function",
    "function_call",
    "invoke name=",
    "python_tag",
    "=functions.",
    "[TOOL_CALL",
    "[TOOL_REQUEST]",
    "｜tool▁call▁begin｜",
    "<tool",
    "action_start",
  ],
  ["<", "[T"],
);

/** The declared names, for the calls that have no marker: such a text names a tool, and has brackets. */
const namesOf = new WeakMap<Toolset, TextProbe>();

/** Bytes of the shortest text that holds a call. */
const shortest = 8;

/** Looks for single bytes first, which costs next to nothing, and for words only where those turned up. */
function mayHoldCall(node: JsonNode, toolset: Toolset): boolean {
  const bytes = node.bytes();
  if (node.kind !== "string" || (bytes !== undefined && bytes.length < shortest)) return false;
  return markers.mayBeIn(node) || nameProbe(toolset).mayBeIn(node);
}

function nameProbe(toolset: Toolset): TextProbe {
  const known = namesOf.get(toolset);
  if (known !== undefined) return known;
  const names = toolset.tools.flatMap(({ key, hosted }) => (!hosted && /^[\w.:-]+$/.test(key) ? [key] : []));
  const probe = new TextProbe(names, ["{", "("]);
  namesOf.set(toolset, probe);
  return probe;
}

/** The marker's own characters. A call without one is blamed as a whole. */
function rangeOf(node: JsonNode, { marker, index }: MarkedCall): Range | undefined {
  return marker.length === 1 ? undefined : node.textRange(index, index + marker.length);
}

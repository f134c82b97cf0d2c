import type { Tool } from "../model/tool.js";
import type { TextShape } from "../profiles/fact.js";
import { quote } from "../text/quote.js";
import { callsOf, isFromResponse } from "./calls.js";
import { declaredAt } from "./declared-at.js";
import { oncePerTool } from "./once-per-tool.js";
import { defineRule } from "./rule.js";
import { breach } from "./text-shape.js";

/**
 * Advice on what the endpoint accepts although it harms the model's calls.
 *
 * A history from another vendor has foreign ids throughout, so only the first is reported. No finding names a provider: none rejects it.
 */
export const harmfulStyle = defineRule({
  id: "harmful-style",
  category: "call",
  summary: "The endpoint accepts a tool's name or a call's id that makes the model's calls fail",
  severity: "info",
  isOptIn: true,
  consequence:
    "The endpoint takes the request, and then the model fails to call a tool: Amazon Nova breaks off a call to a name with a hyphen; after ids of another vendor, Kimi K2 answers with nothing or with raw markers.",
  repair:
    "Rename the tool, or rewrite the ids of calls and results, before the request goes to this model; map names back when they are called.",
  evidence: [
    "Amazon Nova on Converse, ModelErrorException for every call to a hyphenated name (SEMOSS/Semoss pull request 2892, 2026-08)",
    "Kimi K2, 1 of 10 turns acted after ids of another vendor, 12 of 12 with rewritten ones (getkimchi/kimchi pull request 1066, 2026-08)",
    "vLLM blog, debugging Kimi K2's tool calling: foreign ids in the history led to calls that could not be parsed (2025-10)",
  ],
  on: {
    *tools(declared, { profile }) {
      const fact = profile.advice.toolNames;
      if (fact === undefined) return;
      const { description } = fact.value;
      for (const tool of declared.toolset.tools) {
        if (tool.name === null || !breaksShape(tool, fact.value)) continue;
        yield {
          at: declaredAt(declared, tool, "name"),
          message: `Tool name ${quote(tool.name)} is accepted, but this model calls tools reliably only by names ${description}`,
          fix: "Rename the tool for this model, and map the name back when it is called.",
          key: tool.name,
        };
      }
    },
    *conversation(conversation, { profile }) {
      const fact = profile.advice.callIds;
      if (fact === undefined) return;
      const { description } = fact.value;
      for (const call of callsOf(conversation)) {
        // What the model answers with here is its own form, or the server's.
        if (call.hosted || call.id === null || isFromResponse(conversation, call)) continue;
        if (breach(call.id, fact.value) === undefined) continue;
        yield {
          at: call.at.id ?? call.at.call,
          message: `Call id ${quote(call.id)} is accepted, but this model calls tools reliably only after ids ${description}`,
          fix: "Rewrite the ids of all calls and results to that form before the history goes to this model.",
          key: "call-id",
          call,
        };
        return;
      }
    },
  },
});

const breaksShape = oncePerTool(
  ({ name, hosted }: Tool, shape: TextShape) => name !== null && !hosted && breach(name, shape) !== undefined,
);

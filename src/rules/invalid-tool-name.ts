import type { JsonNode } from "../json/node.js";
import type { Tool } from "../model/tool.js";
import type { Finding } from "../model/violation.js";
import type { Fact, TextShape } from "../profiles/fact.js";
import type { Profile } from "../profiles/profile.js";
import { quote } from "../text/quote.js";
import { callsOf } from "./calls.js";
import { declaredAt } from "./declared-at.js";
import { oncePerTool } from "./once-per-tool.js";
import { rejectedBy } from "./pairing-text.js";
import { defineRule } from "./rule.js";
import { breach } from "./text-shape.js";
import { declarationFor, undeclaredCall } from "./undeclared-call.js";

/**
 * Names fit the pattern and the length of the endpoint: those of declared functions, and those of calls that no declaration covers.
 *
 * A name that is called again and again is reported once. Where `unknown-tool` reports the call as an error, the name is the same fault.
 */
export const invalidToolName = defineRule({
  id: "invalid-tool-name",
  category: "declaration",
  summary: "A tool's name breaks the pattern or the length that the endpoint enforces",
  severity: "error",
  consequence: "The endpoint rejects the whole request, with every other tool in it.",
  repair: "Rename the tool for this endpoint and map the name back when it is called; dots and colons of MCP names are the usual cause.",
  evidence: [
    "OpenAI 7.59 types, comment on FunctionDefinition.name: a-z, A-Z, 0-9, underscores and dashes, at most 64 (read 2026-11)",
    "Gemini API reference, FunctionDeclaration.name: starts with a letter or underscore, at most 128 (read 2026-11)",
  ],
  on: {
    *tools(declared, { profile }) {
      const fact = profile.names.tool;
      if (fact === undefined) return;
      for (const tool of declared.toolset.tools) {
        if (tool.name === null || !breaksShape(tool, fact.value)) continue;
        yield wrongName(tool.name, declaredAt(declared, tool, "name"), fact, profile);
      }
    },
    *conversation(conversation, { profile }) {
      const fact = profile.names.tool;
      if (fact === undefined) return;
      const reported = new Set<string>();
      for (const call of callsOf(conversation)) {
        const { name } = call.function;
        if (name === null || call.hosted || declarationFor(conversation, call) !== undefined) continue;
        if (reported.has(name) || breach(name, fact.value) === undefined) continue;
        if (undeclaredCall(conversation, call)?.severity === "error") continue;
        reported.add(name);
        yield { ...wrongName(name, call.at.name ?? call.at.call, fact, profile), call };
      }
    },
  },
});

const breaksShape = oncePerTool(
  ({ name, hosted }: Tool, shape: TextShape) => name !== null && !hosted && breach(name, shape) !== undefined,
);

function wrongName(name: string, at: JsonNode, fact: Fact<TextShape>, profile: Profile): Finding {
  const { description } = fact.value;
  const isLong = breach(name, fact.value) === "length";
  return {
    at,
    message: isLong
      ? `The tool name has ${name.length} characters; it must be ${description}`
      : `Tool name ${quote(name)} must be ${description}`,
    key: name,
    ...rejectedBy(fact, profile),
  };
}

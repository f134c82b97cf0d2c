import type { Tool } from "../model/tool.js";
import type { ParameterFacts } from "../profiles/profile.js";
import { quote } from "../text/quote.js";
import { declaredAt } from "./declared-at.js";
import { oncePerTool } from "./once-per-tool.js";
import { rejectedBy } from "./pairing-text.js";
import { defineRule } from "./rule.js";
import { nonStrictParts } from "./schema-objections.js";

const objections = oncePerTool(({ argumentsSchema: schema }: Tool, { strict, rejectedAtRoot }: ParameterFacts) =>
  schema === null || strict === undefined ? [] : [...nonStrictParts(schema, strict, rejectedAtRoot?.value)],
);

/** A schema that is declared `strict` keeps to the subset that can be enforced while the model writes. */
export const nonStrictSchema = defineRule({
  id: "non-strict-schema",
  category: "declaration",
  summary: "A tool says strict, and its schema breaks the strict subset",
  severity: "error",
  consequence: "OpenAI and Azure reject the request; elsewhere strict is rejected or quietly ignored.",
  repair: "Close every object, require every property and make optional ones a union with null; or leave strict out.",
  evidence: [
    "OpenAI, guide to structured outputs: supported schemas (read 2026-11)",
    "OpenAI Responses, recorded rejection: required must include every key in properties (2026-11)",
  ],
  on: {
    *tools(declared, { profile }) {
      const policy = profile.parameters;
      if (policy.strict === undefined) return;
      for (const tool of declared.toolset.tools) {
        if (tool.strict !== true || tool.hosted || tool.isEcho === true) continue;
        for (const { pointer, keyword, message, fact } of objections(tool, policy)) {
          yield {
            at: declaredAt(declared, tool, "argumentsSchema", pointer),
            message: message(`strict tool ${quote(tool.key)}`),
            key: `${tool.key} ${keyword} ${pointer}`,
            data: { keyword },
            ...rejectedBy(fact, profile),
          };
        }
      }
    },
  },
});

import type { JsonNode } from "../json/node.js";
import type { Conversation } from "../model/conversation.js";
import { verdictOf } from "../profiles/provider-verdict.js";
import { defineRule } from "./rule.js";

/**
 * A history with calls or results comes with its declarations.
 *
 * Session logs never hold any: their calls are counted as not checked. A recorded response alone has no history.
 */
export const missingToolset = defineRule({
  id: "missing-toolset",
  category: "declaration",
  summary: "The history holds calls or results, but no tools are declared",
  severity: "warning",
  consequence: "No argument can be checked against its declaration; some endpoints reject such a request.",
  repair: "Send the declarations along while the history holds calls, or name them with --tools.",
  evidence: [
    "Amazon Bedrock, Converse: a history with toolUse or toolResult blocks needs toolConfig (AWS API reference, read 2026-11)",
    "LiteLLM, documentation of modify_params: a dummy tool is added for Anthropic and Bedrock where none is declared (read 2026-11)",
  ],
  on: {
    *conversation(conversation, { profile }) {
      const { toolset, declarationOrigin } = conversation;
      if (toolset.completeness !== "absent" || declarationOrigin === "log") return;
      const at = firstToolBlock(conversation);
      if (at === undefined) return;
      const { required } = profile.declarations;
      // Bare messages may be half of a request that had its tools: only a whole request can be rejected for them.
      const weight = required?.value === true && declarationOrigin === "request" ? (required.severity ?? "error") : "warning";
      yield {
        at,
        message: "The history has calls or results, but no tools are declared",
        severity: weight,
        ...(weight === "error" && required !== undefined && { provider: verdictOf(profile, required) }),
        fix:
          weight === "error"
            ? "Send the tool declarations with every request whose history has calls or results"
            : "Pass the declarations with --tools, so that arguments can be checked",
      };
    },
  },
});

function firstToolBlock({ messages }: Conversation): JsonNode | undefined {
  for (const { parts, fromResponse } of messages) {
    if (fromResponse) continue;
    for (const part of parts) {
      if (part.kind === "call" && !part.call.hosted) return part.call.at.call;
      if (part.kind === "result" && !part.result.hosted) return part.result.at.result;
    }
  }
  return undefined;
}

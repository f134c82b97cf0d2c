import { placeOfFault } from "../declarations/index.js";
import type { Conversation } from "../model/conversation.js";
import type { Tool } from "../model/tool.js";
import type { Finding } from "../model/violation.js";
import type { Profile } from "../profiles/profile.js";
import { quote } from "../text/quote.js";
import { declaredAt } from "./declared-at.js";
import { rejectedBy } from "./pairing-text.js";
import { defineRule } from "./rule.js";

/**
 * Every entry of a tool list can be read as a tool: one that cannot is said, never skipped.
 *
 * Declarations are read in any dialect; a request that was sent has them in that of its endpoint.
 */
export const invalidTool = defineRule({
  id: "invalid-tool",
  category: "declaration",
  summary: "An entry of the tool list cannot be read as a tool",
  severity: "error",
  consequence: "Endpoints reject the list; here, calls of that tool stay unchecked.",
  repair: "Write the entry in the dialect of the endpoint: a name, and a JSON Schema of the arguments where it belongs.",
  evidence: [
    "OpenAI API reference, Chat completions: tools (read 2026-11)",
    "Anthropic API reference, Messages: tools (read 2026-11)",
    "Gemini API reference, FunctionDeclaration (read 2026-11)",
  ],
  on: {
    *tools({ toolset, declarations, at }) {
      for (const fault of toolset.faults) {
        if (fault.kind !== "invalid") continue;
        const { message, fix } = fault;
        yield { at: placeOfFault(declarations, fault) ?? at, message, ...(fix !== undefined && { fix }) };
      }
    },
    *conversation(conversation, { profile }) {
      const isSent = conversation.declarationOrigin === "request" && conversation.provider.url !== undefined;
      if (isSent) yield* wrongForms(conversation, profile);
    },
  },
});

/** The tools of a request as it was sent that are written for another endpoint: those of one dialect are one finding, at the first. */
function wrongForms(conversation: Conversation, profile: Profile): readonly Finding[] {
  const { form } = profile.declarations;
  if (form === undefined || form.value.format !== conversation.format) return [];
  const byDialect = new Map<string, Tool[]>();
  for (const tool of conversation.toolset.tools) {
    const { writtenAs, source, hosted } = tool;
    // What servers list, and what comes later, is no part of the request's own list.
    if (writtenAs === undefined || source !== 0 || (hosted && writtenAs !== "hosted") || form.value.dialects.includes(writtenAs)) continue;
    const alike = byDialect.get(writtenAs);
    if (alike === undefined) byDialect.set(writtenAs, [tool]);
    else alike.push(tool);
  }
  return [...byDialect].flatMap(([dialect, [first, ...others]]): readonly Finding[] => {
    if (first === undefined) return [];
    const more = others.length === 0 ? "" : ` and ${others.length} more`;
    return [
      {
        at: declaredAt(conversation, first, "entry"),
        message: `Tool ${quote(first.key)}${more} ${others.length === 0 ? "is" : "are"} not written in the form ${form.value.description}`,
        key: `form ${dialect}`,
        ...rejectedBy(form, profile),
      },
    ];
  });
}

import { resolvePointer } from "../json/pointer.js";
import type { Conversation } from "../model/conversation.js";
import type { Tool } from "../model/tool.js";
import type { Finding } from "../model/violation.js";
import type { DeclarationPolicy } from "../profiles/profile.js";
import { quote } from "../text/quote.js";
import { declaredAt } from "./declared-at.js";
import { defineRule } from "./rule.js";

/** Tool lists and descriptions keep to the endpoint's limits. The length of a name is `invalid-tool-name`. */
export const exceededLimit = defineRule({
  id: "exceeded-limit",
  category: "declaration",
  summary: "Too many tools, or a description too long for the endpoint",
  severity: "error",
  consequence: "The endpoint refuses the whole request; long before that, models choose badly among so many tools.",
  repair: "Send only the tools that the turn needs, or let a tool search load them; shorten the description.",
  evidence: [
    "OpenAI API reference, Chat completions: a max of 128 functions are supported (read 2026-11)",
    "OpenAI, refusal string_above_max_length for descriptions past 1024 characters (github.com/getsentry/sentry-mcp/issues/106, 2025-04)",
  ],
  *check(conversation, { profile: { declarations, title } }) {
    if (declarations === undefined) return;
    yield* tooMany(conversation, declarations, title);
    const longest = declarations.longestDescription;
    if (longest === undefined) return;
    for (const tool of conversation.toolset.tools) {
      const length = tool.description?.length ?? 0;
      if (length <= longest.value) continue;
      const entry = declaredAt(conversation, tool, "entry");
      yield {
        at: entry.get("function")?.get("description") ?? entry.get("description") ?? declaredAt(conversation, tool, "name"),
        message: `Description of tool ${quote(tool.key)} has ${length} characters, expected ${longest.value} at most for ${title}`,
        key: tool.key,
        ...(longest.severity !== undefined && { severity: longest.severity }),
      };
    }
  },
});

function* tooMany(conversation: Conversation, { mostTools }: DeclarationPolicy, title: string): Generator<Finding> {
  if (mostTools === undefined || conversation.toolset.tools.length <= mostTools.value) return;
  // Tools that a later turn brings are not in the request's own list.
  const lists = new Map<number, Tool[]>();
  for (const tool of conversation.toolset.tools) {
    if (tool.availableFrom > 0) continue;
    const list = lists.get(tool.source) ?? [];
    list.push(tool);
    lists.set(tool.source, list);
  }
  for (const [source, tools] of lists) {
    if (tools.length <= mostTools.value) continue;
    const list = conversation.declarations[source];
    const entry = tools[0]?.at.entry ?? "";
    yield {
      at: (list && resolvePointer(list, entry.slice(0, Math.max(0, entry.lastIndexOf("/"))))) ?? list ?? conversation.at,
      message: `${tools.length} tools, expected ${mostTools.value} at most for ${title}`,
      ...(mostTools.severity !== undefined && { severity: mostTools.severity }),
    };
  }
}

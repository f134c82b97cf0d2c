import type { JsonNode } from "../json/node.js";
import { resolvePointer } from "../json/pointer.js";
import type { Tool } from "../model/tool.js";
import type { Finding } from "../model/violation.js";
import type { Profile } from "../profiles/profile.js";
import { quote } from "../text/quote.js";
import { declaredAt } from "./declared-at.js";
import { rejectedBy } from "./pairing-text.js";
import { type DeclaredTools, defineRule } from "./rule.js";

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
  on: {
    *tools(declared, { profile }) {
      yield* tooMany(declared, profile);
      const longest = profile.limits.maxDescriptionLength;
      if (longest === undefined) return;
      for (const tool of declared.toolset.tools) {
        const length = tool.description?.length ?? 0;
        if (length <= longest.value) continue;
        const entry = declaredAt(declared, tool, "entry");
        yield {
          at: entry.get("function")?.get("description") ?? entry.get("description") ?? declaredAt(declared, tool, "name"),
          message: `The description of tool ${quote(tool.key)} has ${length} characters; the limit is ${longest.value}`,
          key: tool.key,
          ...rejectedBy(longest, profile),
        };
      }
    },
  },
});

function* tooMany(declared: DeclaredTools, profile: Profile): Generator<Finding> {
  const { maxTools } = profile.limits;
  if (maxTools === undefined) return;
  // Tools that a later turn brings are not in the request's own list.
  const tools = declared.toolset.tools.filter(({ availableFrom }) => availableFrom === 0);
  const surplus = tools[maxTools.value];
  if (surplus === undefined) return;
  const isOneList = tools.every(({ source }) => source === surplus.source);
  yield {
    at: (isOneList ? listAround(declared, surplus) : undefined) ?? declaredAt(declared, surplus, "entry"),
    message: `The list has ${tools.length} tools; the limit is ${maxTools.value}`,
    ...rejectedBy(maxTools, profile),
  };
}

function listAround({ declarations }: DeclaredTools, tool: Tool): JsonNode | undefined {
  const list = declarations[tool.source];
  const { entry } = tool.at;
  return list && (resolvePointer(list, entry.slice(0, Math.max(0, entry.lastIndexOf("/")))) ?? list);
}

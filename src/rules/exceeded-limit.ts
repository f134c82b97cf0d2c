import type { JsonNode } from "../json/node.js";
import { resolvePointer } from "../json/pointer.js";
import type { Conversation } from "../model/conversation.js";
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
  summary: "Too many tools, calls or cache breakpoints, or a description too long for the endpoint",
  severity: "error",
  consequence: "The endpoint rejects the whole request; long before that, models choose badly among so many tools.",
  repair: "Send only the tools that the turn needs, or let a tool search load them; shorten the description; drop older cache breakpoints.",
  evidence: [
    "OpenAI API reference, Chat completions: a max of 128 functions are supported (read 2026-11)",
    "OpenAI, rejection string_above_max_length for descriptions past 1024 characters (github.com/getsentry/sentry-mcp/issues/106, 2025-04)",
    "OpenAI, 400 array_above_max_length for messages[i].tool_calls, at most 128 (openai/openai-dotnet issue 317, 2024-12)",
    "Anthropic API, 400: a maximum of 4 blocks with cache_control may be provided (continuedev/continue pull request 6937, 2025-08)",
  ],
  on: {
    *conversation(conversation, { profile }) {
      const { mode, format } = conversation;
      if (mode === "dataset" || !profile.formats.includes(format)) return;
      yield* tooManyCalls(conversation, profile);
      const { maxCacheBreakpoints: most } = profile.limits;
      const breakpoints = conversation.parameters.cacheBreakpoints ?? [];
      const surplus = most && breakpoints[most.value];
      if (surplus === undefined) return;
      yield {
        at: surplus,
        message: `The request has ${breakpoints.length} cache breakpoints; the limit is ${most?.value}`,
        ...(most !== undefined && rejectedBy(most, profile)),
      };
    },
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

/** Calls that just came back become history with the next request. */
function* tooManyCalls({ exchanges, messages }: Conversation, profile: Profile): Generator<Finding> {
  const most = profile.limits.maxCalls;
  if (most === undefined) return;
  for (const { calls } of exchanges) {
    const surplus = calls.filter(({ hosted }) => !hosted)[most.value];
    const message = surplus && messages[surplus.message];
    if (surplus === undefined || message === undefined || surplus.index < most.value || message.fromResponse) continue;
    yield {
      at: message.at.get("tool_calls") ?? surplus.at.call,
      message: `The message has ${calls.length} calls; the limit is ${most.value}`,
      ...rejectedBy(most, profile),
      call: surplus,
    };
  }
}

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

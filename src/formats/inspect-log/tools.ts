import { declaresTheSame, readTools } from "../../declarations/index.js";
import type { JsonNode } from "../../json/node.js";
import { isSameNode } from "../../json/same-value.js";
import type { AdaptedConversation } from "../../model/conversation.js";
import { type Tool, Toolset } from "../../model/tool.js";

/**
 * The tools that the models of a sample were offered, from the events of its run: those of the turns that the messages keep, or of all
 * turns where none can be reported.
 *
 * What was declared differently at two turns (agents inside agents, tools that change) is allowed, and its arguments are not judged.
 */
export function declaredTools(sample: JsonNode, messages: readonly JsonNode[]): Pick<AdaptedConversation, "toolset" | "declarations"> {
  const events = (sample.get("events")?.items() ?? []).filter(
    (event) => event.get("event")?.string() === "model" && event.get("tools")?.kind === "array",
  );
  const kept = new Set(messages.flatMap((message) => message.get("id")?.string() ?? []));
  const own = events.filter((event) => {
    const id = event.get("output")?.get("choices")?.first()?.get("message")?.get("id")?.string();
    return id !== undefined && kept.has(id);
  });
  const lists = distinct((own.length > 0 ? own : events).flatMap((event) => event.get("tools") ?? []));
  if (lists.length === 0) return { toolset: Toolset.absent, declarations: [] };
  const toolsets = lists.map((list, source) => readTools(list, { source }));
  const [only] = toolsets;
  return { toolset: toolsets.length === 1 && only !== undefined ? only : joined(toolsets), declarations: lists };
}

/** Turns mostly repeat their list. */
function distinct(lists: readonly JsonNode[]): readonly JsonNode[] {
  const seen: JsonNode[] = [];
  for (const list of lists) if (!seen.some((each) => isSameNode(each, list))) seen.push(list);
  return seen;
}

function joined(toolsets: readonly Toolset[]): Toolset {
  const tools = new Map<string, Tool>();
  for (const tool of toolsets.flatMap((toolset) => toolset.tools)) {
    const first = tools.get(tool.key);
    if (first === undefined) tools.set(tool.key, tool);
    else if (!declaresTheSame(first, tool)) tools.set(tool.key, { ...first, argumentsSchema: null });
  }
  // A part of a list never says that a tool without schema takes no arguments.
  return new Toolset(
    tools.values(),
    "partial",
    toolsets.flatMap(({ faults }) => faults),
  );
}

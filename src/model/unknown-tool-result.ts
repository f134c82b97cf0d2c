import { isObject, type JsonObject, type JsonValue, ownValue } from "../json/value.js";
import { quote } from "../text/quote.js";
import { Toolset } from "./tool.js";

/** A tool as it was shown to a model: an object with a name, or OpenAI's nested entry. */
export type VisibleTool = { readonly name: string | null } | JsonValue;

/**
 * The result for a call of a tool that does not exist, so that the model can correct itself instead of waiting forever.
 *
 * Names come from what the model was shown, never from a registry, which may hold tools of an earlier turn. None shown is an empty list.
 * The keys are those of the wire.
 * Source: `nemo_voice_agent.utils.tool_calling.base._unknown_tool_handler` (NVIDIA labs-voice-agent reference, read 2026-11).
 *
 * @param visibleTools schema objects (`ToolSpec`, `Tool`, …), nested or flat entries, or a Toolset; what has no name is left out
 */
export function unknownToolResult(name: string, visibleTools: Toolset | readonly VisibleTool[] | null = null): JsonObject {
  const available = namesOf(visibleTools).toSorted();
  const known = available.length > 0 ? `Available tools: ${available.map(quote).join(", ")}` : "No tools are available";
  return {
    status: "error",
    error_type: "unknown_tool",
    message: `Unknown tool ${quote(name)}. ${known}`,
    available_tools: available,
  };
}

function namesOf(tools: Toolset | readonly VisibleTool[] | null): readonly string[] {
  if (tools === null) return [];
  if (tools instanceof Toolset) return tools.tools.map(({ key }) => key);
  return tools.flatMap((tool) => nameOf(tool) ?? []);
}

function nameOf(tool: VisibleTool): string | undefined {
  if (typeof tool !== "object" || tool === null || Array.isArray(tool)) return undefined;
  const block = "function" in tool ? tool.function : undefined;
  const name = isObject(block) ? ownValue(block, "name") : "name" in tool ? tool.name : undefined;
  return typeof name === "string" && name !== "" ? name : undefined;
}

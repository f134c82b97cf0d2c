import type { JsonNode } from "../../json/node.js";
import type { ToolChoice } from "../../model/conversation.js";

/**
 * What the caller demanded: `tool_choice` (openai-node 7.59, `ToolChoiceOptions`, `ToolChoiceFunction`, `ToolChoiceAllowed`,
 * `ToolChoiceTypes`, …). A hosted tool is demanded by its type.
 *
 * @returns `undefined` where it is absent or unknown: an unknown demand is not judged
 */
export function readResponsesToolChoice(at: JsonNode | undefined): ToolChoice | undefined {
  if (at === undefined) return undefined;
  const word = at.string();
  if (word === "auto" || word === "none" || word === "required") return { mode: word, names: [], at };
  if (at.kind !== "object") return undefined;
  if (at.get("type")?.string() === "allowed_tools") {
    const tools = (at.get("tools") ?? at.get("allowed_tools")?.get("tools"))?.items() ?? [];
    return { mode: "allowed", names: tools.flatMap((tool) => nameOf(tool) ?? []), at };
  }
  const name = nameOf(at);
  return name === undefined ? undefined : { mode: "named", names: [name], at };
}

function nameOf(choice: JsonNode): string | undefined {
  return (choice.get("name") ?? choice.get("function")?.get("name") ?? choice.get("server_label") ?? choice.get("type"))?.string();
}

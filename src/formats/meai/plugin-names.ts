import type { JsonNode } from "../../json/node.js";
import type { AdaptedConversation, MessagePart } from "../../model/conversation.js";
import type { Toolset } from "../../model/tool.js";

/** How connectors join the two parts of a name on the wire (Microsoft.SemanticKernel 1.6x, `FunctionName`; read 2026-11). */
const separators = ["-", "_", "."] as const;

/** The conversation with the functions of plugins named as they are declared, otherwise as the model knows them: `Plugin-Function`. */
export function withPluginNames(conversation: AdaptedConversation): AdaptedConversation {
  const renamed = (part: MessagePart): MessagePart => renamedPart(part, conversation.toolset);
  return { ...conversation, messages: conversation.messages.map((message) => ({ ...message, parts: message.parts.map(renamed) })) };
}

function renamedPart(part: MessagePart, toolset: Toolset): MessagePart {
  if (part.kind === "call") {
    const { call } = part;
    const name = nameOf(call.at.call, call.function.name, toolset);
    return { ...part, call: { ...call, function: { ...call.function, name } } };
  }
  if (part.kind !== "result") return part;
  const { result } = part;
  return { ...part, result: { ...result, name: nameOf(result.at.result, result.name, toolset) } };
}

function nameOf(content: JsonNode, name: string | null, toolset: Toolset): string | null {
  const plugin = ["pluginName", "PluginName", "plugin_name"].map((key) => content.get(key)?.string()).find((each) => each);
  if (plugin === undefined || name === null) return name;
  // Python's kernel keeps the whole name; .NET's only that of the function.
  if (separators.some((separator) => name.startsWith(`${plugin}${separator}`))) return name;
  const joined = separators.map((separator) => `${plugin}${separator}${name}`);
  return [...joined, name].find((each) => toolset.get(each) !== undefined) ?? joined[0] ?? name;
}

import type { JsonNode } from "../../json/node.js";
import type { AdaptedConversation, MessagePart } from "../../model/conversation.js";
import { field } from "./spelling.js";

/** How connectors join the two parts of a name on the wire (Microsoft.SemanticKernel 1.6x, `FunctionName`; read 2026-11). */
const separators = ["-", "_", "."] as const;

/** The name of a plugin's function as the model knows it, `Plugin-Function`; `null` where none is given. */
export function pluginName(content: JsonNode): string | null {
  const plugin = field(content, "pluginName")?.string() || null;
  const name = (field(content, "functionName") ?? field(content, "name"))?.string() || null;
  return plugin === null || name === null ? name : `${plugin}${separators[0]}${name}`;
}

/** The conversation, with the calls of plugins named as they are declared: with another separator, or without the plugin. */
export function withDeclaredNames(recorded: AdaptedConversation): AdaptedConversation {
  const { toolset } = recorded;
  if (toolset.tools.length === 0) return recorded;
  const declared = (content: JsonNode): string | null => {
    const plugin = field(content, "pluginName")?.string();
    const name = field(content, "functionName")?.string();
    if (plugin === undefined || name === undefined) return null;
    return [...separators.map((separator) => `${plugin}${separator}${name}`), name].find((each) => toolset.get(each) !== undefined) ?? null;
  };
  const renamed = (part: MessagePart): MessagePart => {
    if (part.kind === "call") {
      const name = declared(part.call.at.call);
      return name === null ? part : { ...part, call: { ...part.call, function: { ...part.call.function, name } } };
    }
    if (part.kind !== "result") return part;
    const name = declared(part.result.at.result);
    return name === null ? part : { ...part, result: { ...part.result, name } };
  };
  return { ...recorded, messages: recorded.messages.map((message) => ({ ...message, parts: message.parts.map(renamed) })) };
}

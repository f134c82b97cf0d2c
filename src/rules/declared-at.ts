import { placeOf } from "../declarations/index.js";
import type { JsonNode } from "../json/node.js";
import type { Conversation } from "../model/conversation.js";
import type { Tool, ToolPointers } from "../model/tool.js";

/**
 * The place of a tool's part, or of something inside it; where nothing stands there, of the nearest thing around it.
 *
 * @param inner RFC 6901 from the part, such as the pointer of a keyword inside a schema
 */
export function declaredAt(conversation: Conversation, tool: Tool, part: keyof ToolPointers, inner = ""): JsonNode {
  return placeOf(conversation.declarations, tool, part, inner) ?? conversation.at;
}

import { placeOf } from "../declarations/index.js";
import type { JsonNode } from "../json/node.js";
import type { Tool, ToolPointers } from "../model/tool.js";
import { declaredPointer } from "../schema/normalise.js";
import type { DeclaredTools } from "./rule.js";

/**
 * The place of a tool's part, or of something inside it; where nothing is there, of the nearest thing around it.
 *
 * @param inner RFC 6901 from the part, such as the pointer of a keyword inside a schema
 */
export function declaredAt(
  declared: Pick<DeclaredTools, "declarations" | "at">,
  tool: Tool,
  part: keyof ToolPointers,
  inner = "",
): JsonNode {
  const schema = part === "argumentsSchema" || part === "resultSchema" ? tool[part] : null;
  // What is judged is the normalised schema, what is in the file the declared one.
  const pointer = tool.dialect === "openapi" && schema !== null ? declaredPointer(schema, inner) : inner;
  return placeOf(declared.declarations, tool, part, pointer) ?? declared.at;
}

import { withArticle } from "../text/article.js";
import { has, type Reading, type ToolDialect } from "./dialect.js";
import type { DeclarationPlace } from "./place.js";

/**
 * `{toolSpec: {name, inputSchema: {json}}}`; `{systemTool: {name}}` is hosted, `{cachePoint}` declares nothing.
 *
 * Source: AWS API Reference, Bedrock Runtime, `Tool`, `ToolSpecification`, `ToolInputSchema`; read 2026-11.
 */
export const bedrockConverse: ToolDialect = {
  id: "bedrock-converse",
  title: "AWS Bedrock Converse",
  recognises: (entry) => has(entry, "toolSpec") || has(entry, "systemTool") || has(entry, "cachePoint"),
  read(entry, reading) {
    const systemTool = entry.get("systemTool");
    const toolSpec = entry.get("toolSpec");
    if (systemTool.isGiven) {
      const parameters = systemTool.get("inputSchema");
      return [reading.declare({ entry, name: systemTool.get("name"), type: "systemTool", parameters, converted: null, hosted: true })];
    }
    return toolSpec.isGiven ? [readToolSpec(entry, toolSpec, reading)] : [];
  },
};

function readToolSpec(entry: DeclarationPlace, toolSpec: DeclarationPlace, reading: Reading) {
  if (!toolSpec.isObject) {
    return reading.refuse(toolSpec, `A toolSpec must be an object with "name" and "inputSchema", got ${withArticle(toolSpec.kind)}`);
  }
  const inputSchema = toolSpec.get("inputSchema");
  if (inputSchema.isGiven && !inputSchema.get("json").isGiven) {
    const fix = inputSchema.get("type").isGiven ? 'Wrap the schema: "inputSchema": {"json": …}' : undefined;
    return reading.refuse(inputSchema, '`inputSchema` must hold the JSON Schema under "json"', fix);
  }
  return reading.declare({
    entry,
    name: toolSpec.get("name"),
    description: toolSpec.get("description"),
    parameters: inputSchema.get("json"),
    strict: toolSpec.get("strict"),
    homes: [toolSpec],
  });
}

import type { JsonNode } from "../../json/node.js";
import { type Attributes, firstOf } from "../telemetry/attributes.js";
import type { ToolRun } from "../telemetry/tool-spans.js";

/** What was given to the tool: as the conventions have it, then as any-agent, OpenLLMetry and others wrote it before (read 2026-12). */
const argumentKeys = ["gen_ai.tool.call.arguments", "gen_ai.tool.args", "gen_ai.tool.arguments", "gen_ai.tool.input"] as const;
const resultKeys = ["gen_ai.tool.call.result", "gen_ai.tool.result", "gen_ai.tool.output"] as const;

/** Keys that mean a tool's only in a span that says that a tool ran. */
const looseArgumentKeys = ["gen_ai.input", "input", "input.value", "tool.args", "tool.parameters"] as const;
const looseResultKeys = ["gen_ai.output", "output", "output.value", "tool.result"] as const;

/** The tool that ran in a span (`execute_tool`), if one did. */
export function toolRunOf(attributes: Attributes): ToolRun | undefined {
  const name = attributes.get("gen_ai.tool.name");
  const isExecution = attributes.get("gen_ai.operation.name")?.string() === "execute_tool";
  const given = firstOf(attributes, ...argumentKeys) ?? looseIn(attributes, looseArgumentKeys, isExecution);
  if (name === undefined || (!isExecution && given === undefined)) return undefined;
  const result = firstOf(attributes, ...resultKeys) ?? looseIn(attributes, looseResultKeys, isExecution);
  return { name, id: attributes.get("gen_ai.tool.call.id"), arguments: given, result };
}

function looseIn(attributes: Attributes, keys: readonly string[], isExecution: boolean): JsonNode | undefined {
  return isExecution ? firstOf(attributes, ...keys) : undefined;
}

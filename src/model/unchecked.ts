import type { ToolCall } from "./exchange.js";
import type { Toolset } from "./tool.js";
import type { NotChecked } from "./violation.js";

/** Why the arguments of a call got no verdict, as far as its declaration and the recording tell. */
export function uncheckedBecause(call: ToolCall, toolset: Toolset): keyof NotChecked | undefined {
  const key = call.function.name ?? call.type;
  const tool = toolset.get(key);
  if (tool?.hosted === true || (tool === undefined && call.hosted)) return "hostedTool";
  // A list of names alone (session logs) says nothing about arguments.
  if ((tool?.argumentsSchema ?? null) === null && tool?.input !== "text" && toolset.completeness !== "declared") return "noDeclaration";
  if (tool === undefined && toolset.holdsInvalid(key)) return "undecided";
  return call.function.arguments.kind === "unknown" || call.partial ? "unresolvable" : undefined;
}

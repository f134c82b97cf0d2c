import { isSameValue } from "../json/same-value.js";
import { type Tool, type ToolFault, Toolset } from "../model/tool.js";

/**
 * The tools of several places of one conversation: its request, tool searches, later turns, and an echo in the response.
 *
 * A key that comes again with the same schema is the same tool and kept once; with another schema it is a fault
 * (`duplicate-tool`). Toolsets that are absent add nothing; one that is partial makes the whole partial.
 *
 * @param toolsets in the order in which the model saw them, each read with the index of its own source
 * @param echo what the service repeated: it rewrites schemas (recorded: `additionalProperties` dropped), so its tools only fill gaps
 */
export function joinToolsets(toolsets: readonly Toolset[], echo: Toolset = Toolset.absent): Toolset {
  const present = [...toolsets, echo].filter(({ completeness }) => completeness !== "absent");
  const [only, ...others] = present;
  if (only === undefined) return Toolset.absent;
  if (others.length === 0) return only;
  const byKey = new Map<string, Tool>();
  const faults: ToolFault[] = [];
  for (const toolset of present) {
    const isEcho = toolset === echo;
    if (!isEcho) faults.push(...toolset.faults);
    for (const tool of toolset.tools) {
      const first = byKey.get(tool.key);
      if (first === undefined) byKey.set(tool.key, tool);
      else if (!isEcho && !declaresTheSame(first, tool)) faults.push({ kind: "duplicate", tool, first });
    }
  }
  return new Toolset(byKey.values(), present.some(({ completeness }) => completeness === "partial") ? "partial" : "declared", faults);
}

/**
 * Whether two declarations of one key are the same tool. Descriptions, strictness and result schemas are what services add to an echo; the
 * arguments are what a call is judged by.
 */
export function declaresTheSame(first: Tool, second: Tool): boolean {
  return first.type === second.type && first.input === second.input && isSameValue(first.argumentsSchema, second.argumentsSchema);
}

import { declaresTheSame, readTools } from "../../declarations/index.js";
import type { JsonNode } from "../../json/node.js";
import { type Tool, type ToolFault, Toolset } from "../../model/tool.js";
import type { DraftTools } from "../conversation-draft.js";

/** A list of tools, and what it means for those declared before. */
export interface DeclaredList {
  readonly list: JsonNode;
  /** Index of the message from which on the model sees them. */
  readonly from: number;
  /**
   * `adds`: to what is there. `replaces` it. `fills`: only what is missing, since a service that repeats a declaration rewrites it.
   * `serves`: what an MCP server of this label offers; the provider calls it there.
   */
  readonly how: "adds" | "replaces" | "fills" | { readonly serves: string };
  /** It claims to be all that the model can call; what a search or a later turn brings does not. */
  readonly isWhole: boolean;
}

/** The tools of a conversation, and those of the MCP servers among them. */
export interface ItemTools extends DraftTools {
  /** What an MCP server lists under a name. */
  served(label: string, name: string): Tool | undefined;
}

/** Follows the declarations of a conversation in the order in which the model saw them. */
export function declareTools(lists: readonly DeclaredList[]): ItemTools {
  const declarations: JsonNode[] = [];
  const tools: Tool[] = [];
  const faults: ToolFault[] = [];
  /** Position in `tools` of what is in force. */
  const inForce = new Map<string, number>();
  const served = new Map<string, Tool>();
  let isDeclared = false;
  let isPart = false;

  for (const { list, from, how, isWhole } of lists) {
    const source = declarations.push(list) - 1;
    const read = readTools(list, { source, availableFrom: from });
    if (typeof how === "object") {
      // What limits a caller's descriptions does not bind a server's.
      for (const tool of read.tools) served.set(servedKey(how.serves, tool.key), { ...tool, hosted: true, description: null });
      continue;
    }
    if (read.completeness === "absent") continue;
    isDeclared ||= isWhole;
    isPart ||= read.completeness === "partial";
    if (how === "replaces") {
      for (const [key, position] of inForce) {
        const before = tools[position];
        const after = read.get(key);
        if (before === undefined || (after !== undefined && declaresTheSame(before, after))) continue;
        tools[position] = { ...before, removedAt: from };
        inForce.delete(key);
      }
    }
    if (how !== "fills") faults.push(...read.faults);
    for (const tool of read.tools) {
      const before = tools[inForce.get(tool.key) ?? -1];
      if (before !== undefined && (how === "fills" || declaresTheSame(before, tool))) continue;
      inForce.set(tool.key, tools.push(how === "fills" ? { ...tool, isEcho: true } : tool) - 1);
    }
  }
  for (const tool of served.values()) if (!tools.some(({ key }) => key === tool.key)) tools.push(tool);
  return {
    toolset: new Toolset(tools, isPart ? "partial" : isDeclared ? "declared" : "absent", faults),
    declarations,
    served: (label, name) => served.get(servedKey(label, name)),
  };
}

function servedKey(label: string, name: string): string {
  return JSON.stringify([label, name]);
}

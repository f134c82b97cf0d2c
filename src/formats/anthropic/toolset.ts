import { type ReadOptions, readTools } from "../../declarations/index.js";
import type { JsonNode } from "../../json/node.js";
import type { Message } from "../../model/conversation.js";
import type { ToolCall } from "../../model/exchange.js";
import { type Tool, type ToolFault, Toolset } from "../../model/tool.js";
import type { MessageReader } from "./messages.js";

/** The tools of a conversation, and the nodes that their pointers are relative to. */
export interface Declared {
  readonly toolset: Toolset;
  readonly declarations: readonly JsonNode[];
}

/**
 * Reads the list of a request, follows the changes that its messages make to it, and names the members of toolsets that are called.
 *
 * @param given declarations from outside: they stand for all there is, whatever the messages say
 */
export function readDeclared(list: JsonNode | undefined, given: JsonNode | undefined, reader: MessageReader): Declared {
  const declarations: JsonNode[] = [];
  const read = (node: JsonNode, options: ReadOptions = {}): Toolset => {
    declarations.push(node);
    return readTools(node, { ...options, source: declarations.length - 1 });
  };
  const base = given ?? list;
  const first = base === undefined ? Toolset.absent : read(base);
  const changes = given === undefined ? reader.changes : [];
  const members = membersOf(first, reader.messages);
  if (changes.length === 0 && members.length === 0) return { toolset: first, declarations };

  const versions = new Versions(first);
  for (const { kind, block, message } of changes) {
    const tool = block.get("tool");
    const type = tool?.get("type")?.string();
    // References to tools of MCP servers change nothing: the list does not name them.
    const name = type === "tool_reference" ? tool?.get("name")?.string() : undefined;
    if (kind === "listing") versions.list(read(block.get("tools") ?? block, { availableFrom: message }));
    else if (kind === "removal") versions.remove(name, message);
    else if (type === "tool_definition") versions.define(read(tool?.get("definition") ?? block, { availableFrom: message }), message);
    else versions.restore(name);
  }
  for (const member of members) versions.add(member);
  return { toolset: versions.toolset(), declarations };
}

/** The declarations of each key in the order in which they came; the last one is in force. */
class Versions {
  readonly #first: Toolset;
  readonly #byKey = new Map<string, Tool[]>();
  readonly #faults: ToolFault[];
  #isChanged = false;

  constructor(first: Toolset) {
    this.#first = first;
    this.#faults = [...first.faults];
    for (const tool of first.tools) this.#byKey.set(tool.key, [tool]);
  }

  /** A tool defined in the middle of the conversation; one of the same key is no longer offered from there on. */
  define(toolset: Toolset, message: number): void {
    this.#isChanged = true;
    this.#faults.push(...toolset.faults);
    for (const tool of toolset.tools) {
      this.remove(tool.key, message);
      this.#byKey.set(tool.key, [...(this.#byKey.get(tool.key) ?? []), tool]);
    }
  }

  /** What an MCP server listed: the provider calls it there. A name that is taken means another tool. */
  list(toolset: Toolset): void {
    for (const tool of toolset.tools) this.add({ ...tool, hosted: true });
  }

  add(tool: Tool): void {
    if (!this.#byKey.has(tool.key)) this.#byKey.set(tool.key, [tool]);
  }

  remove(key: string | undefined, message: number): void {
    this.#change(key, (tool) => ({ ...tool, removedAt: message }));
  }

  /** Offered again: as it was declared, since a tool that only hides until then is declared all the same. */
  restore(key: string | undefined): void {
    this.#change(key, (tool) => ({ ...tool, removedAt: null }));
  }

  #change(key: string | undefined, change: (tool: Tool) => Tool): void {
    const versions = key === undefined ? undefined : this.#byKey.get(key);
    const last = versions?.pop();
    if (last !== undefined) versions?.push(change(last));
  }

  toolset(): Toolset {
    const all = [...this.#byKey.values()];
    const faults = all.flatMap(([first, ...later]): readonly ToolFault[] =>
      first === undefined ? [] : later.map((tool) => ({ kind: "duplicate", tool, first })),
    );
    const { completeness } = this.#first;
    const isPart = completeness === "absent" && this.#isChanged;
    return new Toolset(
      all.flatMap(([first]) => (first === undefined ? [] : [first])),
      isPart ? "partial" : completeness,
      [...this.#faults, ...faults],
    );
  }
}

/** Members of declared toolsets (`browser_toolset_…`) that are called: a call says its family, the declaration has no names. */
function membersOf(toolset: Toolset, messages: readonly Message[]): readonly Tool[] {
  const families = toolset.tools.filter(({ type }) => /_toolset_\d+$/.test(type));
  if (families.length === 0) return [];
  return callsOf(messages).flatMap(({ function: { name }, at }): readonly Tool[] => {
    const family = at.call.get("toolset_name")?.string();
    const declared = family === undefined ? undefined : families.find(({ type }) => type.startsWith(`${family}_toolset_`));
    return declared === undefined || name === null ? [] : [{ ...declared, name, key: name }];
  });
}

function callsOf(messages: readonly Message[]): readonly ToolCall[] {
  return messages.flatMap(({ parts }) => parts.flatMap((part) => (part.kind === "call" ? [part.call] : [])));
}

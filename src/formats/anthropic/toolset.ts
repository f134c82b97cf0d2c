import { type ReadListOptions, readToolLists, readTools } from "../../declarations/index.js";
import type { JsonNode } from "../../json/node.js";
import type { Message } from "../../model/conversation.js";
import type { ToolCall } from "../../model/exchange.js";
import { type Tool, type ToolFault, Toolset } from "../../model/tool.js";
import { changedCalls } from "../changed-calls.js";
import type { DraftTools } from "../conversation-draft.js";
import type { MessageReader } from "./messages.js";

/** The tools of a conversation, and whether calls name families among them. */
export interface DeclaredFamilies extends DraftTools {
  /** It declares toolsets, whose members a call names with their family. */
  readonly hasFamilies: boolean;
}

/**
 * Reads the list of a request, follows the changes that its messages make to it, and names the members of toolsets that are called.
 *
 * @param given declarations from outside: they stand for all there is, whatever the messages say
 */
export function readDeclaredTools(list: JsonNode | undefined, given: JsonNode | undefined, reader: MessageReader): DeclaredFamilies {
  const base = given ?? list;
  const declarations = base === undefined ? [] : [base];
  const first = readToolLists(declarations);
  const families = familiesOf(first);
  const changes = given === undefined ? reader.changes : [];
  const members = families.length === 0 ? [] : membersOf(families, reader.draft.messages);
  if (changes.length === 0 && members.length === 0) return { toolset: first, declarations, hasFamilies: families.length > 0 };

  const read = (node: JsonNode, options: ReadListOptions): Toolset => {
    declarations.push(node);
    return readTools(node, { ...options, source: declarations.length - 1 });
  };
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
  const toolset = versions.toolset();
  return { toolset, declarations, hasFamilies: familiesOf(toolset).length > 0 };
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

/** Toolsets whose members a call names with their family, `{toolset_name: "browser", name: "navigate"}`: the declaration has no names. */
function familiesOf(toolset: Toolset): readonly Tool[] {
  return toolset.tools.filter(({ hosted, type }) => hosted && /_toolset_\d+$/.test(type));
}

/** Members of declared toolsets that are called. */
function membersOf(families: readonly Tool[], messages: readonly Message[]): readonly Tool[] {
  return messages
    .flatMap(({ parts }) => parts)
    .flatMap((part): readonly Tool[] => {
      if (part.kind !== "call") return [];
      const { name } = part.call.function;
      const family = part.call.at.call.get("toolset_name")?.string();
      const declared = family === undefined ? undefined : families.find(({ type }) => type.startsWith(`${family}_toolset_`));
      return declared === undefined || name === null ? [] : [{ ...declared, name, key: name }];
    });
}

/**
 * The messages, with the arguments of calls left aside whose name is by chance that of a declared tool: what an MCP server or a toolset
 * offers has its own names.
 */
export function disambiguateTools(
  { draft: { messages }, hasServerCalls }: MessageReader,
  { toolset, hasFamilies }: DeclaredFamilies,
): readonly Message[] {
  if (!hasServerCalls && !hasFamilies) return messages;
  const isNamesake = ({ type, function: { name }, at }: ToolCall) =>
    (type === "mcp_tool_use" || (hasFamilies && at.call.get("toolset_name")?.kind === "string")) &&
    name !== null &&
    toolset.get(name)?.hosted === false;
  const because = "it calls a tool of a server or toolset that shares its name with a declared one";
  return changedCalls(messages, (call) =>
    isNamesake(call) ? { ...call, function: { ...call.function, arguments: { kind: "unknown", because } } } : call,
  );
}

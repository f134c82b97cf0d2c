import { composeArray, composeObject } from "../../json/composed.js";
import type { JsonNode } from "../../json/node.js";
import type { ToolArguments, ToolCall } from "../../model/exchange.js";
import type { Tool, Toolset } from "../../model/tool.js";
import { decodeArguments } from "../arguments.js";
import { readIdentifier, readName } from "../call-draft.js";
import { signatureBeside } from "../chat/call.js";
import type { MessageDraft } from "../conversation-draft.js";
import type { ItemTools } from "./declared.js";
import type { ItemDialect, ItemShape } from "./shapes.js";
import type { TurnEntry } from "./turns.js";

type Shape<Kind extends ItemShape["kind"]> = Extract<ItemShape, { readonly kind: Kind }>;

/** What a call or result cannot know from its own item. */
export interface ItemContext {
  readonly message: MessageDraft;
  readonly declared: ItemTools;
  readonly dialect: ItemDialect;
  readonly cutBy: string | undefined;
  /** Written by the provider, run by it. */
  readonly hosted: boolean;
  /** Nothing is owed for it: answered elsewhere, interrupted, or to be answered later. */
  readonly expectsNoResult: boolean;
  /** It was still being written when the recording stopped. */
  readonly isOpen: boolean;
}

/** Adds an item that is a call: one that is answered by another item, or a record of a call and what came of it. */
export function addItemCall({ item, type }: TurnEntry, shape: Shape<"call"> | Shape<"record">, context: ItemContext): ToolCall {
  const { declared, hosted } = context;
  const given = shape.input.map((key) => item.get(key)).find((node) => node !== undefined);
  const callType = declaredType(shape.tool, declared.toolset);
  const name = shape.isNamed ? item.get("name") : item.get("type");
  return context.message.call({
    call: item,
    type: callType,
    id: shape.kind === "record" || type === "mcp_approval_request" ? item.get("id") : callIdOf(item, shape.tool),
    name,
    // A tool that its item's type alone names is called what it is declared as.
    named: shape.isNamed ? qualifiedName(readName(name), item, declared.toolset) : callType,
    arguments: given,
    decoded: decode(item, given, callType, shape, context),
    hosted,
    idOptional: hosted,
    expectsNoResult: context.expectsNoResult || item.get("async")?.boolean() === true,
    partial: context.isOpen || item.get("status")?.string() === "incomplete",
    signature: signatureBeside(item),
  });
}

/** Shell calls of Codex over other APIs have no call id but an id. */
function callIdOf(item: JsonNode, tool: string): JsonNode | undefined {
  const id = item.get("call_id") ?? item.get("callId");
  return tool === "local_shell" && id?.kind !== "string" ? (item.get("id") ?? id) : id;
}

/** The declared type of a hosted tool's family: `web_search_preview` for `web_search`. */
function declaredType(family: string, toolset: Toolset): string {
  if (family === "function" || family === "custom" || toolset.get(family) !== undefined) return family;
  return toolset.tools.find(({ hosted, name, type }) => hosted && name === null && type.startsWith(family))?.type ?? family;
}

/** Tools of a namespace are called by their bare name; where that is not unique they are declared as `namespace.name`. */
function qualifiedName(name: string | null, item: JsonNode, toolset: Toolset): string | null {
  const namespace = item.get("namespace")?.string();
  if (name === null || namespace === undefined) return name;
  const qualified = `${namespace}.${name}`;
  return toolset.get(qualified) === undefined ? name : qualified;
}

function decode(
  item: JsonNode,
  given: JsonNode | undefined,
  callType: string,
  { form, input }: Shape<"call"> | Shape<"record">,
  { declared, cutBy }: ItemContext,
): ToolArguments {
  switch (form) {
    case "text":
      return decodeArguments(given, { container: "string", text: true });
    case "any":
      return decodeArguments(given, { container: "either", cutBy });
    case "given": {
      const decoded = decodeArguments(given, { container: "either" });
      return decoded.kind === "malformed" ? { kind: "unknown", because: "its shape is the provider's own" } : decoded;
    }
    case "json": {
      const decoded = decodeArguments(given, { container: "string", cutBy });
      return isNamesake(item, declared)
        ? { kind: "unknown", because: "it calls a tool of a server that shares its name with another declared one" }
        : decoded;
    }
    default:
      // A function may be called as a hosted tool's type is: its schema says nothing about this shape.
      if (declared.toolset.get(callType)?.hosted === false) return { kind: "unknown", because: "its shape is the provider's own" };
      return ownInput(item, given, input);
  }
}

/** Whether a call to an MCP server has by chance the name of a tool that is declared elsewhere. */
function isNamesake(item: JsonNode, { toolset, served }: ItemTools): boolean {
  const label = item.get("server_label")?.string();
  const name = item.get("name")?.string();
  if (label === undefined || name === undefined) return false;
  const named = toolset.get(name);
  return named !== undefined && !isSameTool(named, served(label, name));
}

function isSameTool(one: Tool, other: Tool | undefined): boolean {
  return other !== undefined && one.source === other.source && one.at.entry === other.at.entry;
}

/** What goes into a call whose shape is the provider's: one object, or the members that say it. */
function ownInput(item: JsonNode, given: JsonNode | undefined, keys: readonly string[]): ToolArguments {
  if (given === undefined || given.kind === "null") return { kind: "empty" };
  if (given.kind === "object") return { kind: "parsed", root: given, document: null };
  const members = keys.map((key) => [key, item.get(key)] as const);
  return { kind: "parsed", root: composeObject(members, item), document: null };
}

/** Adds an item that is a result of its own. @param inlineCall where the reader knows which call it belongs to */
export function addItemResult({ item }: TurnEntry, shape: Shape<"result">, inlineCall: ToolCall | undefined, context: ItemContext): void {
  const { hosted, dialect } = context;
  const callId = shape.callId.map((key) => item.get(key)).find(isGiven);
  const output = item.get(shape.output);
  const name = item.get("name");
  const isStandalone = shape.isContent && callId === undefined && (dialect.standaloneOutputs || readIdentifier(name) !== null);
  context.message.result({
    result: item,
    callId,
    name,
    content: contentOf(item, output, shape),
    isError: isFailed(item, output, dialect),
    hosted,
    idOptional: hosted,
    // What a search of the provider's own brings may belong to a call that is stored elsewhere.
    standalone: isStandalone || (hosted && callId === undefined && inlineCall === undefined),
    answers: shape.answers,
    inlineCall,
  });
}

/** Adds the result that a call's own record holds. */
export function addRecordResult({ item, type }: TurnEntry, shape: Shape<"record">, call: ToolCall, context: ItemContext): void {
  const output = shape.output.map((key) => item.get(key)).find(isGiven);
  const isError = isFailed(item, output, context.dialect) || (type === "mcp_call" && isGiven(item.get("error")));
  const content = blocksOf(item, output);
  context.message.result({ result: item, callId: undefined, content, isError, hosted: true, idOptional: true, inlineCall: call });
}

function isFailed(item: JsonNode, output: JsonNode | undefined, { isFailure }: ItemDialect): boolean {
  return item.get("status")?.string() === "failed" || (output !== undefined && isFailure(output));
}

function isGiven(node: JsonNode | undefined): boolean {
  return node !== undefined && node.kind !== "null";
}

function contentOf(item: JsonNode, output: JsonNode | undefined, { isContent, output: key }: Shape<"result">): JsonNode | undefined {
  if (isContent) return output;
  return key === "tools" ? composeArray([], item) : blocksOf(item, output);
}

/** The provider's own shapes as content: text, or a list of blocks. */
function blocksOf(item: JsonNode, output: JsonNode | undefined): JsonNode {
  if (output?.kind === "string" || output?.kind === "array") return output;
  return composeArray(output?.kind === "object" ? [output] : [], output ?? item);
}

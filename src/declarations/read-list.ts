import type { JsonNode } from "../json/node.js";
import { type Completeness, type Tool, Toolset } from "../model/tool.js";
import { withArticle } from "../text/article.js";
import { uncapitalised } from "../text/capitalised.js";
import { listing } from "../text/listing.js";
import { quote } from "../text/quote.js";
import { isToolMap, readToolMap } from "./ai-sdk.js";
import { declare, invalid } from "./declare.js";
import type { Declaration, Reading, ToolDialect } from "./dialect.js";
import { dialects } from "./dialects.js";
import { DeclarationPlace } from "./place.js";

/** Where a list is in its conversation. */
export interface ReadListOptions {
  /** Index of the node among the conversation's `declarations`; default 0. */
  readonly source?: number;
  /** Index of the message from which on the model sees the tools; default 0. */
  readonly availableFrom?: number;
  /** What the list claims to hold, if nothing in it says that it is only a part; default `declared`. */
  readonly completeness?: Completeness;
}

/** Reads a list without looking for an earlier reading of the same bytes: `readTools` does. */
export function readList(node: JsonNode, options: ReadListOptions = {}): Toolset {
  if (node.kind === "null") return Toolset.absent;
  const declarations = readingFor(options).list(new DeclarationPlace(node));
  const faults = declarations.flatMap((declaration) => (declaration.kind === "fault" ? [declaration.fault] : []));
  const tools = keyed(declarations);
  if (tools.length === 0 && faults.length === 0 && declarations.some(({ kind }) => kind === "absent")) return Toolset.absent;
  return new Toolset(tools, completenessOf(declarations, options.completeness ?? "declared"), faults);
}

/** Names of one namespace may repeat those of another: what is not unique in the list is keyed `namespace.name`. */
function keyed(declarations: readonly Declaration[]): readonly Tool[] {
  const declared = declarations.flatMap((declaration) => (declaration.kind === "tool" ? [declaration] : []));
  if (declared.every(({ namespace }) => namespace === null)) return declared.map(({ tool }) => tool);
  const uses = new Map<string, number>();
  for (const { tool } of declared) uses.set(tool.key, (uses.get(tool.key) ?? 0) + 1);
  return declared.map(({ tool, namespace }) =>
    namespace !== null && uses.get(tool.key) !== 1 ? { ...tool, key: `${namespace}.${tool.key}` } : tool,
  );
}

function completenessOf(declarations: readonly Declaration[], claimed: Completeness): Completeness {
  const lastPage = declarations.findLast((declaration) => declaration.kind === "page");
  const isPart =
    lastPage?.isLast === false || declarations.some((declaration) => declaration.kind === "tool" && declaration.bringsUnlisted);
  return isPart && claimed === "declared" ? "partial" : claimed;
}

function readingFor(options: ReadListOptions): Reading {
  const source = options.source ?? 0;
  const reading: Reading = {
    declare: (parts) => declare(parts, { source, availableFrom: options.availableFrom ?? 0 }),
    refuse: (at, message, fix) => ({ kind: "fault", fault: invalid(source, at, message, fix) }),
    list: (list) => readEntries(list, reading),
  };
  return reading;
}

function readEntries(list: DeclarationPlace, reading: Reading): readonly Declaration[] {
  if (list.kind === "array") return list.items().flatMap((entry) => readEntry(entry, reading));
  if (list.kind === "string") return readText(list, reading);
  const { node } = list;
  if (node === undefined || node.kind !== "object") {
    return [reading.refuse(list, `Tools must be a list, or an object that holds one, got ${withArticle(list.kind)}`)];
  }
  if (node.entries().length === 0) return [];
  if (isToolMap(node, false)) return readToolMap(list, reading);
  const dialect = dialects.find((each) => each.recognises(node));
  if (dialect !== undefined) return readAs(dialect, list, reading);
  if (isToolMap(node, true)) return readToolMap(list, reading);
  return [refuseObject(list, node, reading)];
}

/** Data sets keep the list as JSON in a string. */
function readText(list: DeclarationPlace, reading: Reading): readonly Declaration[] {
  const nested = list.node?.nested();
  if (nested?.kind === "json") return readEntries(new DeclarationPlace(nested.document.root, list.pointer, list.key), reading);
  const because = nested === undefined ? "" : `: ${uncapitalised(nested.fault.message)}`;
  return [reading.refuse(list, `The list of tools is text that is not JSON${because}`)];
}

function readEntry(entry: DeclarationPlace, reading: Reading): readonly Declaration[] {
  const { node } = entry.kind === "string" ? decoded(entry) : entry;
  if (node === undefined || node.kind !== "object")
    return [reading.refuse(entry, `A tool must be an object, got ${withArticle(entry.kind)}`)];
  // Runs keep what tools did under the same key (Agno's `RunOutput.tools`, read 2026-12): that declares nothing.
  if (node.get("tool_call_id")?.kind === "string") return [{ kind: "absent" }];
  const object = new DeclarationPlace(node, entry.pointer, entry.key);
  const dialect = dialects.find((each) => each.recognises(node));
  return dialect === undefined ? [refuseObject(object, node, reading)] : readAs(dialect, object, reading);
}

/** Lists inside an entry have told the dialects of their own entries. */
function readAs(dialect: ToolDialect, entry: DeclarationPlace, reading: Reading): readonly Declaration[] {
  return dialect
    .read(entry, reading)
    .map((declaration) =>
      declaration.kind === "tool" && declaration.tool.writtenAs === undefined
        ? { ...declaration, tool: { ...declaration.tool, writtenAs: dialect.id } }
        : declaration,
    );
}

/** What a string holds as JSON: data sets and trace attributes keep each declaration so. */
function decoded(text: DeclarationPlace): DeclarationPlace {
  const nested = text.node?.nested();
  return new DeclarationPlace(nested?.kind === "json" ? nested.document.root : undefined, text.pointer, text.key);
}

function refuseObject(entry: DeclarationPlace, node: JsonNode, reading: Reading): Declaration {
  if (node.get("type") !== undefined) {
    return reading.refuse(
      entry,
      "A tool is a bare JSON Schema, without a name",
      "Put the schema under the parameters of a tool that has a name",
    );
  }
  const keys = node.entries().map(({ key }) => quote(key.string() ?? ""));
  const what = keys.length === 0 ? "it is empty" : `it has only ${listing(keys, "and")}`;
  return reading.refuse(entry, `A tool has neither a name nor the type of a hosted tool; ${what}`);
}

import type { JsonNode } from "../json/node.js";
import { type Declaration, has, type ToolDialect } from "./dialect.js";
import type { DeclarationPlace } from "./place.js";

/** Keys that hold a list of tools, seen from the object around it. */
const listKeys = ["tools", "functions"] as const;

/**
 * An object around a list: an MCP `tools/list` response or its result, Bedrock's `toolConfig`, a whole request body.
 *
 * Source: MCP specification 2025-06-18, Server / Tools, Listing Tools (`nextCursor` promises another page); AWS API Reference,
 * ToolConfiguration; read 2026-11.
 */
export const toolList: ToolDialect = {
  id: "tool-list",
  title: "A list inside an object (MCP tools/list, toolConfig, request body)",
  recognises: (entry) =>
    !has(entry, "type") &&
    (listKeys.some((key) => isList(entry.get(key))) || entry.get("result")?.get("tools") !== undefined || has(entry, "toolConfig")),
  read(entry, reading) {
    const inner = [entry.get("result"), entry.get("toolConfig")].find((place) => place.isObject) ?? entry;
    const lists = listKeys.map((key) => inner.get(key)).filter((place) => place.node !== undefined);
    const declared = lists.filter((place) => place.isGiven).flatMap((place) => reading.list(place));
    const page = pageOf(inner);
    return lists.length > 0 && lists.every((place) => !place.isGiven) ? [{ kind: "absent" }, page] : [...declared, page];
  },
};

/** A list, its JSON text, a map of tools, or null; an object with a schema of its own is a tool that happens to be called so. */
function isList(value: JsonNode | undefined): boolean {
  if (value === undefined || value.kind === "number" || value.kind === "boolean") return false;
  return !["inputSchema", "parameters", "description"].some((key) => has(value, key));
}

function pageOf(inner: DeclarationPlace): Declaration {
  const cursor = inner.get("nextCursor").text();
  return { kind: "page", isLast: cursor === undefined || cursor === "" };
}

import type { JsonNode } from "../../json/node.js";
import type { Body } from "./body.js";
import { type Envelope, type Opened, statusOf } from "./envelope.js";
import { joinOpened, openExchange } from "./exchange.js";
import { headerOf } from "./headers.js";
import { readWrapped } from "./http-message.js";

/** The definitions that nock records (nock README, "Recording", read 2026-11): `[{scope, method, path, body, status, response}]`. */
export const nock: readonly Envelope[] = [
  { key: "[]", open: (list) => (isDefinition(list.first()) ? joinOpened(list.items().map(openDefinition)) : undefined) },
  { key: "scope", open: (node) => (isDefinition(node) ? openDefinition(node) : undefined) },
];

function isDefinition(node: JsonNode | undefined): boolean {
  return node?.get("scope")?.kind === "string" && node.get("path") !== undefined && node.get("response") !== undefined;
}

function openDefinition(definition: JsonNode): Opened {
  const scope = definition.get("scope")?.string();
  const path = definition.get("path")?.string() ?? "";
  return openExchange({
    request: bodyOf(definition.get("body"), undefined),
    response: bodyOf(definition.get("response"), headerOf(definition, "content-encoding")),
    method: definition.get("method")?.string(),
    url: scope === undefined ? undefined : scope + path,
    status: statusOf(definition),
    at: definition,
  });
}

/** Packed bodies are hexadecimal digits, in one text or in chunks. */
function bodyOf(body: JsonNode | undefined, packing: string | undefined): Body {
  return body === undefined ? { kind: "absent" } : readWrapped(body, { transfer: "hex", packing });
}

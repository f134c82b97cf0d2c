import type { JsonNode } from "../../json/node.js";
import { type Body, readBody, readBytes } from "./body.js";
import { type Envelope, type Opened, statusOf } from "./envelope.js";
import { joinOpened, openExchange } from "./exchange.js";
import { joinChunks } from "./http-archive.js";

/** The definitions that nock records (nock README, "Recording", read 2026-11): `[{scope, method, path, body, status, response}]`. */
export const nock: Envelope = { key: "[]", open };

function open(list: JsonNode): Opened | undefined {
  const first = list.first();
  if (first?.get("scope")?.kind !== "string" || first.get("path") === undefined || first.get("response") === undefined) return undefined;
  return joinOpened(list.items().map(openDefinition));
}

function openDefinition(definition: JsonNode): Opened {
  const scope = definition.get("scope")?.string();
  const path = definition.get("path")?.string() ?? "";
  return openExchange({
    request: readMessage(definition.get("body"), undefined),
    response: readMessage(definition.get("response"), encodingOf(definition)),
    method: definition.get("method")?.string(),
    url: scope === undefined ? undefined : scope + path,
    status: statusOf(definition),
    at: definition,
  });
}

/** Packed bodies are hexadecimal digits, in one text or in chunks. */
function readMessage(body: JsonNode | undefined, encoding: string | undefined): Body {
  if (body === undefined) return { kind: "absent" };
  const chunks = body.kind === "array" && body.first()?.kind === "string" ? body.items() : body.kind === "string" ? [body] : [];
  const bytes = chunks.length === 0 ? undefined : joinChunks(chunks.map((chunk) => chunk.string() ?? ""));
  return bytes === undefined || bytes.length < 2 ? readBody(body) : readBytes(bytes, body, encoding);
}

/** `rawHeaders` are a map, or a list of names and values in turns. */
function encodingOf(definition: JsonNode): string | undefined {
  const headers = definition.get("rawHeaders") ?? definition.get("headers");
  const items = headers?.items() ?? [];
  const position = items.findIndex((item, index) => index % 2 === 0 && item.string()?.toLowerCase() === "content-encoding");
  if (position !== -1) return items[position + 1]?.string();
  return headers
    ?.entries()
    .find(({ key }) => key.string()?.toLowerCase() === "content-encoding")
    ?.value.string();
}

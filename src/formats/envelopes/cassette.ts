import type { JsonNode } from "../../json/node.js";
import { type Body, readBody } from "./body.js";
import { type Envelope, type Opened, statusOf, urlOf } from "./envelope.js";
import { joinOpened, openExchange } from "./exchange.js";

/**
 * Cassettes, in YAML or JSON: vcrpy (`interactions`; its older form for httpx has `content` and `status_code`), VCR for Ruby and Betamax
 * (`http_interactions`, bodies as `{encoding, string}` or `{base64_string}`), go-vcr (`interactions`, bodies as text, `code`), and the
 * variant of Pydantic AI's tests that keeps bodies as data (`parsed_body`). Read 2026-11.
 */
export const cassettes: readonly Envelope[] = ["interactions", "http_interactions"].map(
  (key): Envelope => ({ key, open: (node) => open(node, key) }),
);

function open(node: JsonNode, key: string): Opened | undefined {
  const interactions = node.get(key);
  const first = interactions?.first();
  if (interactions === undefined || first?.get("request") === undefined || first.get("response") === undefined) return undefined;
  return joinOpened(interactions.items().map(openInteraction));
}

function openInteraction(interaction: JsonNode): Opened {
  const request = interaction.get("request");
  const response = interaction.get("response");
  return openExchange({
    request: bodyOf(request),
    response: bodyOf(response),
    method: request?.get("method")?.string(),
    url: request && urlOf(request),
    status: response && statusOf(response),
    at: interaction,
  });
}

function bodyOf(message: JsonNode | undefined): Body {
  if (message === undefined) return { kind: "absent" };
  const encoding = header(message, "content-encoding");
  const parsed = message.get("parsed_body");
  if (parsed !== undefined && parsed.kind !== "null") return readBody(parsed);
  const body = message.get("body") ?? message.get("content");
  if (body?.kind !== "object") return readBody(body, false, encoding);
  const base64 = body.get("base64_string");
  if (base64 !== undefined) return readBody(base64, true, encoding);
  const text = body.get("string");
  return text === undefined && body.get("encoding") === undefined ? readBody(body) : readBody(text, false, encoding);
}

/** The value of a header, which cassettes keep as text or a list of texts. */
function header(message: JsonNode, name: string): string | undefined {
  for (const { key, value } of message.get("headers")?.entries() ?? []) {
    if (key.string()?.toLowerCase() === name) return (value.first() ?? value).string();
  }
  return undefined;
}

import type { JsonDocument, JsonFault, JsonNode } from "../../json/node.js";
import type { Body } from "./body.js";
import type { Layer, Opened } from "./envelope.js";
import { isTokenCount } from "./token-count.js";

/** One HTTP exchange as a recorder kept it. */
export interface HttpExchange {
  readonly request: Body;
  readonly response: Body;
  readonly method: string | undefined;
  readonly url: string | undefined;
  readonly status: number | undefined;
  readonly at: JsonNode;
}

/** Methods whose request has no body that could be a conversation. */
const withoutBody: ReadonlySet<string> = new Set(["GET", "HEAD", "OPTIONS", "DELETE"]);

/**
 * The recording in an exchange, if it is one: most traffic is something else, so what no format reads there is passed over, as long as
 * one reads something of the file.
 */
export function openExchange({ request, response, method, url, status, at }: HttpExchange): Opened {
  const faults = [request, response].flatMap((body): readonly JsonFault[] => (body.kind === "broken" ? [body.fault] : []));
  const layer = (body: JsonNode, answer: JsonNode | undefined, ...bodies: readonly Body[]): Layer => ({
    body,
    ...(answer !== undefined && { response: answer }),
    ...(url !== undefined && { url }),
    ...(status !== undefined && { status }),
    documents: bodies.flatMap(documentsOf),
    isTraffic: true,
    at,
  });
  if (request.kind === "json") return { layers: [layer(request.root, answerOf(response, status), request, response)], faults };
  const isAsked = method === undefined || !withoutBody.has(method.toUpperCase());
  if (request.kind === "broken" || (response.kind !== "json" && !isAsked)) return { layers: [], faults };
  if (response.kind === "json" && !isRefused(status)) return { layers: [layer(response.root, undefined, response)], faults };
  // A form, an upload: no conversation. Nothing at all: it was not recorded.
  return { layers: [], faults, unresolvable: isAsked && request.kind !== "text" ? 1 : 0 };
}

/** The exchanges of one recording together. */
export function joinOpened(parts: readonly Opened[]): Opened {
  return {
    layers: parts.flatMap(({ layers }) => layers),
    faults: parts.flatMap(({ faults = [] }) => faults),
    unresolvable: parts.reduce((sum, { unresolvable = 0 }) => sum + unresolvable, 0),
  };
}

/** A page of a proxy in place of an answer says nothing, unless the status says that it is a refusal. */
function answerOf(response: Body, status: number | undefined): JsonNode | undefined {
  if (response.kind === "json") return isTokenCount(response.root) ? undefined : response.root;
  return response.kind === "text" && isRefused(status) ? response.root : undefined;
}

function isRefused(status: number | undefined): boolean {
  return status !== undefined && status >= 400;
}

function documentsOf(body: Body): readonly JsonDocument[] {
  return body.kind === "json" ? body.documents : [];
}

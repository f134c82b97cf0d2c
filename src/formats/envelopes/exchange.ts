import type { JsonDocument, JsonNode } from "../../json/node.js";
import type { Unread } from "../format.js";
import type { Body } from "./body.js";
import type { Layer, Opened } from "./envelope.js";
import { isTemplated, isTextCompletion } from "./other-traffic.js";
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

/**
 * The recording in an exchange, if it is one: most traffic is something else, so what no format reads there is passed over. What kept
 * its other half from being read counts only where it is one.
 */
export function openExchange({ request, response, method, url, status, at }: HttpExchange): Opened {
  const layer = (body: JsonNode, answer: JsonNode | undefined, unread: Unread | undefined): Layer => ({
    body,
    ...(answer !== undefined && { response: answer }),
    ...(url !== undefined && { url }),
    ...(status !== undefined && { status }),
    ...(unread !== undefined && { unread }),
    documents: [request, response].flatMap(documentsOf),
    isTraffic: true,
    at,
  });
  if (request.kind === "json") {
    const answer = answerOf(response, status);
    if (isTextCompletion(request.root, answer)) return { layers: [], traffic: 1 };
    if (answer !== undefined && !isRefused(status) && isTemplated(request.root, answer))
      return { layers: [layer(answer, undefined, undefined)] };
    return { layers: [layer(request.root, answer, answer === undefined ? unreadOf(response) : undefined)] };
  }
  if (response.kind === "json" && isTextCompletion(undefined, response.root)) return { layers: [], traffic: 1 };
  if (response.kind === "json" && !isRefused(status)) return { layers: [layer(response.root, undefined, unreadOf(request))] };
  if (request.kind === "broken") return { layers: [], faults: [request.fault] };
  if (request.kind === "withheld" || (request.kind === "absent" && response.kind === "withheld")) return { layers: [], unresolvable: 1 };
  if (request.kind === "absent" && response.kind === "absent" && status === undefined && !isLook(method)) {
    return { layers: [], unresolvable: 1 };
  }
  // A form, an upload, a look at something: no conversation.
  return { layers: [], traffic: 1 };
}

/** The exchanges of one recording together. */
export function joinOpened(parts: readonly Opened[]): Opened {
  return {
    layers: parts.flatMap(({ layers }) => layers),
    faults: parts.flatMap(({ faults = [] }) => faults),
    unresolvable: parts.reduce((sum, { unresolvable = 0 }) => sum + unresolvable, 0),
    traffic: parts.reduce((sum, { traffic = 0 }) => sum + traffic, 0),
  };
}

/** A page of a proxy in place of an answer says nothing, unless the status says that it is a refusal. */
function answerOf(response: Body, status: number | undefined): JsonNode | undefined {
  if (response.kind === "json") return isTokenCount(response.root) ? undefined : response.root;
  return (response.kind === "text" || response.kind === "broken") && isRefused(status) ? response.root : undefined;
}

/** Why a body that must be there was not read. */
export function unreadOf(body: Body): Unread | undefined {
  switch (body.kind) {
    case "broken":
      return body.fault;
    case "text":
    case "binary": {
      const what = body.kind === "text" ? "text" : "binary data";
      return { kind: "unexpected-character", message: `A recorded body is ${what}, not JSON or a stream of events`, at: body.root.range };
    }
    case "withheld":
      return "withheld";
    case "json":
    case "absent":
      return undefined;
  }
}

/** Whether a method sends no body that could be a conversation. */
function isLook(method: string | undefined): boolean {
  return method !== undefined && /^(?:GET|HEAD|OPTIONS|DELETE)$/i.test(method);
}

function isRefused(status: number | undefined): boolean {
  return status !== undefined && status >= 400;
}

function documentsOf(body: Body): readonly JsonDocument[] {
  return body.kind === "json" ? body.documents : [];
}

import { composeArray, composeObject } from "../../json/composed.js";
import type { JsonNode } from "../../json/node.js";
import { type Body, readBody, withoutClass } from "./body.js";
import { decodedBody, type Envelope, type Opened, statusOf, urlOf } from "./envelope.js";
import { openExchange, unreadOf } from "./exchange.js";
import { isHttpMessage, readHttpMessage, readMessage } from "./http-message.js";
import { isTextCompletion } from "./other-traffic.js";
import { isTokenCount } from "./token-count.js";

/** Names under which recorders keep what was sent and what came back, most telling first (wire formats 1.2). */
const certain = [
  ["request", "response"],
  ["request_body", "response_body"],
  ["requestBody", "responseBody"],
  // Cloudflare's AI Gateway, in Logpush and in its API; OpenPipe.
  ["RequestBody", "ResponseBody"],
  ["request_head", "response_head"],
  ["reqPayload", "respPayload"],
  ["request_data", "response_data"],
  ["http.request.body", "http.response.body"],
  ["req", "res"],
  ["body", "response"],
  ["kwargs", "response"],
] as const;

/** Names that formats use for other things as well. */
const weak = [
  ["input", "output"],
  ["inputs", "outputs"],
  ["params", "result"],
  ["prompt", "completion"],
] as const;

/** Names that loggers make up, which mean such a pair only together. */
const loose = [
  ["payload", "response"],
  ["params", "response"],
  ["options", "response"],
  ["input", "response"],
  ["input", "result"],
  ["request", "completion"],
  ["request", "result"],
  ["request", "output"],
  ["request", "reply"],
  ["request", "chunks"],
  ["request", "events"],
  ["req", "resp"],
  // Eval fixtures: what the model is to answer is judged like an answer.
  ["input", "expected"],
  ["input", "expected_output"],
  ["input", "expectedOutput"],
  ["inputs", "reference_outputs"],
] as const;

/** Requests beside their responses. */
export const pairs: readonly Envelope[] = [
  ...certain.map(([request, response]): Envelope => ({ key: request, open: (node) => openPair(node, request, response) })),
  { key: "response", open: openMessagesPair },
  { key: "body", open: openMessageAlone },
];

/** One HTTP message by itself: an answer with its status and headers, or a request with its method and URL. */
function openMessageAlone(node: JsonNode): Opened | undefined {
  if (node.get("headers") === undefined) return undefined;
  const status = statusOf(node);
  const method = node.get("method")?.string();
  const url = urlOf(node);
  if (status === undefined && (method === undefined || url === undefined)) return undefined;
  const absent: Body = { kind: "absent" };
  const message = readHttpMessage(node);
  const [request, response] = status === undefined ? [message, absent] : [absent, message];
  return openExchange({ request, response, method, url, status, at: node });
}

/** Inputs beside outputs: exports of observability tools, rows of data sets. */
export const weakPairs: readonly Envelope[] = [
  ...loose.map(([input, output]): Envelope => ({ key: output, open: (node) => openWeakPair(node, input, output) })),
  { key: "inputs", open: (node) => (node.get("output") === undefined ? undefined : openWeakPair(node, "inputs", "output")) },
  ...weak.map(([input, output]): Envelope => ({ key: input, open: (node) => openWeakPair(node, input, output) })),
];

function openPair(node: JsonNode, requestKey: string, responseKey: string): Opened | undefined {
  const request = classless(node.get(requestKey));
  const response = classless(node.get(responseKey));
  if (request === undefined) return undefined;
  // A step of the AI SDK keeps both beside its own content.
  if (node.get("finishReason") !== undefined || node.get("steps") !== undefined) return undefined;
  const isHttp = isHttpMessage(request) || (response !== undefined && isHttpMessage(response));
  const url = urlOf(node) ?? urlOf(request);
  const isTransfer = isHttp || (url !== undefined && /^(?:https?|wss?):\/\//i.test(url));
  if ((response === undefined && url === undefined) || (request.kind === "null" && !isTransfer)) return undefined;
  const sent = readMessage(request);
  const received = readMessage(response);
  const status = statusOf(node) ?? (response && statusOf(response));
  // Beside a URL a request may be anything, an upload or nothing.
  if (isHttp || (isTransfer && sent.kind !== "json" && sent.kind !== "withheld" && sent.kind !== "broken")) {
    const method = (request.get("method") ?? node.get("method"))?.string();
    return openExchange({ request: sent, response: received, method, url, status, at: node });
  }
  if (sent.kind === "withheld") return url !== undefined || received.kind === "withheld" ? { layers: [], unresolvable: 1 } : undefined;
  if (sent.kind === "broken") return { layers: [], faults: [sent.fault] };
  if (sent.kind !== "json" || (sent.root.kind !== "object" && sent.root.kind !== "array")) return undefined;
  const answer = answerOf(received);
  if (isTextCompletion(sent.root, answer)) return { layers: [], traffic: 1 };
  const unread = answer === undefined ? unreadOf(received) : undefined;
  const tools = toolsBeside(node, sent.root);
  return {
    layers: [
      {
        body: sent.root,
        ...(answer !== undefined && { response: answer }),
        ...(url !== undefined && { url }),
        ...(status !== undefined && { status }),
        ...(unread !== undefined && { unread }),
        ...(tools !== undefined && { tools }),
        ...(isTransfer && { isTraffic: true }),
        documents: [...documentsOf(sent), ...documentsOf(received)],
      },
    ],
  };
}

/** Keys under which a log keeps what a provider answered, beside a question in words of its own. */
const answerKeys = [
  ...["response", "raw_response", "rawResponse", "llm_response", "llmResponse", "model_response", "modelResponse", "api_response"],
  ...["completion", "output", "outputs", "result", "answer", "reply", "raw"],
] as const;

/** A provider's answer with nothing beside it that a format reads, but perhaps its tools. */
export const answersAlone: readonly Envelope[] = answerKeys.map((key) => ({
  key,
  open(node) {
    const received = readMessage(node.get(key));
    if (received.kind !== "json" || !isStructure(received.root)) return undefined;
    const tools = toolsBeside(node, received.root);
    return { layers: [{ body: received.root, ...(tools !== undefined && { tools }), documents: received.documents }] };
  },
}));

/** Tools that are outside what was sent or received. */
function toolsBeside(node: JsonNode, inner: JsonNode): JsonNode | undefined {
  if (inner.kind !== "object" || inner.get("tools") !== undefined) return undefined;
  const tools = toolsIn([node, ...settingsOf(node)]);
  return tools?.kind === "object" || tools?.first()?.kind === "object" ? tools : undefined;
}

function classless(node: JsonNode | undefined): JsonNode | undefined {
  return node && withoutClass(node);
}

/** The request itself, with what came back among its keys: `{messages, …, response}`. */
function openMessagesPair(node: JsonNode): Opened | undefined {
  const messages = node.get("messages");
  const response = readBody(node.get("response"));
  if (messages === undefined || (messages.kind !== "array" && messages.kind !== "string")) return undefined;
  if (response.kind === "broken") return { layers: [{ body: without(node, "response"), unread: response.fault }] };
  const tools = node.get("tools") === undefined ? toolsIn(settingsOf(node)) : undefined;
  const body = tools === undefined ? node : composeObject([...membersOf(node), ["tools", tools]], node);
  // What failed was not answered.
  if (response.kind !== "json" || !isStructure(response.root)) return tools === undefined ? undefined : { layers: [{ body }] };
  const url = urlOf(node);
  return { layers: [{ body, response: response.root, ...(url !== undefined && { url }), documents: response.documents }] };
}

function openWeakPair(node: JsonNode, inputKey: string, outputKey: string): Opened | undefined {
  const input = node.get(inputKey);
  if (input === undefined || node.get("jsonrpc") !== undefined) return undefined;
  const output = node.get(outputKey);
  const sent = readMessage(input);
  const received = readMessage(output);
  if (sent.kind !== "json" && sent.kind !== "text") return undefined;
  const isWhole = sent.kind === "json" && isStructure(sent.root);
  // A question alone may be beside a provider's whole answer.
  if (!isWhole && (received.kind !== "json" || !isStructure(received.root))) return undefined;
  const body = sent.root.kind === "array" ? withStated(sent.root, node) : sent.root;
  const isRow = inputKey === "prompt";
  const answer = received.kind === "text" && !isRow ? received.root : answerOf(received);
  const tools = isRow ? undefined : toolsBeside(node, body);
  return {
    layers: [
      {
        body,
        ...(answer !== undefined && { response: answer }),
        ...(isRow && { dataset: true }),
        ...(tools !== undefined && { tools }),
        ...(received.kind === "broken" && { unread: received.fault }),
        documents: [...documentsOf(sent), ...documentsOf(received)],
      },
    ],
  };
}

function isStructure({ kind }: JsonNode): boolean {
  return kind === "object" || kind === "array";
}

/** Where exports keep what else was sent. */
const settings = [
  "model_parameters",
  "modelParameters",
  "invocation_params",
  "optional_params",
  "parameters",
  "metadata",
  "kwargs",
  "config",
  "proxy_server_request",
] as const;

/** A list of messages as the request that it was sent in, where tools are beside it. */
export function withStated(list: JsonNode, node: JsonNode): JsonNode {
  const places = [node, ...settingsOf(node)];
  const tools = toolsIn(places);
  const functions = tools === undefined ? firstOf(places, "functions") : undefined;
  if (tools === undefined && functions === undefined) return list;
  return composeObject(
    [
      ["model", firstOf(places, "model")],
      [keyOfList(list), list],
      ["tools", tools],
      ["functions", functions && decodedBody(functions).root],
    ],
    node,
  );
}

function settingsOf(node: JsonNode): readonly JsonNode[] {
  return settings.flatMap((key) => {
    const value = node.get(key);
    return value === undefined ? [] : value.kind === "string" ? decodedBody(value).root : value;
  });
}

function toolsIn(places: readonly JsonNode[]): JsonNode | undefined {
  const tools = firstOf(places, "tools");
  return tools && decodedBody(tools).root;
}

function firstOf(places: readonly JsonNode[], key: string): JsonNode | undefined {
  for (const place of places) {
    const value = place.get(key);
    if (value !== undefined && value.kind !== "null" && value.string() !== "") return value;
  }
  return undefined;
}

/** The key under which the API of these items takes them. */
export function keyOfList(list: JsonNode): string {
  const part = list.first()?.get("parts")?.first();
  // Parts with a type are those of OpenTelemetry's messages.
  if (part !== undefined) return part.get("type") === undefined ? "contents" : "messages";
  // Messages lead: the first item that is none tells.
  return list.items().some((item) => item.get("role") === undefined && item.get("type") !== undefined) ? "input" : "messages";
}

/** The members of an object but one. */
function without(node: JsonNode, key: string): JsonNode {
  return composeObject(
    membersOf(node).filter(([name]) => name !== key),
    node,
  );
}

function membersOf(node: JsonNode): readonly (readonly [string, JsonNode])[] {
  return node.entries().map(({ key, value }) => [key.string() ?? "", value] as const);
}

/** Messages in a row. */
export function joinLists(lists: readonly (JsonNode | undefined)[], place: JsonNode): JsonNode {
  return composeArray(
    lists.flatMap((list) => list?.items() ?? []),
    place,
  );
}

function answerOf(received: Body): JsonNode | undefined {
  if (received.kind === "json") return isTokenCount(received.root) ? undefined : withChoices(received.root);
  return received.kind === "text" ? received.root : undefined;
}

/** A list of choices is what Braintrust keeps of a chat completion. */
function withChoices(answer: JsonNode): JsonNode {
  const first = answer.first();
  const isChoice = first?.get("message")?.kind === "object" && (first.get("finish_reason") ?? first.get("index")) !== undefined;
  return isChoice ? composeObject([["choices", answer]], answer) : answer;
}

function documentsOf(body: Body) {
  return body.kind === "json" ? body.documents : [];
}

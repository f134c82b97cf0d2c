import { composeObject } from "../../json/composed.js";
import type { JsonNode } from "../../json/node.js";
import { type Envelope, type Opened, statusOf } from "./envelope.js";
import { joinOpened, openExchange } from "./exchange.js";
import { readHttpMessage } from "./http-message.js";

/**
 * Exchanges that tools for testing APIs save: the examples of a Postman collection (Postman Collection Format 2.1), the stubs of mountebank
 * (its "imposter" resource). Written from how such files look; neither page was read for it.
 */
export const collections: readonly Envelope[] = [
  { key: "item", open: (node) => (node.get("info") === undefined ? undefined : openItems(node)) },
  { key: "imposters", open: (node) => openImposters(node.get("imposters")) },
  { key: "stubs", open: (node) => (node.get("protocol") === undefined ? undefined : openStubs(node)) },
];

/** Folders in folders: more is a joke on us. */
const maxDepth = 20;

function openItems(folder: JsonNode, depth = 0): Opened | undefined {
  const items = folder.get("item");
  if (items?.kind !== "array" || depth === maxDepth) return undefined;
  return joinOpened(items.items().flatMap((item) => openItems(item, depth + 1) ?? openExamples(item)));
}

/** The answers that were saved, each with the request that it answered; a request alone where none was. */
function openExamples(item: JsonNode): readonly Opened[] {
  const examples = item.get("response")?.items() ?? [];
  if (examples.length === 0) return [openSaved(item.get("request"), undefined, item)];
  return examples.map((example) => openSaved(example.get("originalRequest") ?? item.get("request"), example, example));
}

function openSaved(request: JsonNode | undefined, response: JsonNode | undefined, at: JsonNode): Opened {
  const url = request?.get("url");
  const body = request?.get("body");
  return openExchange({
    request: readHttpMessage(composeObject([["body", body?.get("raw") ?? body]], request ?? at)),
    response: response === undefined ? { kind: "absent" } : readHttpMessage(response),
    method: request?.get("method")?.string(),
    url: (url?.get("raw") ?? url)?.string(),
    status: response && statusOf(response),
    at,
  });
}

function openImposters(list: JsonNode | undefined): Opened | undefined {
  if (list?.first()?.get("protocol") === undefined) return undefined;
  return joinOpened(list.items().flatMap((imposter) => openStubs(imposter) ?? []));
}

/** What a stub must be asked is what was asked when it was recorded. */
function openStubs(imposter: JsonNode): Opened | undefined {
  const stubs = imposter.get("stubs");
  if (stubs?.kind !== "array") return undefined;
  return joinOpened(stubs.items().flatMap(openStub));
}

function openStub(stub: JsonNode): readonly Opened[] {
  const asked = (stub.get("predicates")?.items() ?? []).flatMap(
    (predicate) => predicate.get("deepEquals") ?? predicate.get("equals") ?? [],
  );
  const part = (key: string) => asked.map((each) => each.get(key)).find((each) => each !== undefined);
  const request = readHttpMessage(composeObject([["body", part("body")]], stub));
  return (stub.get("responses")?.items() ?? []).flatMap((answer) => {
    const response = answer.get("is");
    if (response === undefined) return [];
    const sides = { request, response: readHttpMessage(response), status: statusOf(response) };
    return [openExchange({ ...sides, method: part("method")?.string(), url: part("path")?.string(), at: answer })];
  });
}

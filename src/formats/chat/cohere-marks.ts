import type { JsonNode } from "../../json/node.js";
import { KeyNames } from "../../json/seen-words.js";

/** Model names of Cohere's own API. Gateways put a vendor in front, local servers a tag after: those speak other wires. */
const model = /^(?:command(?:-[a-z0-9-]+)?|c4ai-[a-z0-9-]+)$/i;

/** Its v2 endpoint. The compatible one ends in `/chat/completions`. */
const endpoint = /\/v2\/chat\/?(?:[?#]|$)/;

/** Parameters that only its v2 requests have (`V2ChatRequest`, cohere-ai 8.1, read 2026-11). */
export const ownParameters = ["strict_tools", "citation_options", "safety_mode"] as const;

const parameterNames = new KeyNames(ownParameters);

/**
 * What tells a request to Cohere's v2 endpoint from one to OpenAI's, where the messages do not: finishes the sentence "has …".
 *
 * @param url of the recording: a model alone says nothing where the address is another one
 */
export function cohereMark(body: JsonNode, url: string | undefined): string | undefined {
  if (url !== undefined) return endpoint.test(url) ? "the address of Cohere's v2 endpoint" : undefined;
  if (body.kind !== "object") return undefined;
  if (body.mayHaveOneOf?.(parameterNames) !== false && ownParameters.some((key) => body.get(key) !== undefined))
    return "Cohere's own parameters";
  const name = body.get("model")?.string();
  return name !== undefined && model.test(name) ? "a model of Cohere's" : undefined;
}

/** Whether a content part is a document as Cohere's results hold them: `{type: "document", document: {data}}`. */
export function isCohereDocument(part: JsonNode): boolean {
  return part.get("type")?.string() === "document" && part.get("document") !== undefined;
}

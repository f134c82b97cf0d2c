import { composeArray, composeObject, literal } from "../../json/composed.js";
import type { JsonNode } from "../../json/node.js";
import { decodedBody, type Layer } from "./envelope.js";
import { keyOfList } from "./pair.js";

/** One call of a model as tools of observability keep it. */
export interface Generation {
  /** What was sent, as a value or as JSON text. */
  readonly input: JsonNode | undefined;
  readonly output: JsonNode | undefined;
  readonly model: JsonNode | undefined;
  readonly at: JsonNode;
}

/** A call of a model as a request with its answer; nothing where neither was kept. */
export function openGeneration({ input, output, model, at }: Generation): readonly Layer[] {
  const received = output === undefined || output.kind === "null" ? undefined : decodedBody(output);
  // The exporter left the input out: nothing was recorded of it.
  if (input === undefined || input.kind === "null") return received === undefined ? [] : [answerAlone(received, at)];
  const sent = decodedBody(input);
  const layer: Layer = { body: withModel(sent.root, model), documents: [...sent.documents, ...(received?.documents ?? [])], at };
  if (received === undefined) return [layer];
  const answers = generatedMessages(received.root) ?? [received.root];
  return answers.length === 0 ? [layer] : answers.map((response) => ({ ...layer, response }));
}

/** The messages of LangChain's `generations`, a list or a list of lists; `undefined` where there are none such. */
export function generatedMessages(outputs: JsonNode): readonly JsonNode[] | undefined {
  const generations = outputs.get("generations");
  if (generations?.first() === undefined) return undefined;
  const all = generations.items().flatMap((each) => (each.kind === "array" ? each.items() : [each]));
  return all.flatMap((each) => each.get("message") ?? []);
}

function answerAlone({ root, documents }: Decoded, node: JsonNode): Layer {
  const isText = root.kind !== "object" && root.kind !== "array";
  return { body: isText ? message("assistant", root) : root, documents, at: node };
}

type Decoded = ReturnType<typeof decodedBody>;

/** The input as a request: a list of messages, or an object around one; a prompt of text is a word of the user's. */
function withModel(input: JsonNode, model: JsonNode | undefined): JsonNode {
  const known = model?.kind === "string" ? model : undefined;
  switch (input.kind) {
    case "array":
      return known === undefined ? input : request(input, known, input);
    case "object": {
      if (input.get("messages") === undefined) return input;
      const model = input.get("model") === undefined ? known : undefined;
      if (model === undefined && !isEmptyList(input.get("tools"))) return input;
      return composeObject([...told(input), ["model", input.get("model") ?? model]], input);
    }
    default:
      return request(composeArray([message("user", input)], input), known, input);
  }
}

function message(role: string, text: JsonNode): JsonNode {
  return composeObject(
    [
      ["role", literal(role, text)],
      ["content", text],
    ],
    text,
  );
}

/**
 * The members of an input as the exporter knew them. It writes an empty list of tools where it saw none; no endpoint takes one, so the
 * request had no such list.
 */
function told(input: JsonNode): readonly (readonly [string, JsonNode])[] {
  return input.entries().flatMap(({ key, value }) => {
    const name = key.string() ?? "";
    return name === "model" || (name === "tools" && isEmptyList(value)) ? [] : [[name, value] as const];
  });
}

function isEmptyList(node: JsonNode | undefined): boolean {
  return node?.kind === "array" && node.first() === undefined;
}

function request(messages: JsonNode, model: JsonNode | undefined, place: JsonNode): JsonNode {
  return composeObject(
    [
      [keyOfList(messages), messages],
      ["model", model],
    ],
    place,
  );
}

import { composeArray, composeObject, literal } from "../../json/composed.js";
import type { JsonNode } from "../../json/node.js";
import { decoded } from "../decoded.js";
import { decodedBody, type Layer } from "./envelope.js";
import { keyOfList } from "./pair.js";

/** One call of a model as tools of observability keep it. */
export interface Generation {
  /** What was sent, as a value or as JSON text. */
  readonly input: JsonNode | undefined;
  readonly output: JsonNode | undefined;
  readonly model: JsonNode | undefined;
  /** Declarations that are kept beside the input: a list, whose items may be JSON text. */
  readonly tools?: JsonNode | undefined;
  readonly at: JsonNode;
}

/** A call of a model as a request with its answer; nothing where neither was kept. */
export function openGeneration({ input, output, model, tools, at }: Generation): readonly Layer[] {
  const received = output === undefined || output.kind === "null" ? undefined : decodedBody(output);
  // The exporter left the input out: nothing was recorded of it.
  if (input === undefined || input.kind === "null") return received === undefined ? [] : [answerAlone(received, at)];
  const sent = decodedBody(input);
  const layer: Layer = {
    body: requestOf(sent.root, { model, tools: tools && declarationsIn(tools) }),
    documents: [...sent.documents, ...(received?.documents ?? [])],
    at,
  };
  if (received === undefined) return [layer];
  const answers = generatedMessages(received.root) ?? [choiceIn(received.root)];
  return answers.length === 0 ? [layer] : answers.map((response) => ({ ...layer, response }));
}

/** The messages of LangChain's `generations`, a list or a list of lists; `undefined` where there are none such. */
export function generatedMessages(outputs: JsonNode): readonly JsonNode[] | undefined {
  const generations = outputs.get("generations");
  if (generations?.first() === undefined) return undefined;
  const all = generations.items().flatMap((each) => (each.kind === "array" ? each.items() : [each]));
  return all.flatMap((each) => each.get("message") ?? []);
}

/** A choice alone, as OpenTelemetry's older events and Logfire keep it: its message may be JSON text. Answers of Ollama and Cohere are whole with a message. */
function choiceIn(answer: JsonNode): JsonNode {
  const message = decoded(answer.get("message"));
  const isWhole = answer.get("done") !== undefined || /^[A-Z]/.test(answer.get("finish_reason")?.string() ?? "");
  if (message?.get("role") === undefined || isWhole) return answer;
  const choice = composeObject(
    [
      ["message", message],
      ["finish_reason", answer.get("finish_reason")],
    ],
    answer,
  );
  return composeObject([["choices", composeArray([choice], answer)]], answer);
}

function answerAlone({ root, documents }: Decoded, node: JsonNode): Layer {
  const isText = root.kind !== "object" && root.kind !== "array";
  return { body: isText ? message("assistant", root) : root, documents, at: node };
}

type Decoded = ReturnType<typeof decodedBody>;

/** What is kept beside an input. */
interface Stated {
  readonly model: JsonNode | undefined;
  readonly tools: JsonNode | undefined;
}

/** The input as a request: a list of messages, or an object around one; a prompt of text is a word of the user's. */
function requestOf(input: JsonNode, { model, tools }: Stated): JsonNode {
  const known = model?.kind === "string" ? model : undefined;
  switch (input.kind) {
    case "array": {
      const { messages, declared } = withoutDeclarations(input);
      return request(messages, { model: known, tools: declared ?? tools }, input);
    }
    case "object": {
      if (input.get("messages") === undefined) return input;
      const model = input.get("model") === undefined ? known : undefined;
      const own = input.get("tools");
      if (model === undefined && tools === undefined && !isEmptyList(own)) return input;
      const given = own === undefined || isEmptyList(own) ? tools : undefined;
      return composeObject([...told(input), ["model", input.get("model") ?? model], ["tools", given]], input);
    }
    default:
      return request(composeArray([message("user", input)], input), { model: known, tools }, input);
  }
}

/** Langfuse's handler for LangChain adds each declaration to the messages, as the content of one of role tool (langfuse-python, `langchain/CallbackHandler.py`). */
function withoutDeclarations(list: JsonNode): { readonly messages: JsonNode; readonly declared: JsonNode | undefined } {
  const declared = list.items().flatMap((item) => declarationIn(item) ?? []);
  if (declared.length === 0) return { messages: list, declared: undefined };
  const messages = list.items().filter((item) => declarationIn(item) === undefined);
  return { messages: composeArray(messages, list), declared: composeArray(declared, declared[0] ?? list) };
}

function declarationIn(message: JsonNode): JsonNode | undefined {
  const content =
    message.get("role")?.string() === "tool" && message.get("tool_call_id") === undefined ? message.get("content") : undefined;
  if (content?.kind !== "object") return undefined;
  const isDeclaration = content.get("function")?.get("name") ?? content.get("input_schema") ?? content.get("parameters");
  return isDeclaration === undefined ? undefined : content;
}

function declarationsIn(tools: JsonNode): JsonNode | undefined {
  const { root } = decodedBody(tools);
  if (root.kind !== "array" || root.first() === undefined) return undefined;
  return root.first()?.kind === "string"
    ? composeArray(
        root.items().map((tool) => decodedBody(tool).root),
        root,
      )
    : root;
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

function request(messages: JsonNode, { model, tools }: Stated, place: JsonNode): JsonNode {
  if (model === undefined && tools === undefined) return messages;
  return composeObject(
    [
      [keyOfList(messages), messages],
      ["model", model],
      ["tools", tools],
    ],
    place,
  );
}

import { composeArray, composeObject, literal } from "../../json/composed.js";
import type { JsonNode } from "../../json/node.js";
import { decoded } from "../decoded.js";
import { type Attributes, objectOf } from "../telemetry/attributes.js";
import type { SpanEvent } from "../telemetry/spans.js";
import { unflatten } from "../telemetry/unflatten.js";

/** A conversation as older conventions keep it: messages in OpenAI's shape, and one answer for each choice. */
export interface OlderMessages {
  readonly history: readonly JsonNode[];
  readonly answers: readonly OlderAnswer[];
}

export interface OlderAnswer {
  readonly message: JsonNode;
  readonly finish: JsonNode | undefined;
}

/** Events of the conventions up to 1.36, and the role of the message in each (OpenTelemetry, "Semantic conventions for generative AI events"). */
const messageEvents: ReadonlyMap<string, string> = new Map([
  ["gen_ai.system.message", "system"],
  ["gen_ai.user.message", "user"],
  ["gen_ai.assistant.message", "assistant"],
  ["gen_ai.tool.message", "tool"],
]);

const choiceEvent = "gen_ai.choice";

/** Whether an event tells a message or a choice. */
export function isMessageEvent({ name }: SpanEvent): boolean {
  return name === choiceEvent || messageEvents.has(name);
}

/** The messages that events tell, in order. */
export function fromEvents(events: readonly SpanEvent[]): OlderMessages {
  const history: JsonNode[] = [];
  const answers: OlderAnswer[] = [];
  for (const event of events) {
    const body = bodyOf(event);
    const role = messageEvents.get(event.name);
    if (role !== undefined) {
      history.push(messageOf(body, role));
    } else if (event.name === choiceEvent) {
      const message = body.get("message");
      answers.push({ message: message === undefined ? body : messageOf(decoded(message), "assistant"), finish: body.get("finish_reason") });
    }
  }
  return { history, answers };
}

/** The events that Pydantic AI and Logfire keep in one attribute, as a list of objects with `event.name`. */
export function eventsInList(list: JsonNode): readonly SpanEvent[] {
  return list.items().flatMap((at): readonly SpanEvent[] => {
    const name = at.get("event.name")?.string();
    return name === undefined ? [] : [{ at, name, attributes: new Map(), body: at }];
  });
}

/** Messages that are in attributes with numbers, `gen_ai.prompt.0.content` and `gen_ai.completion.0.tool_calls.0.name` (OpenLLMetry). */
export function fromIndexed(attributes: Attributes): OlderMessages | undefined {
  const prompt = unflatten(attributes, "gen_ai.prompt");
  const completion = unflatten(attributes, "gen_ai.completion");
  if (prompt?.kind !== "array" && completion?.kind !== "array") return undefined;
  return {
    history: prompt?.items() ?? [],
    answers: (completion?.items() ?? []).map((message) => ({ message, finish: message.get("finish_reason") })),
  };
}

/** Declarations of the same kind: `llm.request.functions.0.name`, `.description`, and the schema under one of several names. */
export function indexedFunctions(attributes: Attributes): JsonNode | undefined {
  const list = unflatten(attributes, "llm.request.functions");
  if (list?.kind !== "array") return undefined;
  const tools = list.items().map((tool) => {
    const schema = tool.get("parameters") ?? tool.get("input_schema") ?? tool.get("arguments");
    return composeObject(
      [
        ["name", tool.get("name")],
        ["description", tool.get("description")],
        ["parameters", schema && decoded(schema)],
      ],
      tool,
    );
  });
  return composeArray(tools, list);
}

/** The body of an event: of its own, in one attribute as JSON text (Azure), or spread over its attributes. */
function bodyOf({ body, attributes, at }: SpanEvent): JsonNode {
  if (body?.kind === "object") return body;
  const content = attributes.get("gen_ai.event.content");
  const inner = content ?? body;
  const value = inner === undefined ? undefined : decoded(inner);
  return value?.kind === "object" ? value : objectOf(attributes, at);
}

function messageOf(body: JsonNode, role: string): JsonNode {
  const own = body.get("role");
  const callId = role === "tool" ? (body.get("tool_call_id") ?? body.get("id")) : undefined;
  return composeObject(
    [
      ["role", own?.kind === "string" ? own : literal(role, body)],
      ["content", body.get("content")],
      ["tool_calls", body.get("tool_calls")],
      ["tool_call_id", callId],
      ["name", body.get("name")],
    ],
    body,
  );
}

import { composeObject, joinText } from "../../json/composed.js";
import type { JsonNode } from "../../json/node.js";
import type { Anomaly } from "../../model/conversation.js";
import { given } from "../google/field.js";

/** The event in an item of a stream: `{event?, data}`, where `data` may be JSON text, or the bare event. */
export function eventIn(item: JsonNode): JsonNode {
  const data = item.get("data");
  const nested = data?.kind === "string" ? data.nested() : undefined;
  return nested?.kind === "json" ? nested.document.root : data?.kind === "object" ? data : item;
}

/** Whether a value is an event of an interaction's stream. */
export function isInteractionEvent(node: JsonNode | undefined): boolean {
  const type = node?.kind === "object" ? eventTypeOf(eventIn(node)) : undefined;
  return type !== undefined && /^(?:interaction|step|content)\./.test(type);
}

/** `step.stop` was seen with its type under `type` as well. */
function eventTypeOf(event: JsonNode): string | undefined {
  return given(event, "event_type", "eventType")?.string();
}

/** An interaction put together from its events. */
export interface StreamedInteraction {
  readonly steps: readonly JsonNode[];
  /** The interaction as the last event has it: its status, its model. */
  readonly interaction: JsonNode | undefined;
  /** The step that the stream stopped in. */
  readonly cut: JsonNode | undefined;
  readonly error: JsonNode | undefined;
  readonly anomalies: readonly Anomaly[];
}

interface OpenStep {
  readonly step: JsonNode;
  readonly texts: JsonNode[];
  readonly inputs: JsonNode[];
  isClosed: boolean;
}

/** Puts the events of one interaction together (Interactions API, "Streaming interactions", ai.google.dev, read 2026-11). */
export function readInteractionStream(list: JsonNode): StreamedInteraction {
  const steps = new Map<number, OpenStep>();
  let interaction: JsonNode | undefined;
  let error: JsonNode | undefined;
  let isComplete = false;
  let last = list;
  for (const item of list.items()) {
    const event = eventIn(item);
    const type = eventTypeOf(event);
    const index = given(event, "index")?.number() ?? steps.size - 1;
    if (type !== undefined) last = item;
    interaction = given(event, "interaction") ?? interaction;
    if (type === "interaction.completed" || type === "interaction.complete") isComplete = true;
    else if (type === "error" || given(event, "error") !== undefined) error ??= event;
    else if (type === "step.start" || type === "content.start") begin(steps, index, given(event, "step", "content"));
    else if (type === "step.delta" || type === "content.delta") add(steps, index, given(event, "delta"));
    else if (type === "step.stop" || type === "content.stop") {
      const open = steps.get(index);
      if (open !== undefined) open.isClosed = true;
    }
  }
  const opened = [...steps].sort(([one], [other]) => one - other).map(([, step]) => step);
  const whole = given(interaction, "steps", "outputs");
  const assembled = whole?.first() === undefined ? opened.map(assemble) : whole.items();
  const isCut = !isComplete && opened.at(-1)?.isClosed === false;
  return {
    steps: assembled,
    interaction,
    cut: isCut ? assembled.at(-1) : undefined,
    error,
    anomalies: isComplete || error !== undefined ? [] : [cutOff(last)],
  };
}

function cutOff(at: JsonNode): Anomaly {
  return {
    rule: "incomplete-stream",
    at,
    message: "The stream ends before the interaction does: no interaction.completed came",
    hint: "The connection or the recorder stopped early: do not run the calls of this answer",
  };
}

function begin(steps: Map<number, OpenStep>, index: number, step: JsonNode | undefined): void {
  const at = steps.has(index) || index < 0 ? steps.size : index;
  if (step !== undefined) steps.set(at, { step, texts: [], inputs: [], isClosed: false });
}

/** A delta of a whole call, as older streams have it, is the step itself. */
function add(steps: Map<number, OpenStep>, index: number, delta: JsonNode | undefined): void {
  const open = steps.get(index);
  const type = given(delta, "type")?.string();
  if (delta === undefined) return;
  if (type === "function_call" || type === "function_result") {
    steps.set(Math.max(index, 0), { step: delta, texts: [], inputs: [], isClosed: true });
    return;
  }
  const input = type === "arguments_delta" ? given(delta, "arguments", "partial_arguments") : undefined;
  const text = given(delta, "text");
  if (input !== undefined) open?.inputs.push(input);
  else if (text !== undefined) open?.texts.push(text);
}

function assemble({ step, texts, inputs }: OpenStep): JsonNode {
  const [input] = inputs;
  const [text] = texts;
  if (input === undefined && text === undefined) return step;
  const kept = step.entries().flatMap(({ key, value }): [string, JsonNode][] => {
    const name = key.string() ?? "";
    return (name === "arguments" && input !== undefined) || (name === "content" && text !== undefined) ? [] : [[name, value]];
  });
  const started = (given(step, "content")?.items() ?? []).flatMap((part) => given(part, "text") ?? []);
  return composeObject(
    [
      ...kept,
      ["arguments", input === undefined ? undefined : joinText(inputs, input)],
      ["content", text === undefined ? undefined : joinText([...started, ...texts], text)],
    ],
    step,
  );
}

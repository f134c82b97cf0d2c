import type { JsonNode } from "../../json/node.js";
import type { Answer } from "../answer.js";
import { given } from "../google/field.js";
import { readRefusal } from "../refusal.js";
import { AnswerDraft, dataOf, foldStream, joinedPieces, type PartDraft, PartDrafts, type StreamWire, withMembers } from "../stream.js";

/** Whether a value is an event of an interaction's stream. */
export function isInteractionEvent(node: JsonNode | undefined): boolean {
  const type = node?.kind === "object" ? eventTypeOf(dataOf(node)) : undefined;
  return type !== undefined && /^(?:interaction|step|content)\./.test(type);
}

/** `step.stop` was seen with its type under `type` as well. */
function eventTypeOf(event: JsonNode): string | undefined {
  return given(event, "event_type", "eventType")?.string();
}

/** An interaction that came back. */
export interface Interaction {
  readonly steps: readonly JsonNode[];
  /** Its own object, in a stream as the last event has it: its status, its model. */
  readonly node: JsonNode | undefined;
  /** The step that the stream stopped in. */
  readonly cut: JsonNode | undefined;
}

/** One interaction while its events come in. */
class InteractionDraft extends AnswerDraft {
  readonly steps = new PartDrafts();
  /** The interaction as the last event has it. */
  interaction: JsonNode | undefined;

  override get isBegun(): boolean {
    return this.interaction !== undefined || this.steps.all.length > 0;
  }
}

const wire: StreamWire<JsonNode, InteractionDraft> = {
  draft: (list) => new InteractionDraft(list, { answer: "interaction", end: "interaction.completed" }),
  eventOf: (data) => (eventTypeOf(data) === undefined && given(data, "error") === undefined ? undefined : data),
  begins: (event, draft) => draft.isEnded && /^interaction\.(?:start|created)/.test(eventTypeOf(event) ?? ""),
  read(event, draft) {
    const index = given(event, "index");
    draft.interaction = given(event, "interaction") ?? draft.interaction;
    switch (eventTypeOf(event)) {
      case "interaction.completed":
      case "interaction.complete":
        draft.end = event;
        break;
      case "step.start":
      case "content.start": {
        const step = given(event, "step", "content");
        // A number that comes again begins another step.
        if (step !== undefined) draft.steps.open(index, step, step);
        break;
      }
      case "step.delta":
      case "content.delta":
        add(given(event, "delta"), index, draft);
        break;
      case "step.stop":
      case "content.stop": {
        const step = draft.steps.get(index);
        if (step !== undefined) step.isClosed = true;
        break;
      }
      default:
        if (eventTypeOf(event) === "error" || given(event, "error") !== undefined) draft.error ??= event;
    }
  },
};

/** A delta of a whole call, as older streams have it, is the step itself. */
function add(delta: JsonNode | undefined, index: JsonNode | undefined, { steps }: InteractionDraft): void {
  if (delta === undefined) return;
  const type = given(delta, "type")?.string();
  if (type === "function_call" || type === "function_result") {
    const known = steps.get(index);
    const step = index !== undefined && known !== undefined && !known.isClosed ? known : steps.open(index, delta, delta);
    step.start = delta;
    step.isClosed = true;
    return;
  }
  const step = steps.get(index);
  const input = type === "arguments_delta" ? given(delta, "arguments", "partial_arguments") : undefined;
  if (input !== undefined) step?.add("arguments", input);
  else step?.add("content", given(delta, "text"));
}

/** Puts the events of the interactions in a list together (Interactions API, "Streaming interactions", ai.google.dev, read 2026-11). */
export function readInteractionStream(list: JsonNode): readonly Answer<Interaction>[] {
  return foldStream(list, wire).map((draft) => {
    const { interaction, steps, end, error, anomalies } = draft;
    const whole = given(interaction, "steps", "outputs");
    const assembled = whole?.first() === undefined ? steps.all.map(assemble) : whole.items();
    const isCut = end === undefined && steps.last?.isClosed === false;
    const body = { steps: assembled, node: interaction, cut: isCut ? assembled.at(-1) : undefined };
    return { body, refusal: error && readRefusal(error, undefined), anomalies };
  });
}

function assemble(part: PartDraft): JsonNode {
  const step = part.start ?? part.at;
  const input = part.text("arguments");
  const texts = part.pieces("content");
  const started = (given(step, "content")?.items() ?? []).flatMap((each) => given(each, "text") ?? []);
  const replaced: (readonly [string, JsonNode | undefined])[] = [];
  if (input !== undefined) replaced.push(["arguments", input]);
  if (texts.length > 0) replaced.push(["content", joinedPieces([...started, ...texts])]);
  return replaced.length === 0 ? step : withMembers(step, replaced);
}

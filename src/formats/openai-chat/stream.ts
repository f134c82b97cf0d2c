import { composeArray, composeObject } from "../../json/composed.js";
import type { JsonNode } from "../../json/node.js";
import type { Anomaly } from "../../model/conversation.js";
import { mustBeKind } from "../shape-faults.js";
import { AnswerDraft, foldStream, type StreamWire } from "../stream.js";
import { ChoiceDraft, isSaid, said } from "./stream-choice.js";

/** A recorded stream, put together. */
export interface AssembledStream {
  /** What the endpoint would have answered without streaming: `{model, choices: [{message, finish_reason}]}`, each leaf at its event. */
  readonly response: JsonNode;
  /** The event that broke the stream off with an error. */
  readonly error: JsonNode | undefined;
  /** Choices, by position, that neither a finish reason nor the end of the stream closes: their last call may be cut. */
  readonly open: ReadonlySet<number>;
  readonly anomalies: readonly Anomaly[];
}

/** Whether a value is a list of stream events: `{event?, data}`, bare chunks, or the terminator. */
export function isChatStream(node: JsonNode): boolean {
  const first = node.first();
  if (first === undefined) return false;
  if (first.kind === "string") return first.string()?.trim() === "[DONE]" || first.nested()?.kind === "json";
  return first.get("role") === undefined && (first.get("data") ?? first.get("choices") ?? first.get("error")) !== undefined;
}

/** One response while its chunks come in. */
class ChunksDraft extends AnswerDraft {
  readonly choices = new Map<number, ChoiceDraft>();
  id: string | undefined;
  model: JsonNode | undefined;
  /** The stream and what came of it in one recording: the finished answer wins. */
  whole: JsonNode | undefined;
  hasChoices = false;
  #hasEvents = false;

  override get isBegun(): boolean {
    return this.#hasEvents;
  }

  override get isEnded(): boolean {
    return this.isDone || this.whole !== undefined || this.isFinished || (this.hasChoices && this.choices.size === 0);
  }

  /** Every choice that began has its finish reason. */
  get isFinished(): boolean {
    return this.choices.size > 0 && [...this.choices.values()].every(({ finish }) => finish !== undefined);
  }

  add(chunk: JsonNode): void {
    this.#hasEvents = true;
    this.opening ??= chunk;
    if (isSaid(chunk.get("error"))) this.error ??= chunk;
    this.id ??= chunk.get("id")?.string() || undefined;
    this.model ??= said(chunk.get("model"));
    const choices = chunk.get("choices");
    if (choices === undefined) return;
    this.hasChoices = true;
    if (choices.first()?.get("delta") === undefined && chunk.get("object")?.string() === "chat.completion") {
      this.whole = chunk;
      return;
    }
    for (const choice of choices.items()) {
      const index = choice.get("index")?.number() ?? 0;
      const draft = this.choices.get(index) ?? new ChoiceDraft(choice);
      this.choices.set(index, draft);
      draft.add(choice);
    }
  }
}

const wire: StreamWire<JsonNode, ChunksDraft> = {
  draft: (list) => new ChunksDraft(list, { answer: "answer", end: "finish reason and no [DONE]" }),
  eventOf: (data) => data,
  /** This one has ended, and the chunk brings choices, under another id if no terminator came. */
  begins(chunk, draft) {
    if (!draft.isDone && !draft.isFinished) return false;
    if (chunk.get("choices")?.first() === undefined) return false;
    const id = chunk.get("id")?.string() ?? "";
    return draft.isDone || (id !== "" && draft.id !== undefined && id !== draft.id);
  },
  read(chunk, draft) {
    if (chunk.kind === "object") draft.add(chunk);
    else draft.contradict(chunk, mustBeKind("An event of the stream", "a chunk", chunk));
  },
};

/**
 * Assembles the events of recorded `chat.completion.chunk` streams (OpenAI API reference, "The chat completion chunk object",
 * read 2026-11; the servers that copy it differ in what they repeat, see the comments).
 *
 * @returns one stream for each response that the list holds, in order
 */
export function assembleStreams(list: JsonNode): readonly AssembledStream[] {
  return foldStream(list, wire).map(finish);
}

/** The finished answer that some recorders keep beside the chunks repeats what they brought. */
function compareFinished(draft: ChunksDraft): void {
  for (const finished of draft.whole?.get("choices")?.items() ?? []) {
    const streamed =
      draft.choices
        .get(finished.get("index")?.number() ?? 0)
        ?.compose()
        .get("message")
        ?.get("tool_calls")
        ?.items() ?? [];
    for (const [position, call] of (finished.get("message")?.get("tool_calls")?.items() ?? []).entries()) {
      draft.compare(argumentsOf(streamed[position]), argumentsOf(call), "arguments of a call");
    }
  }
}

function argumentsOf(call: JsonNode | undefined): JsonNode | undefined {
  return call?.get("function")?.get("arguments");
}

function finish(draft: ChunksDraft): AssembledStream {
  compareFinished(draft);
  const { whole, error, anomalies, at } = draft;
  if (whole !== undefined) return { response: whole, error, open: new Set(), anomalies };
  const drafts = [...draft.choices].sort(([one], [other]) => one - other).map(([, choice]) => choice);
  const open = new Set(draft.isDone ? [] : drafts.flatMap((choice, position) => (choice.finish === undefined ? [position] : [])));
  const choices = composeArray(
    drafts.map((choice) => choice.compose()),
    at,
  );
  const response = [
    ["model", draft.model],
    ["choices", choices],
  ] as const;
  return { response: composeObject(response, at), error, open, anomalies: [...anomalies, ...withoutChoices(draft)] };
}

function withoutChoices({ hasChoices, error, isDone, at }: ChunksDraft): readonly Anomaly[] {
  if (hasChoices || error !== undefined || !isDone) return [];
  return [{ rule: "incomplete-stream", at, message: "The stream holds no choices" }];
}

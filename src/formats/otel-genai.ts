import type { JsonNode } from "../json/node.js";
import type { AdaptedConversation } from "../model/conversation.js";
import { ConversationDraft } from "./conversation-draft.js";
import { asMessage, type Detection, type Format, noMatch, type RecordingInput } from "./format.js";
import { type BareMessages, bareMessages } from "./otel-genai/bare-messages.js";
import { eventsInList, fromEvents, fromIndexed, indexedFunctions, isMessageEvent, type OlderMessages } from "./otel-genai/events.js";
import { readGenaiMessages } from "./otel-genai/parts.js";
import { toolRunOf } from "./otel-genai/tool-runs.js";
import { withoutRepeated } from "./repeated-history.js";
import { type Attributes, firstOf } from "./telemetry/attributes.js";
import { readChatMessages } from "./telemetry/chat-messages.js";
import { recordedSpan, spanFinishReasons } from "./telemetry/finish.js";
import { wholeSpanValues } from "./telemetry/span-values.js";
import { exportKeys, isSpan, spanKeys, spansIn, type TraceSpan, traceOf } from "./telemetry/spans.js";
import { listInText } from "./telemetry/texts.js";
import { readToolSpans } from "./telemetry/tool-spans.js";
import { oneKeyOf, wordsNeeded } from "./words-needed.js";

/**
 * Traces and logs of generative AI as OpenTelemetry's conventions have it: messages in attributes (structured or as JSON text), in events
 * of older conventions, or in the numbered attributes of OpenLLMetry; exported as OTLP JSON or as flat maps.
 *
 * Each call of a model repeats its history: of the spans of an export those are read that no later one repeats.
 *
 * Source: OpenTelemetry, semantic conventions for generative AI (open-telemetry/semantic-conventions-genai, schemas of
 * gen_ai.input.messages, gen_ai.output.messages and gen_ai.tool.definitions), read 2026-11.
 */
export const otelGenai: Format = {
  id: "otel-genai",
  title: "OpenTelemetry GenAI",
  carries: ["calls", "results", "declarations", "finish reasons", "tool spans", "hosted tools"],
  source: "OpenTelemetry semantic conventions for generative AI (read 2026-11)",
  profile: "telemetry",
  rootKeys: [...[...exportKeys, "messages", "role", "parts"].flatMap((key) => [key, `[].${key}`])],
  marks: ["parts"],
  needs: wordsNeeded([oneKeyOf(...spanKeys)], [oneKeyOf("parts")]),
  detect,
  adapt,
};

function detect(recording: RecordingInput): Detection {
  const { body, response, url } = recording;
  if (url === undefined && bareMessages(recording) !== undefined) {
    const isMessage = response === undefined && body.kind === "object" && body.get("messages") === undefined;
    return { match: "certain", because: "has messages whose parts have a type and content", ...(isMessage && { unit: "message" }) };
  }
  if (response !== undefined) return noMatch;
  let found: Detection = noMatch;
  for (const span of spansIn(body)) {
    const mark = markOf(span);
    if (mark === "content") {
      found = { match: "certain", because: "has gen_ai attributes" };
      break;
    }
    if (mark === "span" && found.match === "none") found = { match: "possible", because: "has spans of OpenTelemetry" };
  }
  return found.match !== "none" && body.kind === "object" ? asMessage(found) : found;
}

/** What a span says of itself: conversations of ours, or that it is a span. OpenInference names a few things as we do. */
function markOf(span: TraceSpan): "content" | "span" | undefined {
  const keys = [...span.attributes.keys()];
  const isOther = keys.some((key) => key.startsWith("llm.input_messages") || key.startsWith("llm.output_messages"));
  const isOurs = keys.some((key) => key.startsWith("gen_ai.")) || span.events.some(({ name }) => name.startsWith("gen_ai."));
  if (isOurs && !isOther && !saysItElsewhere(span, keys)) return "content";
  return isSpan(span) ? "span" : undefined;
}

/** A span with our attributes whose messages are kept whole in those of another: an envelope finds them. */
function saysItElsewhere({ attributes, events }: TraceSpan, keys: readonly string[]): boolean {
  const isTold = keys.some((key) => /^gen_ai\.(?:(?:in|out)put\.messages$|prompt\.|completion\.|tool\.)/.test(key));
  return !isTold && !events.some(isMessageEvent) && wholeSpanValues(attributes) !== undefined;
}

function adapt(recording: RecordingInput): readonly AdaptedConversation[] {
  const bare = bareMessages(recording);
  if (bare !== undefined) return [readBare(bare, recording)];
  const spans = [...spansIn(recording.body)];
  const talks = withoutRepeated(
    joinEvents(spans).flatMap((span) => readSpan(span, recording)),
    ({ at }) => traceOf(at),
  );
  const told = talks.some(({ messages }) => messages.some(({ parts }) => parts.some(({ kind }) => kind === "call")));
  const tools = told ? [] : readToolSpans(spans, recording, "otel-genai", toolRunOf);
  const found = [...talks, ...tools];
  if (found.length > 0) return found;
  return [recordedSpan(new ConversationDraft(), recording, { format: "otel-genai", at: recording.at })];
}

function readBare({ input, output, tools, model }: BareMessages, recording: RecordingInput): AdaptedConversation {
  const draft = new ConversationDraft();
  readGenaiMessages(input, draft, false);
  readGenaiMessages(output, draft, true);
  return recordedSpan(draft, recording, { format: "otel-genai", at: recording.at, tools: tools === undefined ? [] : [tools], model });
}

/**
 * Log records tell the messages of their span one by one: what belongs to one span is read as one, up to its answer. Logs without spans
 * are told apart by their answers alone.
 */
function joinEvents(spans: readonly TraceSpan[]): readonly TraceSpan[] {
  const joined: TraceSpan[] = [];
  const open = new Map<string, number>();
  for (const span of spans) {
    if (!span.events.some(isMessageEvent)) {
      joined.push(span);
      continue;
    }
    const key = `${span.trace} ${span.id}`;
    const position = open.get(key);
    const known = position === undefined ? undefined : joined[position];
    if (position === undefined || known === undefined || (isAnswered(known) && !isAnswered(span))) {
      open.set(key, joined.length);
      joined.push(span);
    } else {
      joined[position] = { ...known, events: [...known.events, ...span.events] };
    }
  }
  return joined;
}

function isAnswered({ events }: TraceSpan): boolean {
  return events.at(-1)?.name === "gen_ai.choice";
}

/** The conversation that a span tells, one for each choice of the answer; none where it tells no messages. */
function readSpan(span: TraceSpan, recording: RecordingInput): readonly AdaptedConversation[] {
  const holders = [span.attributes, ...span.events.map(({ attributes }) => attributes)];
  const held = holders.find((attributes) => hasMessages(attributes));
  if (held !== undefined) return readConventional(held, span, recording);
  const older = olderMessages(span);
  return older === undefined ? [] : readOlder(older, span, recording);
}

function hasMessages(attributes: Attributes): boolean {
  return firstOf(attributes, "gen_ai.input.messages", "gen_ai.output.messages") !== undefined;
}

function readConventional(attributes: Attributes, span: TraceSpan, recording: RecordingInput): readonly AdaptedConversation[] {
  const draft = new ConversationDraft();
  const report = (anomaly: (typeof draft.anomalies)[number]) => draft.anomalies.push(anomaly);
  const input = listInText(attributes.get("gen_ai.input.messages"), "gen_ai.input.messages", report);
  const output = listInText(attributes.get("gen_ai.output.messages"), "gen_ai.output.messages", report);
  const definitions = listInText(firstOf(attributes, "gen_ai.tool.definitions"), "gen_ai.tool.definitions", report);
  const choices = output?.items() ?? [];
  // Several answers are choices, but the outputs of an agent are its steps.
  const isChoice = choices.length > 1 && choices.every((choice) => choice.get("role")?.string() === "assistant");
  const facts = factsOf(span, attributes, definitions);
  const reasons = firstOf(span.attributes, "gen_ai.response.finish_reasons")?.items();
  if (!isChoice) {
    if (input !== undefined) readGenaiMessages(input.items(), draft, false);
    if (output !== undefined) readGenaiMessages(choices, draft, true);
    if (draft.finishes.length === 0 && choices.length > 0) draft.finish(reasons?.[0], spanFinishReasons);
    return draft.messages.length === 0 && draft.anomalies.length === 0 ? [] : [recordedSpan(draft, recording, facts)];
  }
  return choices.map((choice, position) => {
    const branch = new ConversationDraft();
    if (position === 0) branch.anomalies.push(...draft.anomalies);
    if (input !== undefined) readGenaiMessages(input.items(), branch, false);
    readGenaiMessages([choice], branch, true);
    if (branch.finishes.length === 0) branch.finish(reasons?.[position], spanFinishReasons);
    return recordedSpan(branch, recording, facts);
  });
}

function olderMessages(span: TraceSpan): OlderMessages | undefined {
  if (span.events.some(isMessageEvent)) return fromEvents(span.events);
  const listed = span.attributes.get("events");
  const list = listed && listInText(listed, "events", () => {});
  const events = list === undefined ? [] : eventsInList(list);
  return events.some(isMessageEvent) ? fromEvents(events) : fromIndexed(span.attributes);
}

function readOlder({ history, answers }: OlderMessages, span: TraceSpan, recording: RecordingInput): readonly AdaptedConversation[] {
  const facts = factsOf(span, span.attributes, indexedFunctions(span.attributes));
  if (span.isCut) return [cutSpan(span, recording, facts)];
  const branches = answers.length === 0 ? [undefined] : answers;
  return branches.map((answer) => {
    const draft = new ConversationDraft();
    readChatMessages(history, draft);
    if (answer !== undefined) {
      readChatMessages([answer.message], draft, { fromResponse: true });
      draft.finish(answer.finish, spanFinishReasons);
    }
    return recordedSpan(draft, recording, facts);
  });
}

/** Numbered attributes and events run into the exporter's limits first: what is left of the conversation has holes. */
function cutSpan({ at }: TraceSpan, recording: RecordingInput, facts: Parameters<typeof recordedSpan>[2]): AdaptedConversation {
  const draft = new ConversationDraft();
  draft.anomalies.push({
    rule: "truncated-record",
    severity: "warning",
    at,
    message: "The exporter dropped attributes of this span, so its conversation is not checked",
    fix: "Raise the exporter's limit on the number of attributes (OTEL_SPAN_ATTRIBUTE_COUNT_LIMIT)",
  });
  return recordedSpan(draft, recording, facts);
}

function factsOf({ at, attributes: own }: TraceSpan, attributes: Attributes, definitions: JsonNode | undefined) {
  const model =
    firstOf(own, "gen_ai.response.model", "gen_ai.request.model") ?? firstOf(attributes, "gen_ai.response.model", "gen_ai.request.model");
  return { format: "otel-genai", at, tools: [definitions], model };
}

import { composeArray } from "../json/composed.js";
import type { JsonNode } from "../json/node.js";
import type { AdaptedConversation } from "../model/conversation.js";
import { ConversationDraft } from "./conversation-draft.js";
import { decoded } from "./decoded.js";
import { asMessage, type Detection, type Format, noMatch, type RecordingInput } from "./format.js";
import { chatMessageOf } from "./openinference/messages.js";
import { withoutRepeated } from "./repeated-history.js";
import { type Attributes, firstOf } from "./telemetry/attributes.js";
import { readChatMessages } from "./telemetry/chat-messages.js";
import { recordedSpan } from "./telemetry/finish.js";
import { wholeSpanValues } from "./telemetry/span-values.js";
import { exportKeys, spanKeys, spansIn, type TraceSpan, traceOf } from "./telemetry/spans.js";
import { readToolSpans, type ToolRun } from "./telemetry/tool-spans.js";
import { lookUp, unflatten } from "./telemetry/unflatten.js";
import { oneKeyOf, wordsNeeded } from "./words-needed.js";

/**
 * Traces of OpenInference (Arize, Phoenix): OpenAI's messages taken apart into numbered attributes, declarations as JSON text.
 *
 * Each call of a model repeats its history: of the spans of an export those are read that no later one repeats.
 *
 * Source: OpenInference, spec/semantic_conventions.md and spec/tool_calling.md, and @arizeai/openinference-semantic-conventions 2.12;
 * read 2026-11.
 */
export const openinference: Format = {
  id: "openinference",
  title: "OpenInference",
  carries: ["calls", "results", "declarations"],
  source: "OpenInference specification, tool_calling.md (read 2026-11)",
  profile: "telemetry",
  rootKeys: [...exportKeys, ...exportKeys.map((key) => `[].${key}`)],
  needs: wordsNeeded([oneKeyOf(...spanKeys)]),
  detect,
  adapt,
};

const inputKey = "llm.input_messages";
const outputKey = "llm.output_messages";

function detect({ body, response }: RecordingInput): Detection {
  if (response !== undefined) return noMatch;
  let found: Detection = noMatch;
  for (const { attributes } of spansIn(body)) {
    const match = matchOf(attributes);
    if (match === "none" || (match === "certain" && found.match !== "none" && !hasMessages(attributes))) continue;
    found = { match, because: "has OpenInference's attributes" };
    if (match === "certain" && hasMessages(attributes)) break;
  }
  return found.match !== "none" && body.kind === "object" ? asMessage(found) : found;
}

/** Messages of ours; or a kind of ours on a span that tells nothing in other words: less where an envelope finds what it tells. */
function matchOf(attributes: Attributes): Detection["match"] {
  if (hasMessages(attributes)) return "certain";
  const keys = [...attributes.keys()];
  const isKind = attributes.has("openinference.span.kind") || attributes.get("openinference")?.get("span") !== undefined;
  if (!isKind || keys.some((key) => key.startsWith("gen_ai."))) return "none";
  return wholeSpanValues(attributes) !== undefined ? "possible" : "certain";
}

function hasMessages(attributes: Attributes): boolean {
  const llm = attributes.get("llm");
  const isTakenApart = [...attributes.keys()].some((key) => key.startsWith(inputKey) || key.startsWith(outputKey));
  return isTakenApart || (llm?.get("input_messages") ?? llm?.get("output_messages")) !== undefined;
}

function adapt(recording: RecordingInput): readonly AdaptedConversation[] {
  const spans = [...spansIn(recording.body)];
  const talks = withoutRepeated(
    spans.flatMap((span) => readSpan(span, recording)),
    ({ at }) => traceOf(at),
  );
  if (talks.length > 0) return talks;
  const runs = readToolSpans(spans, recording, "openinference", toolRunOf);
  if (runs.length > 0) return runs;
  return [recordedSpan(new ConversationDraft(), recording, { format: "openinference", at: recording.at })];
}

/** The tool that ran in a span of kind `TOOL`. */
function toolRunOf(attributes: Attributes): ToolRun | undefined {
  const name = firstOf(attributes, "tool.name");
  if (name === undefined || attributes.get("openinference.span.kind")?.string() !== "TOOL") return undefined;
  const id = firstOf(attributes, "tool_call.id", "tool.id");
  return { name, id, arguments: firstOf(attributes, "input.value"), result: firstOf(attributes, "output.value") };
}

function readSpan(span: TraceSpan, recording: RecordingInput): readonly AdaptedConversation[] {
  const input = messagesUnder(span.attributes, inputKey);
  const output = messagesUnder(span.attributes, outputKey);
  if (input.length === 0 && output.length === 0) return [];
  const draft = new ConversationDraft();
  const model = firstOf(span.attributes, "llm.model_name") ?? span.attributes.get("llm")?.get("model_name");
  const facts = { format: "openinference", at: span.at, tools: [toolsOf(span.attributes)], model };
  if (span.isCut) {
    draft.anomalies.push({
      rule: "truncated-record",
      severity: "warning",
      at: span.at,
      message: "The exporter dropped attributes of this span, so its conversation is not checked",
      fix: "Raise the exporter's limit on the number of attributes (OTEL_SPAN_ATTRIBUTE_COUNT_LIMIT)",
    });
    return [recordedSpan(draft, recording, facts)];
  }
  readChatMessages(input.map(chatMessageOf), draft);
  readChatMessages(output.map(chatMessageOf), draft, { fromResponse: true });
  return [recordedSpan(draft, recording, facts)];
}

function messagesUnder(attributes: Attributes, key: string): readonly JsonNode[] {
  const list = unflatten(attributes, key);
  return list?.kind === "array" ? list.items().filter(({ kind }) => kind === "object") : [];
}

/** `llm.tools.0.tool.json_schema`: the declaration as the provider took it. */
function toolsOf(attributes: Attributes): JsonNode | undefined {
  const list = unflatten(attributes, "llm.tools");
  if (list?.kind !== "array") return undefined;
  const tools = list.items().map((tool) => decoded(lookUp(tool, "tool.json_schema") ?? tool));
  return tools.length === 0 ? undefined : composeArray(tools, list);
}

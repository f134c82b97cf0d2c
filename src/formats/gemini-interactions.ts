import { composeArray } from "../json/composed.js";
import type { JsonNode } from "../json/node.js";
import type { AdaptedConversation, FinishReason } from "../model/conversation.js";
import { type Answer, conversationsOf, inSequence, noAnswer } from "./answer.js";
import { adaptedFrom, ConversationDraft } from "./conversation-draft.js";
import { asMessage, certain, type Detection, type Format, noMatch, type RecordingInput } from "./format.js";
import { isTellingStep, readSteps } from "./gemini-interactions/steps.js";
import { type Interaction, isInteractionEvent, readInteractionStream } from "./gemini-interactions/stream.js";
import { given } from "./google/field.js";
import { readRefusal } from "./refusal.js";

/**
 * Google's Interactions API: requests, interactions, pairs of both, streams; with `steps`, and with the flat `outputs` of before 2026-05.
 *
 * Source: Gemini API, "Interactions" (ai.google.dev) and the types of @google/genai 2.32, read 2026-11.
 */
export const geminiInteractions: Format = {
  id: "gemini-interactions",
  title: "Gemini Interactions",
  carries: ["calls", "results", "declarations", "finish reasons", "streams", "hosted tools"],
  source: "https://ai.google.dev/gemini-api/docs/interactions (read 2026-11)",
  profile: "gemini-interactions",
  rootKeys: ["input", "steps", "outputs", "object", "event_type", "data", "[].event_type", "[].data", "[].type"],
  detect,
  adapt,
};

/** `requires_action` is how an interaction says that it waits for results (`Interaction.status`, @google/genai 2.32, 2026-11). */
const reasons: ReadonlyMap<string, FinishReason> = new Map([
  ["completed", "stop"],
  ["requires_action", "tool_calls"],
  ["incomplete", "length"],
  ["budget_exceeded", "length"],
  ["failed", "error"],
]);

function detect({ body, response, url, at }: RecordingInput): Detection {
  const answered = response !== undefined && isInteraction(response.kind === "array" ? response.first() : response);
  if (body.kind === "array") {
    const first = body.first();
    if (isInteractionEvent(first)) return certain("is a list of the events of an interaction");
    return isTellingStep(first) ? certain("is a list of the steps of an interaction") : noMatch;
  }
  if (isInteractionEvent(body))
    return body === at ? asMessage(certain("is an event of an interaction")) : certain("is an event of an interaction");
  if (isInteraction(body)) return certain("is an interaction");
  const input = given(body, "input");
  const steps = given(body, "steps", "outputs");
  if (isTellingStep(steps?.first())) return certain("has the steps of an interaction");
  if (input === undefined) return noMatch;
  if (answered) return certain("was answered with an interaction");
  if (/\/interactions(?:[/?#]|$)/.test(url ?? "")) return certain("was sent to /interactions");
  if (isTellingStep(input.kind === "array" ? input.first() : input)) return certain("has the steps of an interaction as input");
  return given(body, "previous_interaction_id") === undefined ? noMatch : certain("goes on with an interaction");
}

function isInteraction(node: JsonNode | undefined): boolean {
  return node?.kind === "object" && (node.get("object")?.string() === "interaction" || isInteractionEvent(node));
}

function adapt(recording: RecordingInput): readonly AdaptedConversation[] {
  const { body } = recording;
  return conversationsOf(recording, {
    history: isInteraction(body.kind === "array" ? body.first() : body) ? undefined : body,
    receive: (node, status) => [receive(node, status)],
    assemble: (request, answer) => assemble(recording, request, answer),
  });
}

function assemble(recording: RecordingInput, request: JsonNode | undefined, answer: Answer<readonly Interaction[]>): AdaptedConversation {
  const draft = new ConversationDraft();
  if (request !== undefined) readSteps(inputOf(request), draft, { fromResponse: false });
  for (const { steps, cut, node } of answer.body ?? []) {
    // One that was fetched later repeats its input as its first steps.
    const isRepeated = request !== undefined && draft.messages.length > 0;
    const said = isRepeated ? steps.filter((step) => step.get("type")?.string() !== "user_input") : steps;
    readSteps(said, draft, { fromResponse: true, cut });
    draft.finish(given(node, "status"), reasons);
  }
  draft.anomalies.push(...answer.anomalies);
  const interaction = answer.body?.at(-1)?.node;
  return adaptedFrom(draft, recording, {
    format: "gemini-interactions",
    tools: [given(request, "tools"), request === undefined ? given(interaction, "tools") : undefined],
    isRequest: recording.url !== undefined || answer !== noAnswer || given(request, "model", "agent") !== undefined,
    model: given(request, "model", "agent") ?? given(interaction, "model", "agent"),
    refusal: answer.refusal,
    historyCut: [request, interaction].some((node) => given(node, "previous_interaction_id") !== undefined),
  });
}

/** What was sent: a text, a content, a list of contents, of steps or of turns; a list of steps alone. */
function inputOf(body: JsonNode): readonly JsonNode[] {
  if (body.kind === "array") return body.items();
  const input = given(body, "input") ?? given(body, "steps", "outputs");
  if (input === undefined) return [];
  return input.kind === "array" ? input.items() : [input];
}

function receive(node: JsonNode, status: number | undefined): Answer<readonly Interaction[]> {
  const isEvents = isInteractionEvent(node.kind === "array" ? node.first() : node);
  if (isEvents) return inSequence(readInteractionStream(node.kind === "array" ? node : composeArray([node], node)));
  const steps = given(node, "steps", "outputs");
  const refusal = steps === undefined ? readRefusal(node, status) : undefined;
  if (refusal !== undefined) return { ...noAnswer, refusal };
  return { ...noAnswer, body: [{ steps: steps?.items() ?? [], node, cut: undefined }] };
}

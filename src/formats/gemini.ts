import type { JsonNode } from "../json/node.js";
import type { AdaptedConversation, Refusal } from "../model/conversation.js";
import { type Answer, conversationsOf } from "./answer.js";
import { adaptedFrom, ConversationDraft, type ConversationFacts, type DraftTools } from "./conversation-draft.js";
import type { Format, RecordingInput } from "./format.js";
import { readGeminiAnswer, readGeminiAnswers } from "./gemini/answer.js";
import type { Candidate, CandidateList } from "./gemini/candidate.js";
import { detectGemini } from "./gemini/detect.js";
import { candidateCutBy, malformedGeminiCall, readCandidateFinish } from "./gemini/finish.js";
import { type History, hasParameters, historyOf, requestIn } from "./gemini/request.js";
import { ContentReader } from "./google/content.js";
import { readGoogleToolChoice, readGoogleTools } from "./google/declared.js";
import { given } from "./google/field.js";
import { oneKeyOf, wordsNeeded } from "./words-needed.js";

/**
 * Google's generateContent: requests, responses, pairs of both, streams, bare lists of contents, rows for tuning, saved chats; in the
 * Gemini API, in Vertex AI, and in the Code Assist endpoint that Gemini CLI speaks to.
 *
 * Source: Gemini API reference, "Generating content" (ai.google.dev, read 2026-11) and the types of @google/genai 2.32, read 2026-11.
 */
export const gemini: Format = {
  id: "gemini",
  title: "Gemini generateContent",
  carries: ["calls", "results", "declarations", "finish reasons", "tool choice", "streams", "hosted tools", "thought signatures"],
  source: "https://ai.google.dev/api/generate-content (read 2026-11)",
  profile: "gemini",
  rootKeys: [
    ...["contents", "candidates", "parts", "history", "clientHistory", "request", "response", "data", "error"],
    ...["promptFeedback", "prompt_feedback", "usageMetadata", "usage_metadata"],
    ...["[].parts", "[].candidates", "[].data", "[].response", "[].error", "[].promptFeedback", "[].prompt_feedback", "[].usageMetadata"],
  ],
  needs: wordsNeeded([
    oneKeyOf(
      ...["contents", "parts", "history", "clientHistory", "candidates", "error"],
      ...["promptFeedback", "prompt_feedback", "usageMetadata", "usage_metadata"],
    ),
  ]),
  detect: detectGemini,
  adapt,
};

function adapt(recording: RecordingInput): readonly AdaptedConversation[] {
  const { body, response } = recording;
  const history = historyOf(body);
  const isAnswers = history === undefined && (response === undefined || response.kind === "null") && body.kind === "array";
  return conversationsOf(recording, {
    history,
    receive: (node, status) => (isAnswers ? readGeminiAnswers(node) : [readGeminiAnswer(node, status)]),
    assemble: (sent, answer) => assemble(recording, sent, answer),
  });
}

function assemble(recording: RecordingInput, history: History | undefined, answer: Answer<CandidateList>): readonly AdaptedConversation[] {
  const dataset = isTuningRow(recording, history);
  const draft = new ConversationDraft();
  const reader = new ContentReader(draft, { isSent: history?.isSent === true && !dataset });
  for (const content of history?.contents ?? []) reader.read(content);
  draft.anomalies.push(...answer.anomalies);
  const row = recording.dataset === dataset ? recording : { ...recording, dataset };
  const candidates = answer.body?.candidates ?? [];
  return (candidates.length === 0 ? [undefined] : candidates).map((candidate, position) => {
    const branch = candidate === undefined ? draft : draft.fork();
    if (candidate !== undefined) readCandidate(candidate, branch);
    const declared = readGoogleTools(recording.tools ?? declarationsIn(recording), branch.messages);
    const refusal = position === 0 ? answer.refusal : undefined;
    return adaptedFrom(branch, row, factsOf(recording, declared, answer.body?.model, refusal));
  });
}

function declarationsIn({ body }: RecordingInput): JsonNode | undefined {
  const request = requestIn(body);
  return given(request, "tools") ?? given(given(request, "config"), "tools");
}

/** In one literal, which keeps its shape from record to record. */
function factsOf(
  recording: RecordingInput,
  declared: DraftTools,
  answeredBy: JsonNode | undefined,
  refusal: Refusal | undefined,
): ConversationFacts {
  const { body, url } = recording;
  const request = requestIn(body);
  const config = given(request, "config");
  const model = given(body, "model") ?? given(request, "model");
  return {
    format: "gemini",
    isRequest: !isList(recording),
    toolChoice: readGoogleToolChoice(given(request, "toolConfig", "tool_config") ?? given(config, "toolConfig", "tool_config")),
    // A cache holds the front of the contents, and with them maybe calls and declarations.
    historyCut: [request, config].some((node) => given(node, "cachedContent", "cached_content") !== undefined),
    model: model?.string() ?? modelIn(url) ?? answeredBy,
    declared,
    refusal,
  };
}

/** Reads one candidate, whose message follows the history. One that was filtered away has no parts. */
function readCandidate({ at, content, finishReason: reason, finishMessage, cut }: Candidate, draft: ConversationDraft): void {
  const message = draft.messages.length;
  if (content === undefined) draft.open({ role: "assistant", at, fromResponse: true });
  else new ContentReader(draft).read(content, { fromResponse: true, cutBy: candidateCutBy(reason), cut });
  const finish = readCandidateFinish(reason, message);
  if (finish !== undefined && draft.messages.length > message) draft.finishes.push(finish);
  const malformed = malformedGeminiCall(reason, finishMessage);
  if (malformed !== undefined) draft.anomalies.push(malformed);
}

/** A row for tuning ends with the answer to learn and says nothing about how to ask for it (Vertex AI, "Supervised tuning", read 2026-11). */
function isTuningRow({ body, response, url, dataset }: RecordingInput, history: History | undefined): boolean {
  if (dataset) return true;
  if (response !== undefined || url !== undefined || history?.isSent !== true || hasParameters(body)) return false;
  return history.contents.at(-1)?.get("role")?.string() === "model";
}

/** Whether the declarations are beside bare contents: then they claim to be all. */
function isList({ body, response, url }: RecordingInput): boolean {
  if (url !== undefined || response !== undefined || requestIn(body) !== body) return false;
  return !hasParameters(body) && given(body, "systemInstruction", "system_instruction") === undefined;
}

/** The model that a URL names: `…/models/gemini-2.5-flash:generateContent`. */
function modelIn(url: string | undefined): string | undefined {
  return /\/models\/([^/:?#]+)/.exec(url ?? "")?.[1];
}

import type { JsonNode } from "../json/node.js";
import type { AdaptedConversation, Role } from "../model/conversation.js";
import { adaptedFrom, ConversationDraft } from "./conversation-draft.js";
import { type Detection, type Format, noMatch, type RecordingInput } from "./format.js";
import { ContentReader } from "./google/content.js";
import { readGoogleTools } from "./google/declared.js";
import { given } from "./google/field.js";
import { contentsOfCase, evalCasesIn, isEvalCase } from "./google-adk/eval-set.js";
import { byBranch, callsOfEvent, eventField, eventIn, eventsThatCount, isAgentEvent } from "./google-adk/events.js";
import { oneKeyOf, wordsNeeded } from "./words-needed.js";

/**
 * Google's Agent Development Kit: sessions with their events, lists and streams of events, eval sets.
 *
 * Source: google-adk 1.17, `Event`, `EventActions`, `Session` and `EvalSet` (read 2026-11).
 */
export const googleAdk: Format = {
  id: "google-adk",
  title: "Google ADK events",
  carries: ["calls", "results", "hosted tools", "branches"],
  source: "google-adk 1.17, events/event.py and evaluation/eval_set.py (read 2026-11)",
  profile: "google-adk",
  rootKeys: [
    "events",
    "sessionEvents",
    "author",
    "data",
    "evalCases",
    "eval_cases",
    "conversation",
    "[].author",
    "[].data",
    "[].conversation",
  ],
  needs: wordsNeeded(
    [oneKeyOf("author"), oneKeyOf("invocationId", "invocation_id")],
    [oneKeyOf("evalId", "eval_id", "evalCases", "eval_cases")],
    [oneKeyOf("appName", "app_name"), oneKeyOf("userId", "user_id")],
  ),
  detect,
  adapt,
};

/** Calls that the kit makes up in order to ask the user: for a credential, a confirmation, an input. */
const askingCalls = /^adk_request_/;

function detect({ body, at }: RecordingInput): Detection {
  const list = eventList(body);
  if (isAgentEvent(list?.first() && eventIn(list.first() ?? list)))
    return { match: "certain", because: "is a list of events, each within an invocation" };
  if (isAgentEvent(eventIn(body)))
    return { match: "certain", because: "is an event within an invocation", ...(body === at && { unit: "message" as const }) };
  const cases = casesIn(body);
  const isEmptySet = cases?.length === 0 && given(body, "evalSetId", "eval_set_id") !== undefined;
  if (isEmptySet || isEvalCase(cases?.[0])) return { match: "certain", because: "is a set of cases for the evaluation of an agent" };
  // A session that has not begun.
  const isSession = given(body, "appName", "app_name") !== undefined && given(body, "userId", "user_id") !== undefined;
  return isSession && list !== undefined ? { match: "certain", because: "is a session of an app and a user" } : noMatch;
}

function adapt(recording: RecordingInput): readonly AdaptedConversation[] {
  const { body } = recording;
  const list = eventList(body);
  const cases = list === undefined || !isAgentEvent(eventIn(list.first() ?? list)) ? casesIn(body) : undefined;
  if (cases !== undefined) return (cases.length === 0 ? [body] : cases).map((each) => readCase(each, recording));
  const items = list?.items() ?? [body];
  const { events, leftOut } = eventsThatCount(items);
  const groups = byBranch(events);
  return (groups.length === 0 ? [[]] : groups).map((branch) => readEvents(branch, leftOut, recording));
}

/** The events of a session, of an Agent Engine's answer, or a list of them. */
function eventList(body: JsonNode): JsonNode | undefined {
  if (body.kind === "array") return body;
  const list = given(body, "events", "sessionEvents", "session_events");
  return list?.kind === "array" ? list : undefined;
}

function casesIn(body: JsonNode): readonly JsonNode[] | undefined {
  if (body.kind === "array")
    return isEvalCase(body.first()) && given(body.first(), "evalId", "eval_id") !== undefined ? body.items() : undefined;
  return evalCasesIn(body) ?? (isEvalCase(body) && given(body, "evalId", "eval_id") !== undefined ? [body] : undefined);
}

function readEvents(events: readonly JsonNode[], leftOut: readonly JsonNode[], recording: RecordingInput): AdaptedConversation {
  const longRunning = new Set(
    events.flatMap((event) => eventField(event, "longRunningToolIds", "long_running_tool_ids")?.items() ?? []).map((id) => id.string()),
  );
  const draft = new ConversationDraft();
  draft.leftOut.push(...leftOut);
  const isFree = (id: string | undefined, name = "") => (id !== undefined && longRunning.has(id)) || askingCalls.test(name);
  const reader = new ContentReader(draft, { isFree });
  for (const event of events) {
    const content = given(event, "content");
    if (content?.kind === "object") reader.read(content, { fromResponse: false, role: roleOf(event) });
  }
  return recorded(draft, recording);
}

/** The kit writes its own questions to the user as calls in a content of the user's role. */
function roleOf(event: JsonNode): Role {
  const { calls, results } = callsOfEvent(event);
  if (calls.length > 0) return "assistant";
  return results.length > 0 || given(event, "author")?.string() === "user" ? "user" : "assistant";
}

/** What an agent should do, or did, to be compared: results are kept only where somebody thought of them. */
function readCase(evalCase: JsonNode, recording: RecordingInput): AdaptedConversation {
  const draft = new ConversationDraft();
  const reader = new ContentReader(draft, { isFree: () => true });
  for (const { role, content } of contentsOfCase(evalCase)) reader.read(content, { fromResponse: false, role });
  return recorded(draft, { ...recording, dataset: true, at: evalCase });
}

function recorded(draft: ConversationDraft, recording: RecordingInput): AdaptedConversation {
  const declared = readGoogleTools(recording.tools, draft.messages);
  return adaptedFrom(draft, recording, { format: "google-adk", declared, isLog: recording.tools === undefined });
}

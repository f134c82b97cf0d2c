import { type Conversation, holdsResultsOnly, type Message } from "../model/conversation.js";
import type { Finding } from "../model/violation.js";
import type { Profile } from "../profiles/profile.js";
import { breachOf } from "./pairing-text.js";

/** What an endpoint has against how a request begins and ends, whatever is in between. */
export function* boundFindings(conversation: Conversation, profile: Profile): Generator<Finding> {
  const { mode, format } = conversation;
  if (mode === "dataset" || mode === "fragment" || !profile.formats.includes(format)) return;
  const found = [noUser(conversation, profile), prefill(conversation, profile)];
  for (const each of found) if (each !== undefined) yield each;
}

/** A request without a word of the user; what is stored elsewhere may hold one. */
function noUser({ messages, historyCut, at }: Conversation, profile: Profile): Finding | undefined {
  const fact = profile.messages.needsUser;
  const sent = messages.filter(({ fromResponse }) => !fromResponse);
  if (fact?.value !== true || historyCut || sent.length === 0) return undefined;
  if (sent.some((message) => message.role === "user" && !holdsResultsOnly(message))) return undefined;
  const first = sent.find(({ role }) => role !== "system") ?? sent[0];
  return {
    at: first?.roleAt ?? first?.at ?? at,
    message: "The request has no user message",
    ...breachOf(fact, profile, "Send the task as a user message"),
    key: "no user",
  };
}

/**
 * A request whose last words are the assistant's, for a model that does not go on with them. Whether it was sent as it is shows where
 * something came back, or where the mode says so; calls that wait for results are reported as such, and a turn of the provider's own
 * tools that paused is gone on with.
 */
function prefill(conversation: Conversation, profile: Profile): Finding | undefined {
  const fact = profile.messages.rejectsPrefill;
  const { messages, mode, refusal } = conversation;
  if (fact === undefined) return undefined;
  const isSent = mode === "request" || refusal !== undefined || messages.some(({ fromResponse }) => fromResponse);
  const last = isSent ? messages.findLast(({ fromResponse }) => !fromResponse) : undefined;
  if (last?.role !== "assistant" || holdsCalls(last) || goesOn(last, fact.value)) return undefined;
  return {
    at: last.roleAt ?? last.at,
    message: "The history ends with an assistant message, which this model cannot continue",
    ...breachOf(fact, profile, "End the history with a user message"),
    key: "prefill",
  };
}

function holdsCalls({ parts }: Message): boolean {
  return parts.some(({ kind }) => kind === "call" || kind === "result");
}

function goesOn({ at }: Message, keys: readonly string[]): boolean {
  return keys.some((key) => at.get(key)?.boolean() === true);
}

import { UsageError } from "../errors.js";
import type { RecordingInput } from "../formats/format.js";
import { formats } from "../formats/index.js";
import type { JsonValue } from "../json/value.js";
import { defaultMaxBytes } from "../lint/linter.js";
import { ProfileChooser } from "../lint/profile-chooser.js";
import { readClaim } from "../lint/read-claim.js";
import { FileReader } from "../lint/read-file.js";
import { type SessionEntry, Sessions } from "../lint/sessions.js";
import { mayGoOn, threadOf } from "../lint/thread.js";
import { argumentsValue } from "../model/arguments-value.js";
import { type AdaptedConversation, hasWholeHistory, type Message } from "../model/conversation.js";
import type { ToolArguments, ToolCall, ToolLink, ToolResult } from "../model/exchange.js";
import { pairExchanges } from "../model/rebuild.js";
import { profiles } from "../profiles/index.js";
import type { Profile } from "../profiles/profile.js";
import { nearestName } from "../text/nearest-name.js";
import { quote } from "../text/quote.js";
import { shownText } from "../text/sentence.js";
import type { RecordedCall, RecordedConversation, RecordedResult } from "./recorded.js";
import { sourceOf } from "./source.js";

/** How a transcript is read. */
export interface ReadOptions {
  /** Id of a format, instead of the detected one. */
  readonly format?: string;
  /** Id of a profile, instead of the recognised one: it decides which result answers which call. */
  readonly profile?: string;
  /** 0-based: this conversation of a transcript that holds several, instead of all of them. */
  readonly conversation?: number;
}

/**
 * Reads the conversations of a transcript as plain data. Successive requests that repeat the history are one conversation.
 *
 * @throws UsageError where nothing in it is a conversation
 */
export function readTranscript(transcript: unknown, options: ReadOptions = {}): readonly RecordedConversation[] {
  const source = sourceOf(transcript);
  const format = options.format === undefined ? undefined : chosen("format", options.format, formats);
  const chooser = new ProfileChooser(options.profile === undefined ? [] : [chosen("profile", options.profile, profiles)]);
  const reader = new FileReader(format, defaultMaxBytes);
  const sessions = new Sessions();
  const conversations: RecordedConversation[] = [];
  for (const batch of reader.read(source.blocks())) {
    if (batch.kind === "fault") {
      // What was not read could hold a call. The end of a log that was cut off while it was written, and lines of words, hold none.
      if (batch.cutOff || batch.isText === true) continue;
      const record = batch.record === null ? "" : ` (record ${batch.record + 1})`;
      throw new UsageError(`${source.name} cannot be read as a transcript${record}: ${batch.fault.message}`);
    }
    for (const { recording, detected } of batch.recordings) {
      const isStated = format !== undefined || recording.stated.format !== undefined;
      const read = detected.kind === "known" ? readClaim(recording, detected, isStated) : undefined;
      for (const adapted of read?.conversations ?? []) {
        const session = sessions.enter(sessionEntry(adapted, recording), conversations.length);
        const index = session?.index ?? conversations.length;
        const [profile] = chooser.of(adapted, recording, read?.claim.format.profile ?? "");
        if (profile !== undefined) conversations[index] = recorded(adapted, profile);
      }
    }
  }
  if (conversations.length === 0) {
    throw new UsageError(`${source.name} cannot be read as a transcript: it has no known conversation format`);
  }
  return chosenConversations(conversations, options.conversation);
}

function sessionEntry(adapted: AdaptedConversation, { half }: RecordingInput): SessionEntry {
  return {
    canGoOn: mayGoOn(adapted),
    thread: threadOf(adapted, half?.id),
    isNamed: half !== undefined,
    isRequestHalf: half?.side === "request",
    wasRefused: adapted.refusal !== undefined,
  };
}

function chosen<T extends { readonly id: string }>(what: string, id: string, known: readonly T[]): T {
  const found = known.find((each) => each.id === id);
  if (found !== undefined) return found;
  const near = nearestName(
    id,
    known.map((each) => each.id),
  );
  throw new UsageError(`Unknown ${what} ${quote(id)}${near === undefined ? "" : `, did you mean ${quote(near)}?`}`);
}

function chosenConversations(all: readonly RecordedConversation[], index: number | undefined): readonly RecordedConversation[] {
  if (index === undefined) return all;
  const one = all[index];
  if (one === undefined) throw new UsageError(`The transcript has no conversation ${index}: it holds ${all.length}, counted from 0`);
  return [one];
}

function recorded(adapted: AdaptedConversation, profile: Profile): RecordedConversation {
  const messages = adapted.messages.map((message) => ({ role: message.role, text: textOf(message) }));
  const calls = pairExchanges(adapted.messages, profile.pairing).flatMap((exchange, turn) => {
    const answers = new Map(exchange.links.flatMap((link) => (link.kind === "answered" ? [[link.call, link] as const] : [])));
    return exchange.calls.map((call) => recordedCall(call, turn, answers.get(call)));
  });
  return {
    format: adapted.format,
    profile: profile.id,
    model: adapted.provider.model ?? null,
    messages,
    calls,
    reply: messages.findLast(({ role, text }) => role === "assistant" && text !== "")?.text ?? null,
    declaredTools: adapted.toolset.tools.map(({ key }) => key),
    isWhole: hasWholeHistory(adapted),
  };
}

function textOf({ parts }: Message): string {
  return parts.flatMap((part) => (part.kind === "text" ? (part.at.string() ?? "") : [])).join("\n");
}

function recordedCall(call: ToolCall, turn: number, link: Extract<ToolLink, { readonly kind: "answered" }> | undefined): RecordedCall {
  const { name, arguments: args } = call.function;
  return {
    tool: name ?? (call.hosted ? call.type : null),
    arguments: argumentsValue(args),
    malformed: whyUnknown(args),
    id: call.id,
    hosted: call.hosted,
    result: link === undefined ? null : recordedResult(link.result),
    message: call.message,
    pointer: call.at.call.pointer,
    turn,
    endsAtOnce: call.expectsNoResult || link?.by === "inline",
  };
}

function whyUnknown(args: ToolArguments): string | null {
  if (args.kind === "malformed") return shownText(args.message);
  return args.kind === "unknown" ? args.because : null;
}

function recordedResult({ at, structured, isError }: ToolResult): RecordedResult {
  const node = at.content ?? structured;
  const content: JsonValue | undefined = node?.value();
  return { content, isError };
}

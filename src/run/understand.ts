import { unreachable } from "../errors.js";
import type { Format } from "../formats/format.js";
import { formats } from "../formats/index.js";
import type { JsonNode } from "../json/node.js";
import type { Batch } from "../lint/batch.js";
import { defaultMaxBytes } from "../lint/linter.js";
import { readClaim } from "../lint/read-claim.js";
import { FileReader } from "../lint/read-file.js";
import type { AdaptedConversation } from "../model/conversation.js";
import type { ToolArguments, ToolCall, ToolExchange, ToolLink, ToolResult } from "../model/exchange.js";
import { pairExchanges } from "../model/rebuild.js";
import { chooseProfile } from "../profiles/index.js";
import { shownText } from "../text/sentence.js";

/** A call as it was read: what `inspect` shows and prints as JSON. Values are raw text of the transcript. */
export interface UnderstoodCall {
  /** 0-based message of the conversation. */
  readonly message: number;
  readonly id: string | null;
  readonly tool: string | null;
  readonly type: string;
  readonly arguments: string;
  readonly malformed: string | null;
}

/** A result as it was read. */
export interface UnderstoodResult {
  readonly message: number;
  readonly callId: string | null;
  readonly isError: boolean;
  readonly content: string;
}

/** A call with its result, or one of them alone, and how they were linked. */
export interface UnderstoodLink {
  /** 0-based, in the conversation. */
  readonly exchange: number;
  readonly call: UnderstoodCall | null;
  readonly result: UnderstoodResult | null;
  /** `by id`, `unanswered`, `orphaned (unknown-id)`, … */
  readonly linked: string;
}

/** A conversation as it was read, and why it was read so. */
export interface Understood {
  /** 0-based record of a JSON Lines file, else `null`. */
  readonly record: number | null;
  readonly format: string;
  readonly because: string;
  /** Formats that fit equally well. */
  readonly rivals: readonly string[];
  readonly profile: string;
  readonly profileBecause: string;
  readonly mode: string;
  readonly messages: number;
  readonly tools: { readonly completeness: string; readonly names: readonly string[] };
  readonly links: readonly UnderstoodLink[];
}

/** Something in the file that was not understood. */
export interface NotUnderstood {
  readonly record: number | null;
  readonly message: string;
}

/**
 * Reads a file as `check` does and tells what came of it, conversation by conversation.
 *
 * @param format id of a known format, instead of the detected one
 * @param own formats of the configuration
 * @param profile id of a known profile, instead of the recognised one
 * @throws InputError where the file cannot be read
 */
export function* understand(
  chunks: Iterable<Uint8Array>,
  format: string | undefined,
  profile: string | undefined,
  own: readonly Format[] = [],
): Generator<Understood | NotUnderstood, void, undefined> {
  const reader = new FileReader(
    [...own, ...formats].find(({ id }) => id === format),
    defaultMaxBytes,
    own,
  );
  for (const batch of reader.read(chunks)) yield* understandBatch(batch, profile, format !== undefined);
}

function* understandBatch(
  batch: Batch,
  flag: string | undefined,
  isAsked: boolean,
): Generator<Understood | NotUnderstood, void, undefined> {
  if (batch.kind === "fault") {
    yield { record: batch.record, message: batch.fault.message };
    return;
  }
  const record = batch.documents[0]?.record ?? null;
  for (const { message } of batch.faults) yield { record, message };
  for (const { recording, detected } of batch.recordings) {
    if (detected.kind === "unknown") {
      yield { record, message: "No known conversation format" };
      continue;
    }
    const read = readClaim(recording, detected, isAsked || recording.stated.format !== undefined);
    if (read === undefined) {
      yield { record, message: `Looks like ${detected.claim.format.id}, but nothing in it could be read` };
      continue;
    }
    const { claim, rivals, conversations } = read;
    for (const recorded of conversations) {
      const { url, model, profile: own = claim.format.profile } = recorded.provider;
      const clues = { flag, stated: recording.stated.profile, url, model, format: recorded.format, formatProfile: own };
      const { profile, because } = chooseProfile(clues);
      yield {
        record,
        format: recorded.format,
        because: claim.detection.because,
        rivals: rivals.map((rival) => rival.format.id),
        profile: profile.id,
        profileBecause: because,
        mode: recording.stated.mode ?? recorded.mode,
        messages: recorded.messages.length,
        tools: toolsOf(recorded),
        links: pairExchanges(recorded.messages, profile.pairing).flatMap((exchange, index) => linksOf(exchange, index, recorded)),
      };
    }
  }
}

function toolsOf({ toolset }: AdaptedConversation): Understood["tools"] {
  return { completeness: toolset.completeness, names: toolset.tools.map(({ key }) => key) };
}

function linksOf(exchange: ToolExchange, index: number, { messages }: AdaptedConversation): readonly UnderstoodLink[] {
  return exchange.links.map((link) => ({
    exchange: index,
    call: link.kind === "orphaned" ? null : callOf(link.call),
    result: link.kind === "unanswered" ? null : resultOf(link.result),
    linked: linkInWords(link, messages.length - 1),
  }));
}

function linkInWords(link: ToolLink, lastMessage: number): string {
  switch (link.kind) {
    case "answered":
      return `by ${link.by}`;
    case "unanswered":
      if (link.call.hosted || link.call.expectsNoResult) return "needs no result";
      return link.call.message === lastMessage ? "open at the end" : "unanswered";
    case "duplicate":
      return "second result";
    case "orphaned":
      return `orphaned (${link.because})`;
    default:
      return unreachable(link);
  }
}

function callOf(call: ToolCall): UnderstoodCall {
  const { name, arguments: args } = call.function;
  return {
    message: call.message,
    id: call.id,
    tool: name,
    type: call.type,
    arguments: argumentsText(args),
    malformed: args.kind === "malformed" ? shownText(args.message) : null,
  };
}

function argumentsText(args: ToolArguments): string {
  switch (args.kind) {
    case "parsed":
      return args.root.raw();
    case "empty":
      return "{}";
    case "text":
    case "malformed":
      return textOf(args.at);
    case "unknown":
      return `(${args.because})`;
    default:
      return unreachable(args);
  }
}

function resultOf(result: ToolResult): UnderstoodResult {
  const { content } = result.at;
  return {
    message: result.message,
    callId: result.callId,
    isError: result.isError,
    content: content === undefined ? "" : textOf(content),
  };
}

function textOf(node: JsonNode): string {
  return node.string() ?? node.raw();
}

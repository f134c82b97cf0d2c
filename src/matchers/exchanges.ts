import { orderedText } from "../json/same-value.js";
import type { JsonValue } from "../json/value.js";
import { counted } from "../text/counted.js";
import { escapeControls } from "../text/quote.js";
import { type ReadOptions, readTranscript } from "./read-transcript.js";
import type { RecordedCall, RecordedConversation } from "./recorded.js";

/** The tool exchanges of a transcript, for snapshots: `expect(exchangesOf(transcript)).toMatchSnapshot()`. */
export class Exchanges {
  readonly conversations: readonly RecordedConversation[];

  constructor(conversations: readonly RecordedConversation[]) {
    this.conversations = conversations;
  }

  /**
   * Each turn with its calls, and below each call what came back. Ids, which differ from run to run, are left out, and keys are in the order
   * of the alphabet.
   */
  toString(): string {
    return this.conversations.map(conversationText).join("\n\n");
  }
}

/** The exchanges of a transcript, which the serializer writes into snapshots. */
export function exchangesOf(transcript: unknown, options: ReadOptions = {}): Exchanges {
  return new Exchanges(readTranscript(transcript, options));
}

/** All calls of a transcript, in order, as plain data. A list of them is as good as a list of expected calls. */
export function callsOf(transcript: unknown, options: ReadOptions = {}): readonly RecordedCall[] {
  return readTranscript(transcript, options).flatMap(({ calls }) => calls);
}

/** The one conversation of a transcript, or the last of several, as plain data: its model, its messages, its reply, its calls. */
export function conversationOf(transcript: unknown, options: ReadOptions = {}): RecordedConversation {
  const conversations = readTranscript(transcript, options);
  const last = conversations.at(-1);
  if (last === undefined) throw new Error("A transcript without conversations was read");
  return last;
}

/** Writes exchanges into snapshots, in Vitest and in Jest. */
export const exchangeSerializer = {
  test: (value: unknown): boolean => value instanceof Exchanges,
  serialize: (value: unknown): string => String(value),
};

function conversationText({ format, calls }: RecordedConversation): string {
  const turns = new Set(calls.map(({ turn }) => turn));
  const head = `${format}: ${counted(turns.size, "exchange")}, ${counted(calls.length, "call")}`;
  const lines: string[] = [head];
  let number = 0;
  let last: number | undefined;
  for (const call of calls) {
    const isFirst = call.turn !== last;
    if (isFirst) number += 1;
    last = call.turn;
    lines.push(`${isFirst ? `${number}.` : " ".repeat(String(number).length + 1)} ${callText(call)}`);
    lines.push(`${" ".repeat(String(number).length + 2)}${resultText(call)}`);
  }
  return lines.join("\n");
}

function callText({ tool, arguments: args, malformed }: RecordedCall): string {
  return `${escapeControls(tool ?? "(no name)")}(${malformed === null ? oneLine(args) : `malformed: ${escapeControls(malformed)}`})`;
}

function resultText({ result, endsAtOnce }: RecordedCall): string {
  if (result === null) return endsAtOnce ? "(needs no result)" : "(no result)";
  return `→ ${result.isError ? "error: " : ""}${oneLine(result.content)}`;
}

function oneLine(value: JsonValue | undefined): string {
  if (value === undefined) return "";
  return escapeControls(typeof value === "string" ? value : orderedText(value));
}

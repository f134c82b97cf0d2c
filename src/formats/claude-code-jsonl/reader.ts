import type { JsonNode } from "../../json/node.js";
import { isSameNode } from "../../json/same-value.js";
import type { Refusal, Role } from "../../model/conversation.js";
import { addCallBlock, addResultBlock, callerOf } from "../blocks/calls.js";
import { stopReasons } from "../blocks/finish.js";
import { kindOfBlock } from "../blocks/kinds.js";
import { ConversationDraft, type MessageDraft } from "../conversation-draft.js";
import { unknownType } from "../shape-faults.js";
import { isBoundary, isInterruption, isModelOutput, isPrompt, type Line } from "./lines.js";
import { refusalIn } from "./refusal.js";

/** What the lines of one conversation say. */
export interface Told {
  readonly draft: ConversationDraft;
  /** The provider's refusal that the conversation ends with. */
  readonly refusal: Refusal | undefined;
  readonly model: string | undefined;
}

/** What the reader cannot know from the lines themselves. */
export interface ReadLines {
  /** Nothing goes on from here: open calls are owed to nobody. */
  readonly isAbandoned: boolean;
  /** Whether all lines of an answer are among these, by its id. */
  isWhole(messageId: string): boolean;
}

/** Reads the lines of one conversation: what was written in pieces is one message again. */
export function readLines(lines: readonly Line[], options: ReadLines): Told {
  const reader = new LineReader(options);
  const excused = excusedLines(lines);
  for (const line of lines) reader.read(line, excused.has(line));
  return reader.told();
}

/**
 * Lines of the model whose calls need no result: the user stopped the turn, or the history was summed up directly after them. What was
 * open then never went to the provider.
 */
function excusedLines(lines: readonly Line[]): ReadonlySet<Line> {
  const excused = new Set<Line>();
  let isStopped = false;
  /** The answer that was stopped, once it is found. */
  let answer: { readonly id: string | undefined } | undefined;
  for (const line of lines.toReversed()) {
    if (isInterruption(line) || isBoundary(line)) {
      isStopped = true;
      answer = undefined;
    } else if (isPrompt(line) || (answer !== undefined && answer.id === undefined && line.results.length > 0)) {
      isStopped = false;
    } else if (isStopped && line.role === "assistant") {
      answer ??= { id: line.messageId };
      if (answer.id === line.messageId) excused.add(line);
      else isStopped = false;
    }
  }
  return excused;
}

/** A message while its lines come in. */
interface OpenMessage {
  readonly role: Role;
  readonly draft: MessageDraft;
  /** The calls of an answer by id, as written. */
  readonly calls: Map<string, JsonNode>;
  stopReason: JsonNode | undefined;
}

class LineReader {
  readonly #options: ReadLines;
  readonly #draft = new ConversationDraft();
  readonly #answers = new Map<string, OpenMessage>();
  readonly #answered = new Set<string>();
  #last: OpenMessage | undefined;
  #refusal: Refusal | undefined;
  #model: string | undefined;

  constructor(options: ReadLines) {
    this.#options = options;
  }

  read(line: Line, isExcused: boolean): void {
    if (line.message === undefined) return;
    if (line.role === "user") {
      this.#readUser(line, line.message);
    } else if (isModelOutput(line)) {
      this.#refusal = undefined;
      this.#model ??= line.message.get("model")?.string();
      this.#readAnswer(line, line.message, isExcused);
    } else {
      // The newest error is the one that the session is stuck with.
      this.#refusal = refusalIn(line) ?? this.#refusal;
    }
  }

  told(): Told {
    for (const [id, { stopReason, draft }] of this.#options.isAbandoned ? [] : this.#answers) {
      if (this.#options.isWhole(id)) this.#draft.finish(stopReason, stopReasons, draft.index);
    }
    return { draft: this.#draft, refusal: this.#refusal, model: this.#model };
  }

  #readUser(line: Line, message: JsonNode): void {
    for (const id of line.results) this.#answered.add(id);
    const content = message.get("content");
    if (content?.kind === "string") {
      this.#open(line, message).draft.text(content);
      return;
    }
    if (line.blocks.length === 0) return;
    const isResults = line.results.length === line.blocks.length;
    const last = this.#last;
    // Each result of parallel calls has a line of its own.
    const goesOn = isResults && last?.role === "user" && last.draft.parts.every(({ kind }) => kind === "result");
    const open = goesOn ? last : this.#open(line, message);
    for (const block of line.blocks) this.#readBlock(block, line, open, false);
  }

  #readAnswer(line: Line, message: JsonNode, isExcused: boolean): void {
    const open = this.#answerOf(line, message);
    open.stopReason = given(message.get("stop_reason")) ?? open.stopReason;
    const content = message.get("content");
    if (content?.kind === "string") open.draft.text(content);
    for (const block of line.blocks) this.#readBlock(block, line, open, isExcused);
  }

  /** The answer that a line goes on with. A gateway that gives all answers one id repeats ids of calls that have their result. */
  #answerOf(line: Line, message: JsonNode): OpenMessage {
    const { messageId } = line;
    const known = messageId === undefined ? undefined : this.#answers.get(messageId);
    if (known !== undefined && !line.calls.some((id) => known.calls.has(id) && this.#answered.has(id))) return known;
    // Another id is another answer: the model was asked again. Lines without one may be pieces of the same.
    const opened = this.#open(line, message, messageId !== undefined);
    if (messageId !== undefined) this.#answers.set(messageId, opened);
    return opened;
  }

  #open({ role = "user" }: Line, at: JsonNode, opensTurn = false): OpenMessage {
    const draft = this.#draft.open({ role, at, roleAt: at.get("role"), opensTurn });
    this.#last = { role, draft, calls: new Map(), stopReason: undefined };
    return this.#last;
  }

  #readBlock(node: JsonNode, line: Line, open: OpenMessage, isExcused: boolean): void {
    const type = node.get("type")?.string() ?? "";
    const kind = kindOfBlock(type);
    switch (kind) {
      case "text":
        open.draft.text(node.get("text") ?? node);
        break;
      case "thinking":
        open.draft.thinking(type, node);
        break;
      case "client-call":
      case "hosted-call":
        this.#readCall(node, kind === "hosted-call", line, open, isExcused);
        break;
      case "client-result":
      case "hosted-result":
        addResultBlock(node, kind === "hosted-result", open.draft);
        break;
      default: {
        const what = type === "" ? "A block has no `type`, so it is not checked" : unknownType("Blocks", type);
        if (kind === undefined) this.#draft.warn(node.get("type") ?? node, what);
        open.draft.other(type, node);
      }
    }
  }

  #readCall(node: JsonNode, hosted: boolean, line: Line, { draft, calls }: OpenMessage, isExcused: boolean): void {
    const id = node.get("id")?.string() ?? "";
    const before = calls.get(id);
    // Some versions write an answer anew as it grows.
    if (id !== "" && before !== undefined && isSameNode(before, node)) return;
    calls.set(id, node);
    const partial = line.node.get("aborted")?.boolean() === true;
    // A call that the provider's own code made is answered by that code's result.
    const expectsNoResult = isExcused || partial || this.#options.isAbandoned || (!hosted && callerOf(node) !== undefined);
    addCallBlock({ node, streamed: undefined }, { hosted, expectsNoResult, partial }, draft);
  }
}

function given(node: JsonNode | undefined): JsonNode | undefined {
  return node?.kind === "string" ? node : undefined;
}

import type { JsonNode } from "../json/node.js";
import type { Conversation, Message, MessagePart } from "../model/conversation.js";
import type { ToolCall, ToolResult } from "../model/exchange.js";
import type { SeenConversation } from "../model/seen-conversation.js";
import type { Tool } from "../model/tool.js";
import { uncheckedBecause } from "../model/unchecked.js";
import type { NotChecked } from "../model/violation.js";
import { redactedMark } from "../text/quote.js";
import { type Links, linksOf } from "./links.js";
import type { PageMessage, PagePart, PageText, PartPlace, Pin } from "./page-data.js";
import { Pins } from "./pins.js";
import { plainText, redactedSlot, type SlotText, type Span, slotText } from "./slot-text.js";

/** How a conversation is drawn. */
export interface DrawOptions {
  readonly redact: boolean;
  /** Names that the conversation declares, and words of the trade: they stay under `redact`. */
  mayShow(name: string): boolean;
  /** Number of a tool's declaration among those of the conversation. */
  declarationOf(tool: Tool): number;
}

/** A conversation as the page shows it, and where each of its findings is pinned. */
export interface Drawing {
  readonly messages: readonly PageMessage[];
  readonly moreMessages: number;
  /** One for each finding, in order. */
  readonly pins: readonly Pin[];
}

/** Messages drawn of one conversation. */
const maxMessages = 5000;

/** Characters shown of one text: the fewer, the longer the whole conversation is. Texts with a finding keep the most. */
const textLimits = [6000, 800, 100] as const;

/** Characters of a conversation's texts: 200 turns of an agent that reads files, and not a dump of a database. */
const maxCharacters = 1_500_000;

/** Draws a conversation, as long as its nodes live. */
export function draw({ conversation, found }: SeenConversation, options: DrawOptions): Drawing {
  const texts = new Texts(conversation, options);
  const pins = found.length === 0 ? undefined : new Pins(conversation);
  const spans = new Map<string, Span[]>();
  const pinned = found.map(({ finding }): Pin => {
    const pin = pins?.of(finding) ?? { at: "conversation" };
    if (pin.at !== "part" || pin.slot !== "text") return pin;
    const span = texts.of(pin)?.spanOf(finding.range ?? finding.at.range);
    const key = `${pin.message} ${pin.part}`;
    spans.set(key, [...(spans.get(key) ?? []), ...(span === undefined ? [] : [span])]);
    return { ...pin, range: span ?? null };
  });
  const shown = conversation.messages.slice(0, maxMessages);
  const links = linksOf(conversation, misplacedResults(found));
  const limit = textLimits.find((each) => texts.length(shown, each) <= maxCharacters) ?? 0;
  const windows = new Map<string, Span>();
  const cut = (place: PartPlace): PageText => {
    const key = `${place.message} ${place.part}`;
    const own = spans.get(key);
    const { text } = texts.of(place) ?? plainText("");
    const window = windowOf(text, own, own === undefined ? limit : textLimits[0]);
    windows.set(key, window);
    return { text: text.slice(...window), before: window[0], after: text.length - window[1] };
  };
  const messages = shown.map((message, index): PageMessage => {
    const parts = message.parts.map((each, part) => drawPart(each, { message: index, part }, conversation, links, cut, options));
    return { role: message.role, fromResponse: message.fromResponse, parts };
  });
  return { messages, moreMessages: conversation.messages.length - shown.length, pins: pinned.map((pin) => shifted(pin, windows)) };
}

/** Where a result is, is judged by a rule: what it found is drawn. */
function misplacedResults(found: SeenConversation["found"]): readonly JsonNode[] {
  return found.filter(({ located }) => located.ruleId === "misplaced-result").map(({ finding }) => finding.at);
}

/** The texts of a conversation, each made once. */
class Texts {
  readonly #conversation: Conversation;
  readonly #options: DrawOptions;
  readonly #made = new Map<MessagePart, SlotText>();

  constructor(conversation: Conversation, options: DrawOptions) {
    this.#conversation = conversation;
    this.#options = options;
  }

  of({ message, part }: PartPlace): SlotText | undefined {
    const each = this.#conversation.messages[message]?.parts[part];
    if (each === undefined || each.kind === "other") return undefined;
    const known = this.#made.get(each) ?? this.#make(each);
    this.#made.set(each, known);
    return known;
  }

  /** Characters of all texts where none shows more than `limit`. */
  length(messages: readonly Message[], limit: number): number {
    let length = 0;
    for (const [message, { parts }] of messages.entries()) {
      for (let part = 0; part < parts.length; part += 1) length += Math.min(limit, this.of({ message, part })?.text.length ?? 0);
    }
    return length;
  }

  #make(part: Exclude<MessagePart, { readonly kind: "other" }>): SlotText {
    switch (part.kind) {
      case "call":
        return this.#argumentsOf(part.call);
      case "result": {
        const { content } = part.result.at;
        return content === undefined ? plainText("") : this.#text(soleText(content));
      }
      default:
        return this.#text(part.at);
    }
  }

  #text(node: JsonNode): SlotText {
    return this.#options.redact ? plainText(redactedMark) : slotText(node);
  }

  #argumentsOf(call: ToolCall): SlotText {
    const { arguments: given } = call.function;
    const { redact, mayShow } = this.#options;
    switch (given.kind) {
      case "empty":
        return plainText("{}");
      case "unknown":
        return plainText(`(${given.because})`);
      case "parsed": {
        if (redact) return redactedSlot(given.root, mayShow);
        const { arguments: at } = call.at;
        return slotText(given.document !== null && at?.kind === "string" ? at : given.root);
      }
      default:
        return this.#text(given.at);
    }
  }
}

/** The text of a content that is one text block, and else the content. */
function soleText(content: JsonNode): JsonNode {
  const [only, ...more] = content.items();
  const text = more.length === 0 ? only?.get("text") : undefined;
  return text?.kind === "string" ? text : content;
}

function drawPart(
  part: MessagePart,
  place: PartPlace,
  conversation: Conversation,
  links: Links,
  cut: (place: PartPlace) => PageText,
  options: DrawOptions,
): PagePart {
  switch (part.kind) {
    case "call":
      return drawCall(part.call, cut(place), conversation, links, options);
    case "result":
      return drawResult(part.result, cut(place), conversation, links, options);
    case "other":
      return { kind: "other", type: shownName(part.type, options) };
    default:
      return { kind: part.kind, text: cut(place) };
  }
}

function drawCall(call: ToolCall, given: PageText, conversation: Conversation, links: Links, options: DrawOptions): PagePart {
  const { name } = call.function;
  const link = links.calls.get(call);
  const tool = conversation.toolset.get(name ?? call.type);
  const unchecked = uncheckedBecause(call, conversation.toolset);
  return {
    kind: "call",
    id: shownId(call.id, options),
    tool: name === null ? null : shownName(name, options),
    type: shownName(call.type, options),
    arguments: given,
    state: link?.state ?? "pending",
    results: (link?.results ?? []).flatMap((result) => placeOfResult(result, conversation) ?? []),
    declaration: tool === undefined ? null : options.declarationOf(tool),
    notChecked: unchecked === undefined ? null : notCheckedBecause[unchecked],
  };
}

const notCheckedBecause: Readonly<Record<keyof NotChecked, string>> = {
  noDeclaration: "no declaration of the tool is known",
  hostedTool: "the provider owns the shape of this tool",
  unresolvable: "the recording does not hold them in full",
  undecided: "the declared schema gave no verdict",
};

function drawResult(result: ToolResult, content: PageText, conversation: Conversation, links: Links, options: DrawOptions): PagePart {
  const link = links.results.get(result) ?? { state: "standalone", call: undefined, because: "it owes no call" };
  return {
    kind: "result",
    id: shownId(result.callId, options),
    tool: result.name === null ? null : shownName(result.name, options),
    isError: result.isError,
    content,
    state: link.state,
    call: link.call === undefined ? null : placeOfCall(link.call, conversation),
    because: link.because,
  };
}

function placeOfCall(call: ToolCall, { messages }: Conversation): PartPlace | null {
  const part = messages[call.message]?.parts.findIndex((each) => each.kind === "call" && each.call === call) ?? -1;
  return part < 0 ? null : { message: call.message, part };
}

function placeOfResult(result: ToolResult, { messages }: Conversation): PartPlace | undefined {
  const part = messages[result.message]?.parts.findIndex((each) => each.kind === "result" && each.result === result) ?? -1;
  return part < 0 ? undefined : { message: result.message, part };
}

function shownId(id: string | null, { redact }: DrawOptions): string | null {
  return redact && id !== null ? redactedMark : id;
}

function shownName(name: string, { redact, mayShow }: DrawOptions): string {
  return !redact || mayShow(name) ? name : redactedMark;
}

/** The part of a long text that is shown: its beginning, or what is around its first finding. */
function windowOf(text: string, spans: readonly Span[] | undefined, limit: number): Span {
  if (text.length <= limit) return [0, text.length];
  const first = Math.min(...(spans ?? []).map(([from]) => from), text.length);
  const from = first < text.length && first > limit * 0.8 ? first - Math.floor(limit / 4) : 0;
  return [wholeCharacter(text, from), wholeCharacter(text, Math.min(text.length, from + limit))];
}

/** Never between the halves of a surrogate pair. */
function wholeCharacter(text: string, unit: number): number {
  const code = text.charCodeAt(unit);
  return code >= 0xdc00 && code < 0xe000 ? unit - 1 : unit;
}

/** A pin in the shown part of a text; its characters may be out of sight. */
function shifted(pin: Pin, windows: ReadonlyMap<string, Span>): Pin {
  if (pin.at !== "part" || pin.range === null) return pin;
  const [from, to] = windows.get(`${pin.message} ${pin.part}`) ?? [0, 0];
  const [begin, end] = [Math.max(pin.range[0], from), Math.min(pin.range[1], to)];
  return { ...pin, range: begin <= end && pin.range[0] < to ? [begin - from, end - from] : null };
}

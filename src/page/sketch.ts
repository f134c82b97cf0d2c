import type { SeenConversation } from "../model/seen-conversation.js";
import type { Toolset } from "../model/tool.js";
import { uncheckedBecause } from "../model/unchecked.js";
import type { Severity } from "../model/violation.js";
import { redactedMark } from "../text/quote.js";
import { isWireWord } from "../text/wire-words.js";
import { declarationOf } from "./declarations.js";
import { draw } from "./draw.js";
import type { PageDeclaration, PageFact, Pin } from "./page-data.js";
import { recordedDay } from "./recorded-day.js";

/** Where one violation of a conversation is pinned. */
export interface Anchor {
  readonly ruleId: string;
  /** As the report says it. */
  readonly message: string;
  readonly from: number | null;
  readonly to: number | null;
  readonly pin: Pin;
}

/** Calls of one tool, and how many of them had their arguments judged. */
export interface ToolCount {
  readonly name: string;
  readonly calls: number;
  readonly checked: number;
}

/** A conversation as the page shows it: plain data, which outlives the documents. */
export interface ConversationSketch {
  /** As violations in it have it: with the name of a file in an archive. */
  readonly path: string;
  readonly facts: readonly PageFact[];
  readonly format: string;
  readonly messageCount: number;
  /** `2026-11-30`, where the recording says when it was made. */
  readonly day: string | null;
  readonly tools: readonly ToolCount[];
  /** `message index` of the calls that were not judged. */
  readonly unchecked: readonly string[];
  readonly anchors: readonly Anchor[];
  /** What its calls refer to. */
  readonly declarations: readonly PageDeclaration[];
  /** The messages as JSON text: `PageMessage[]`. */
  readonly messages: string;
  readonly moreMessages: number;
  /** 3 where errors were found, 2: warnings, 1: notes, 0: nothing. */
  readonly weight: number;
}

const weights: Readonly<Record<Severity, number>> = { error: 3, warning: 2, info: 1 };
const noNames: ReadonlySet<string> = new Set();

/**
 * Makes what draws the conversations of a run.
 *
 * @param redact hides values and text, as reports do
 * @param namesOf the names that a toolset declares: `redact` leaves them
 */
export function createSketcher(
  redact: boolean,
  namesOf: (toolset: Toolset) => ReadonlySet<string>,
): (seen: SeenConversation) => ConversationSketch {
  return (seen) => {
    const { path, conversation, found } = seen;
    const names = redact ? namesOf(conversation.toolset) : noNames;
    const mayShow = (name: string) => names.has(name) || isWireWord(name);
    const numbers = new Map<PageDeclaration, number>();
    const drawing = draw(seen, {
      redact,
      mayShow,
      declarationOf: (tool) => {
        const declaration = declarationOf(tool, redact ? mayShow : undefined);
        const number = numbers.get(declaration) ?? numbers.size;
        numbers.set(declaration, number);
        return number;
      },
    });
    return {
      path,
      facts: factsOf(seen, redact),
      format: conversation.format,
      messageCount: conversation.messages.length,
      day: recordedDay(conversation),
      ...countCalls(seen, (name) => (!redact || mayShow(name) ? name : redactedMark)),
      anchors: found.flatMap(({ located }, at) => anchorOf(located, drawing.pins[at], redact)),
      declarations: [...numbers.keys()],
      messages: JSON.stringify(drawing.messages),
      moreMessages: drawing.moreMessages,
      weight: Math.max(0, ...found.map(({ located }) => weights[located.severity])),
    };
  };
}

function anchorOf(
  { ruleId, range, message, redacted }: SeenConversation["found"][number]["located"],
  pin: Pin | undefined,
  redact: boolean,
): readonly Anchor[] {
  if (pin === undefined || pin.at === "conversation") return [];
  const [from, to] = [range?.start.offset ?? null, range?.end.offset ?? null];
  return [{ ruleId, message: redact ? redacted.message : message, from, to, pin }];
}

function countCalls(
  { conversation: { exchanges, toolset } }: SeenConversation,
  shown: (name: string) => string,
): Pick<ConversationSketch, "tools" | "unchecked"> {
  const tools = new Map<string, { name: string; calls: number; checked: number }>();
  const unchecked: string[] = [];
  for (const { calls } of exchanges) {
    for (const call of calls) {
      const name = shown(call.function.name ?? call.type);
      const count = tools.get(name) ?? { name, calls: 0, checked: 0 };
      tools.set(name, count);
      count.calls += 1;
      if (uncheckedBecause(call, toolset) === undefined) count.checked += 1;
      else unchecked.push(`${call.message} ${call.index}`);
    }
  }
  return { tools: [...tools.values()], unchecked };
}

function factsOf({ record, conversation }: SeenConversation, redact: boolean): readonly PageFact[] {
  const { format, profile, mode, provider, toolset } = conversation;
  return [
    { name: "Format", value: format },
    { name: "Profile", value: profile },
    { name: "Mode", value: mode },
    ...(provider.model === undefined || redact ? [] : [{ name: "Model", value: provider.model }]),
    ...(toolset.completeness === "absent" ? [] : [{ name: "Tools declared", value: String(toolset.tools.length) }]),
    ...(record === null ? [] : [{ name: "Record", value: String(record + 1) }]),
  ];
}

import { Random } from "./random.js";
import { type Template, templates } from "./templates.js";
import type { Layout, Tree, TreeObject } from "./written.js";

/** The wires that scenes are written on. */
export const wires = ["openai", "anthropic", "nemo"] as const;
export type Wire = (typeof wires)[number];

/** `envelope`: messages and declarations in our own envelope. `bare`: both side by side. `pair`: the last answer stands in a response. */
export type Shape = "envelope" | "bare" | "request" | "pair";

export interface SceneTool {
  name: string;
  schema: TreeObject | undefined;
  strict?: boolean;
  /** Written instead of the declaration. */
  raw?: Tree;
}

export interface SceneCall {
  kind: "call";
  /** `undefined`: the key is left out. */
  id: string | undefined;
  name: string;
  template: Template;
  arguments: TreeObject;
  /** Text of the arguments, instead of that of `arguments`. */
  text?: string;
  /** The arguments as a value of the document itself, whatever the wire wants. */
  value?: Tree;
}

export interface SceneResult {
  kind: "result";
  id: string | undefined;
  content: Tree;
  isError?: boolean;
  /** In a user message of its own, where the wire keeps several results in one. */
  apart?: boolean;
}

export interface SceneAnswer {
  kind: "assistant";
  text: string | null;
  /** Text behind the calls, where the wire can write it. */
  textBehind?: string;
  calls: SceneCall[];
  /** More members of the message. */
  extra?: TreeObject;
}

export interface SceneText {
  kind: "user" | "system";
  text: string;
  /** In the message of the results around it, where the wire keeps results in user messages. */
  joined?: boolean;
  extra?: TreeObject;
}

/** Any message, written as it is. */
export interface SceneRaw {
  kind: "raw";
  message: Tree;
}

export type SceneEntry = SceneText | SceneAnswer | SceneResult | SceneRaw;

/** A conversation in no wire's words; faults are put into it in place. */
export interface Scene {
  wire: Wire;
  shape: Shape;
  tools: SceneTool[];
  entries: SceneEntry[];
  /** More members of the request. */
  extra: TreeObject;
  /** Instead of the finish reason that fits the last answer of a pair. */
  finish?: string;
  layout: Layout & { readonly bom: boolean };
}

/** One assistant turn with calls, and what answers it. */
export interface Step {
  readonly answer: SceneAnswer;
  /** Index of its message among the entries. */
  readonly at: number;
  readonly results: readonly SceneResult[];
  /** Index of the first entry behind its results. */
  readonly end: number;
}

const words = [
  "Could you look into this, please?",
  'He said "now" \\ or never',
  "Grüße aus Köln, 東京 und 🚀",
  "Line one\nline two\ttabbed",
  "And what about tomorrow?",
];

const outcomes: readonly string[] = [
  '{"ok":true,"count":3}',
  "Nothing matched.",
  "14 °C, windy 🌬️",
  '[{"id":1},{"id":2}]',
  "<b>done</b>\n\n---",
];

/** A conversation without fault: the same for the same seed. */
export function cleanScene(seed: number): Scene {
  const random = new Random(seed);
  const wire = random.pick(wires);
  const shape = random.pick(shapesOf[wire]);
  const chosen = random.shuffled(templates).slice(0, 2 + random.below(4));
  const entries: SceneEntry[] = [];
  if (wire !== "anthropic" && random.oneIn(2)) entries.push({ kind: "system", text: "You are a helpful assistant." });
  const turns = 1 + random.below(5);
  for (let turn = 0; turn < turns; turn += 1) {
    entries.push({ kind: "user", text: random.pick(words) });
    const steps = random.below(5) === 0 ? 2 : 1;
    for (let step = 0; step < steps; step += 1) {
      const answer = answerOf(chosen, wire, random);
      entries.push(answer, ...random.shuffled(answer.calls.map((call) => resultOf(call, random))));
    }
    entries.push({ kind: "assistant", text: `${random.pick(words)} Done.`, calls: [] });
  }
  if (random.oneIn(3)) entries.push({ kind: "user", text: random.pick(words) }, answerOf(chosen, wire, random));
  const indent = random.pick(["", "  ", "\t"]);
  const newline = random.oneIn(4) ? "\r\n" : "\n";
  return {
    wire,
    shape,
    tools: chosen.map(({ name, schema }) => ({ name, schema: structuredClone(schema) })),
    entries,
    extra: {},
    layout: { indent, newline, bom: random.oneIn(6) },
  };
}

const shapesOf: Readonly<Record<Wire, readonly Shape[]>> = {
  openai: ["envelope", "bare", "request", "pair"],
  anthropic: ["request", "pair"],
  nemo: ["envelope", "bare"],
};

function answerOf(chosen: readonly Template[], wire: Wire, random: Random): SceneAnswer {
  const count = random.oneIn(2) ? 1 : 2 + random.below(3);
  const calls = Array.from({ length: count }, () => callOf(random.pick(chosen), wire, random));
  return { kind: "assistant", text: random.oneIn(3) ? random.pick(words) : null, calls };
}

/** A call that fits its declaration. */
export function callOf(template: Template, wire: Wire, random: Random): SceneCall {
  const id = `${wire === "anthropic" ? "toolu_01" : "call_"}${random.word(wire === "nemo" ? 6 : 16)}`;
  return { kind: "call", id, name: template.name, template, arguments: template.arguments(random) };
}

/** A result that answers a call. */
export function resultOf({ id }: SceneCall, random: Random): SceneResult {
  return { kind: "result", id, content: random.pick(outcomes) };
}

/** The steps of a scene that is still clean. */
export function stepsOf({ entries }: Scene): readonly Step[] {
  return entries.flatMap((answer, at): readonly Step[] => {
    if (answer.kind !== "assistant" || answer.calls.length === 0) return [];
    const results: SceneResult[] = [];
    let end = at + 1;
    for (let entry = entries[end]; entry?.kind === "result"; entry = entries[end]) {
      results.push(entry);
      end += 1;
    }
    return [{ answer, at, results, end }];
  });
}

/** All calls of a scene. */
export function callsOf({ entries }: Scene): readonly SceneCall[] {
  return entries.flatMap((entry) => (entry.kind === "assistant" ? entry.calls : []));
}

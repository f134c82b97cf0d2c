import type { JsonObject } from "../../../src/json/value.js";

/** One call of a talk, free of any wire. */
export interface TalkCall {
  /** `1`, `2`, … in the talk; a wire puts its own prefix in front. */
  readonly number: number;
  readonly name: string;
  readonly arguments: JsonObject;
}

/** What came back for a call. */
export interface TalkResult {
  readonly call: TalkCall;
  readonly text: string;
  readonly isError: boolean;
}

/** One step of a talk. */
export type TalkStep =
  | { readonly kind: "user"; readonly text: string }
  | { readonly kind: "says"; readonly text: string }
  /** One turn of the model; results in order of arrival. */
  | { readonly kind: "calls"; readonly calls: readonly TalkCall[]; readonly results: readonly TalkResult[] }
  /** A search that the provider runs; the model says `text` in the same turn. */
  | { readonly kind: "search"; readonly query: string; readonly found: string; readonly text: string };

/** A declared tool. */
export interface TalkTool {
  readonly name: string;
  readonly description: string;
  readonly parameters: JsonObject;
}

/** One conversation, as every wire should tell it. */
export interface Talk {
  readonly scenario: Scenario;
  readonly tools: readonly TalkTool[];
  readonly steps: readonly TalkStep[];
}

/** The conversations that all wires share, as their folders are called. */
export const scenarios = [
  "parallel-calls",
  "corrected-call",
  "hosted-tool",
  "interrupted",
  "no-arguments",
  "error-result",
  "misused-tools",
] as const;
export type Scenario = (typeof scenarios)[number];

const text = (name: string): JsonObject => ({
  type: "object",
  properties: { [name]: { type: "string" } },
  required: [name],
  additionalProperties: false,
});
const tools: readonly TalkTool[] = [
  { name: "get_weather", description: "Weather of a city", parameters: text("city") },
  { name: "get_time", description: "Time in a zone", parameters: text("zone") },
  { name: "list_rooms", description: "All rooms", parameters: { type: "object", properties: {}, additionalProperties: false } },
];

const weather = (number: number, city: string): TalkCall => ({ number, name: "get_weather", arguments: { city } });
const answer = (call: TalkCall, words: string): TalkResult => ({ call, text: words, isError: false });
const fault = (call: TalkCall, words: string): TalkResult => ({ call, text: words, isError: true });
const user = (words: string): TalkStep => ({ kind: "user", text: words });
const says = (words: string): TalkStep => ({ kind: "says", text: words });

/** The conversation of a scenario. */
export function talkOf(scenario: Scenario): Talk {
  return { scenario, tools, steps: stepsOf[scenario]() };
}

const stepsOf: Readonly<Record<Scenario, () => readonly TalkStep[]>> = {
  "parallel-calls": () => {
    const oslo = weather(1, "Oslo");
    const rome: TalkCall = { number: 2, name: "get_time", arguments: { zone: "Europe/Rome" } };
    return [
      user("How warm is it in Oslo, and how late in Rome?"),
      { kind: "calls", calls: [oslo, rome], results: [answer(rome, "noon sharp"), answer(oslo, "mild rain")] },
      says("It is mild in Oslo, and noon in Rome."),
    ];
  },
  "corrected-call": () => {
    const wrong = weather(1, "Osol");
    const right = weather(2, "Oslo");
    return [
      user("How warm is it in Osol?"),
      { kind: "calls", calls: [wrong], results: [fault(wrong, "no city of this name")] },
      { kind: "calls", calls: [right], results: [answer(right, "mild rain")] },
      says("If you mean Oslo: it is mild."),
    ];
  },
  "hosted-tool": () => [
    user("What is new in Oslo?"),
    { kind: "search", query: "Oslo news", found: "A new tram line", text: "There is a new tram line." },
  ],
  interrupted: () => [
    user("How warm is it in Oslo?"),
    { kind: "calls", calls: [weather(1, "Oslo")], results: [] },
    user("Never mind."),
    says("As you wish."),
  ],
  "no-arguments": () => {
    const call: TalkCall = { number: 1, name: "list_rooms", arguments: {} };
    return [
      user("Which rooms are there?"),
      { kind: "calls", calls: [call], results: [answer(call, "library and hall")] },
      says("A library and a hall."),
    ];
  },
  "error-result": () => {
    const call = weather(1, "Oslo");
    return [
      user("How warm is it in Oslo?"),
      { kind: "calls", calls: [call], results: [fault(call, "the station is silent")] },
      says("I cannot find out."),
    ];
  },
  "misused-tools": () => {
    const number: TalkCall = { number: 1, name: "get_weather", arguments: { city: 5 } };
    const surplus: TalkCall = { number: 2, name: "list_rooms", arguments: { floor: 2 } };
    const misspelt: TalkCall = { number: 3, name: "get_wether", arguments: { city: "Oslo" } };
    return [
      user("How warm is it in city 5, and in the rooms of floor 2?"),
      { kind: "calls", calls: [number], results: [fault(number, "a city has a name")] },
      { kind: "calls", calls: [surplus], results: [answer(surplus, "library and hall")] },
      { kind: "calls", calls: [misspelt], results: [answer(misspelt, "a fresh wind")] },
      says("I know of no city 5, and there is a wind."),
    ];
  },
};

/** The result of a call in its turn, for wires that write it beside the call. */
export function resultOf(step: Extract<TalkStep, { kind: "calls" }>, call: TalkCall): TalkResult | undefined {
  return step.results.find((result) => result.call === call);
}

/** Results in the order of their calls, for wires that pair by order alone. */
export function inCallOrder(step: Extract<TalkStep, { kind: "calls" }>): readonly TalkResult[] {
  return step.calls.flatMap((call) => resultOf(step, call) ?? []);
}

import type { JsonValue } from "../../../src/json/value.js";
import type { Conversation } from "../../../src/model/conversation.js";
import type { ToolCall, ToolExchange, ToolLink } from "../../../src/model/exchange.js";
import { resultOf, type Talk } from "./talk.js";
import type { Wire } from "./wire.js";

/**
 * What all wires must agree on: who speaks in which order (a role that speaks on is told once), and for each turn with calls their names,
 * arguments and results.
 */
export type Outline = readonly (string | readonly string[])[];

/** What a talk should be read as, less what its wire cannot tell. */
export function expectedOutline({ steps }: Talk, { texts = ["user", "assistant"], hidesErrors, hidesFound }: Wire): Outline {
  const outline: (string | readonly string[])[] = [];
  const speak = (role: "user" | "assistant") => {
    if (texts.includes(role)) outline.push(role);
  };
  for (const step of steps) {
    switch (step.kind) {
      case "user":
        speak("user");
        break;
      case "calls":
        outline.push(
          step.calls.map((call) => {
            const result = resultOf(step, call);
            const end = result === undefined ? "unanswered" : `${result.isError && !hidesErrors ? "error " : ""}${quoted(result.text)}`;
            return `${call.name} ${sorted(call.arguments)}: ${end}`;
          }),
        );
        break;
      case "search":
        outline.push([`hosted: ${hidesFound ? "unanswered" : "answered"}`]);
        speak("assistant");
        break;
      case "says":
        speak("assistant");
    }
  }
  return outline;
}

/** What a conversation was read as. Results are known by the words of the talk that they hold. */
export function outlineOf({ messages, exchanges }: Conversation, talk: Talk): Outline {
  const outline: (string | readonly string[])[] = [];
  const left = new Set(exchanges);
  for (const { role, parts } of messages) {
    for (const part of parts) {
      // An empty text beside calls says nothing.
      if (part.kind === "text" && part.at.string() !== "" && role !== "system" && outline.at(-1) !== role) outline.push(role);
      if (part.kind !== "call") continue;
      const exchange = [...left].find(({ calls }) => calls.includes(part.call));
      if (exchange === undefined) continue;
      left.delete(exchange);
      outline.push(linesOf(exchange, talk));
    }
  }
  for (const exchange of left) outline.push(linesOf(exchange, talk));
  return outline;
}

function linesOf({ links }: ToolExchange, talk: Talk): readonly string[] {
  return links.map((link) => (link.kind === "orphaned" ? "orphaned" : lineOf(link, talk)));
}

function lineOf(link: Exclude<ToolLink, { readonly kind: "orphaned" }>, talk: Talk): string {
  const { call } = link;
  // Each provider has a search of its own, with a name and words of its own.
  if (call.hosted) return `hosted: ${link.kind}`;
  const { name } = call.function;
  return `${name} ${argumentsOf(call)}: ${link.kind === "answered" ? resultText(link, talk) : link.kind}`;
}

function resultText({ result }: Extract<ToolLink, { readonly kind: "answered" }>, { steps }: Talk): string {
  const written = JSON.stringify((result.at.content ?? result.at.result).value());
  const known = steps.flatMap((step) => (step.kind === "calls" ? step.results : [])).find(({ text }) => written.includes(text));
  return `${result.isError ? "error " : ""}${known === undefined ? written : quoted(known.text)}`;
}

function argumentsOf({ function: { arguments: given } }: ToolCall): string {
  switch (given.kind) {
    case "parsed":
      return sorted(given.root.value());
    case "empty":
      return "{}";
    default:
      return given.kind;
  }
}

/** With the keys in one order: some wires write them in their own. */
function sorted(value: JsonValue): string {
  return JSON.stringify(value, (_key, member: JsonValue) =>
    typeof member === "object" && member !== null && !Array.isArray(member)
      ? Object.fromEntries(Object.entries(member).sort(([one], [other]) => (one < other ? -1 : 1)))
      : member,
  );
}

function quoted(text: string): string {
  return JSON.stringify(text);
}

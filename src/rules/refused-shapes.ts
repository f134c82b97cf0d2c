import type { JsonNode } from "../json/node.js";
import type { Message } from "../model/conversation.js";
import type { Finding } from "../model/violation.js";
import type { Fact } from "../profiles/fact.js";
import type { Profile } from "../profiles/profile.js";
import type { PartMembers } from "../profiles/request-facts.js";
import { quote } from "../text/quote.js";
import { breachOf } from "./pairing-text.js";
import { isEmptyText } from "./refused-blocks.js";

/**
 * What an endpoint rejects in how messages are made up: content without elements, text beside calls or results, parts that are nothing or
 * two things at once.
 *
 * @param isRequest the last answer is history too; else it may have just come back
 */
export function* refusedShapes(messages: readonly Message[], isRequest: boolean, profile: Profile): Generator<Finding> {
  const { rejectsEmptyContent: empty, rejectsMixedTurns: mixed, partMembers } = profile.messages;
  if ((empty ?? mixed ?? partMembers) === undefined) return;
  for (const [index, message] of messages.entries()) {
    if (message.fromResponse || (!isRequest && message.role === "assistant" && index === messages.length - 1)) continue;
    if (empty?.value === true) {
      const found = emptyContent(message, index === messages.length - 1, empty, profile);
      if (found !== undefined) yield found;
    }
    if (mixed?.value === true) {
      const found = mixedTurn(message, mixed, profile);
      if (found !== undefined) yield found;
    }
    if (partMembers !== undefined) yield* wrongParts(message, partMembers, profile);
  }
}

function emptyContent({ at, role }: Message, isLast: boolean, fact: Fact<boolean>, profile: Profile): Finding | undefined {
  const content = at.get("content");
  if (content?.kind !== "array" || content.first() !== undefined || (isLast && role === "assistant")) return undefined;
  const message = `The content of ${role === "assistant" ? "an assistant" : `a ${role}`} message is an empty list`;
  return { at: content, message, ...breachOf(fact, profile, "Remove the message, or give it text") };
}

function mixedTurn({ at, parts }: Message, fact: Fact<boolean>, profile: Profile): Finding | undefined {
  const text = parts.find((part) => part.kind === "text" && !isEmptyText(part.at));
  const tool = parts.find(({ kind }) => kind === "call" || kind === "result");
  if (text === undefined || tool === undefined) return undefined;
  const message = `A message has both text and ${tool.kind}s; this model accepts only one of them`;
  return {
    at: at.get("content") ?? at,
    message,
    ...breachOf(fact, profile, tool.kind === "call" ? "Remove the text" : "Send the text in a turn of its own"),
    ...(tool.kind === "call" && { call: tool.call }),
  };
}

function* wrongParts({ at }: Message, fact: Fact<PartMembers>, profile: Profile): Generator<Finding> {
  const { data, traits } = fact.value;
  for (const part of at.get("parts")?.items() ?? []) {
    if (part.kind !== "object") continue;
    const members = part.entries().filter(({ value }) => value.kind !== "null");
    const names = members.map(({ key }) => key.string() ?? "");
    const held = names.filter((name) => data.includes(name) && !isEmptyString(part.get(name)));
    const [first, second] = held;
    if (second !== undefined) {
      const message = `A part has both ${quote(first ?? "")} and ${quote(second)}`;
      yield { at: part, message, ...breachOf(fact, profile, "Write each as a part of its own") };
    } else if (!names.some((name) => data.includes(name)) && names.every((name) => traits.includes(name))) {
      const what = names.length === 0 ? "An empty part" : `A part with only ${names.map(quote).join(" and ")}`;
      const message = `${what} has no content; it needs text, a call, a result or media`;
      yield { at: part, message, ...breachOf(fact, profile, "Remove the part") };
    }
  }
}

/** Serialisers write an empty text beside what the part is. */
function isEmptyString(node: JsonNode | undefined): boolean {
  return node?.kind === "string" && node.string() === "";
}

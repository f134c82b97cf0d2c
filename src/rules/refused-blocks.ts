import type { JsonNode } from "../json/node.js";
import type { Message, MessagePart } from "../model/conversation.js";
import type { Finding } from "../model/violation.js";
import type { Fact } from "../profiles/fact.js";
import type { Profile } from "../profiles/profile.js";
import { breachOf } from "./pairing-text.js";

/** What an endpoint rejects among the blocks of messages that were sent. */
export interface BlockPolicy {
  readonly emptyText: Fact<boolean> | undefined;
  readonly blankText: Fact<boolean> | undefined;
  readonly unsignedThinking: Fact<boolean> | undefined;
}

/** What is enforced of blocks, or `undefined`. */
export function blockPolicy({ messages, thinking }: Profile): BlockPolicy | undefined {
  const enforced = {
    emptyText: ifTrue(messages.rejectsEmptyAssistantText),
    blankText: ifTrue(messages.rejectsBlankText),
    unsignedThinking: ifTrue(thinking.signed),
  };
  return (enforced.emptyText ?? enforced.blankText ?? enforced.unsignedThinking) === undefined ? undefined : enforced;
}

function ifTrue(fact: Fact<boolean> | undefined): Fact<boolean> | undefined {
  return fact?.value === true ? fact : undefined;
}

/**
 * The blocks of users and assistants that the endpoint rejects.
 *
 * @param isRequest the last answer is history too; else it, and all that is with it at the very end, may have just come back
 */
export function refusedBlocks(messages: readonly Message[], isRequest: boolean, policy: BlockPolicy, profile: Profile): readonly Finding[] {
  const findings: Finding[] = [];
  let end = messages.length;
  while (!isRequest && messages[end - 1]?.role === "assistant") end -= 1;
  for (let index = 0; index < end; index += 1) {
    const message = messages[index];
    if (message === undefined || message.fromResponse || (message.role !== "user" && message.role !== "assistant")) continue;
    for (const part of message.parts) {
      const finding = part.kind === "text" || part.kind === "thinking" ? refusedBlock(part, message, policy, profile) : undefined;
      if (finding !== undefined) findings.push(finding);
    }
  }
  return findings;
}

function refusedBlock(part: MessagePart, { role, at, parts }: Message, policy: BlockPolicy, profile: Profile): Finding | undefined {
  if (part.kind === "text") {
    const { blankText, emptyText } = policy;
    const fact = blankText !== undefined && isBlankText(part.at) ? blankText : role === "assistant" ? emptyText : undefined;
    if (fact === undefined || (fact === emptyText && !isEmptyText(part.at))) return undefined;
    // Content that is one empty text is reported as empty content.
    if (at.get("content")?.kind !== "array") return undefined;
    const isEmpty = isEmptyText(part.at);
    const what = isEmpty ? "an empty text block" : "a text block with only white space";
    const message = `${role === "assistant" ? "An assistant" : `A ${role}`} message has ${what}`;
    // Beside other blocks white space has been rejected and taken: of a line feed between two texts a 200 is recorded (Claude, 2026-11).
    const weighed: Fact<boolean> = isEmpty || parts.length === 1 ? fact : { ...fact, severity: "warning" };
    return { at: part.at, message, ...breachOf(weighed, profile, "Remove the block") };
  }
  const { unsignedThinking } = policy;
  if (unsignedThinking === undefined || part.kind !== "thinking" || part.type !== "thinking") return undefined;
  const signature = part.at.get("signature");
  if (signature !== undefined && signature.kind !== "null") return undefined;
  const message = "A thinking block lost the signature that the model gave it";
  const advice = "Keep the signature, or remove the thinking of earlier turns";
  return { at: signature ?? part.at, message, ...breachOf(unsignedThinking, profile, advice) };
}

/** Whether a text part is empty: a string of its own, or a block that holds it. */
export function isEmptyText(part: JsonNode): boolean {
  const text = part.kind === "object" ? part.get("text") : part;
  if (text?.kind !== "string") return false;
  const { from, to } = text.range;
  // Two quotes, and what escapes them where a body was written as text: longer text is not decoded to learn that it is some.
  return to - from <= 16 && text.string() === "";
}

function isBlankText(text: JsonNode): boolean {
  if (text.kind !== "string") return false;
  const first = text.bytes()?.[1];
  // Most text begins with a letter: the quote, white space, escapes and what is beyond ASCII are looked at.
  const mayBe = first === undefined || first <= 0x22 || first === 0x5c || first > 0x7f;
  return mayBe && text.string()?.trim() === "";
}

import type { JsonNode } from "../json/node.js";
import { orderedText } from "../json/same-value.js";
import type { AdaptedConversation, Message, MessagePart } from "../model/conversation.js";
import { sha256 } from "../text/sha256.js";

/**
 * Leaves out conversations that a later request of the same session repeats: those whose messages are the beginning of another's
 *. Thinking is passed over, since it is often left out of what is sent back.
 *
 * Linear in the text of all messages.
 *
 * @param sessionOf tells what two equal conversations must share to be one and the same, recorded twice
 * @returns what is left, in the same order; of the same one the first
 */
export function withoutRepeated(
  conversations: readonly AdaptedConversation[],
  sessionOf: (conversation: AdaptedConversation) => string = () => "",
): readonly AdaptedConversation[] {
  if (conversations.length < 2) return conversations;
  const chains = conversations.map(({ messages }) => chainOf(messages));
  const beginnings = new Set(chains.flatMap((chain) => chain.slice(0, -1)));
  const kept = new Set<string>();
  return conversations.filter((conversation, position) => {
    const whole = chains[position]?.at(-1);
    // One that says nothing is kept for what was found in it.
    if (whole === undefined) return conversation.anomalies.length > 0;
    const key = `${sessionOf(conversation)} ${whole}`;
    if (beginnings.has(whole) || kept.has(key)) return false;
    kept.add(key);
    return true;
  });
}

/** A digest of each beginning of a list of messages, the whole last. */
function chainOf(messages: readonly Message[]): readonly string[] {
  let digest = "";
  return messages.map(({ role, parts }) => {
    digest = sha256(JSON.stringify([digest, role, parts.flatMap(wordsOf)]), "base64");
    return digest;
  });
}

/** What a part says; nothing for thinking and media. */
function wordsOf(part: MessagePart): readonly (string | null)[] {
  switch (part.kind) {
    case "text":
      return ["text", textAt(part.at)];
    case "call":
      return ["call", part.call.id, part.call.function.name, textAt(part.call.at.arguments)];
    case "result":
      return ["result", part.result.callId, textAt(part.result.at.content)];
    default:
      return [];
  }
}

function textAt(node: JsonNode | undefined): string | null {
  return node === undefined ? null : (node.string() ?? orderedText(node.value()));
}

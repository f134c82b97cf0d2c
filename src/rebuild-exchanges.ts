import { unwrap } from "./formats/envelope.js";
import { nemo } from "./formats/nemo.js";
import { parseJson } from "./json/read.js";
import type { JsonObject } from "./json/value.js";
import type { ChatMessage } from "./model/chat-message.js";
import type { ToolExchange } from "./model/exchange.js";
import { pairExchanges as rebuild } from "./model/rebuild.js";
import { nemo as nemoProfile } from "./profiles/nemo.js";

/**
 * Rebuilds the exchanges of messages that are at hand as values: one each for the calls of an assistant turn and the results that answer them.
 *
 * @param messages as `ChatMessage.from` gives or takes them; results link inside their turn, by id
 * @returns exchanges in call order, an orphaned result in one of its own; `links` says which result answers which call
 */
export function rebuildExchanges(messages: readonly (ChatMessage | JsonObject)[]): readonly ToolExchange[] {
  const read = parseJson(JSON.stringify(messages));
  if (read.kind === "fault") return [];
  return unwrap(read.document.root).recordings.flatMap((recording) =>
    nemo.adapt(recording).flatMap((conversation) => rebuild(conversation.messages, nemoProfile.pairing)),
  );
}

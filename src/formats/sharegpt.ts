import type { JsonNode } from "../json/node.js";
import type { WordNeed } from "../json/seen-words.js";
import type { AdaptedConversation } from "../model/conversation.js";
import { surveyOf } from "./chat/survey.js";
import { type Detection, type Format, noMatch, type RecordingInput } from "./format.js";
import { hasValueParts, isMessage, messageListOf, rowsIn } from "./rows/find-rows.js";
import { readRow } from "./rows/reader.js";
import { placeOfCalls } from "./rows/survey.js";
import { callRoles } from "./rows/turn.js";
import { oneKeyOf, oneValueOf, wordsNeeded } from "./words-needed.js";

/** Parts and turns with a value, or roles that are none of OpenAI's. */
const ways: WordNeed = [[oneKeyOf("value")], [oneValueOf(callRoles)]];

/**
 * Rows whose calls are messages of their own, with the call as JSON: ShareGPT's `{conversations: [{from, value}], system?, tools?}` with the
 * roles `function_call` and `observation`, ms-swift's `tool_call` and `tool_response` in OpenAI's shape, and the `{type, value}` parts of
 * LLaMA-Factory's newer rows. Rows of prose alone are of ShareGPT's shape too.
 *
 * Source: LLaMA-Factory, data/README.md, `src/llamafactory/data/tool_utils.py` and `src/llamafactory/v1`; ms-swift,
 * docs/source_en/Instruction/Agent-support.md; data card of Salesforce/APIGen-MT-5k; read 2026-12.
 */
export const sharegpt: Format = {
  id: "sharegpt",
  title: "Rows with calls as messages (ShareGPT, LLaMA-Factory, ms-swift)",
  carries: ["calls", "results", "declarations"],
  source: "LLaMA-Factory, data/README.md; ms-swift, Agent-support.md (read 2026-12)",
  profile: "dataset",
  rootKeys: ["", "[]."].flatMap((place) =>
    ["conversations", "conversation", "messages", "chosen_messages", "from", "role"].map((key) => `${place}${key}`),
  ),
  needs: { ...wordsNeeded(...ways), withObjectTexts: () => ways },
  detect,
  adapt,
};

function detect({ body, response, url }: RecordingInput): Detection {
  if (response !== undefined && response.kind !== "null") return noMatch;
  const first = body.kind === "array" ? body.first() : body;
  const message = first && (isMessage(first) ? first : messageListOf(first)?.first());
  if (message === undefined) return noMatch;
  const isUnit = message === body ? ({ unit: "message" } as const) : {};
  if (message.get("from")?.kind !== "string" || message.get("value") === undefined) {
    const because = url === undefined ? markIn(body, message) : undefined;
    return because === undefined ? noMatch : { match: "certain", because, ...isUnit };
  }
  const place = placeOfCalls(rowsIn(body).flatMap(({ messages }) => messages));
  if (place === "texts" || place === "fields") return { ...noMatch, ...isUnit };
  const because = place === "turns" ? "writes calls as messages of role function_call" : "has messages with from and value";
  return { match: "certain", because, ...isUnit };
}

/** What tells messages with OpenAI's keys from OpenAI's own: finishes the sentence "read as … because it …". */
function markIn(body: JsonNode, first: JsonNode): string | undefined {
  if (hasValueParts(first)) return "has messages whose parts have a type and a value";
  // Most lists of messages have OpenAI's roles alone.
  if (surveyOf(body).plainRoles) return undefined;
  const place = placeOfCalls(rowsIn(body).flatMap(({ messages }) => messages));
  return place === "turns" ? "writes calls as messages of role tool_call" : undefined;
}

function adapt(recording: RecordingInput): readonly AdaptedConversation[] {
  const rows = rowsIn(recording.body);
  if (rows.length > 0) return rows.map((row) => readRow(row, recording, "sharegpt"));
  return [readRow({ at: recording.at, messages: [recording.body], system: undefined, tools: undefined }, recording, "sharegpt")];
}

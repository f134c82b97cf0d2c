import type { AdaptedConversation } from "../model/conversation.js";
import { type Detection, type Format, noMatch, type RecordingInput } from "./format.js";
import { isMessage, messageListOf, rowsIn } from "./rows/find-rows.js";
import { readRow } from "./rows/reader.js";
import { placeOfCalls } from "./rows/survey.js";

/**
 * Rows of ShareGPT's shape, `{conversations: [{from, value}], system?, tools?}`: calls are messages of role `function_call` whose text is
 * JSON, their results messages of role `observation`. Rows of prose alone are of this shape too.
 *
 * Source: LLaMA-Factory, data/README.md and `src/llamafactory/data/tool_utils.py`; data card of Salesforce/APIGen-MT-5k; read 2026-11.
 */
export const sharegpt: Format = {
  id: "sharegpt",
  title: "ShareGPT rows",
  carries: ["calls", "results", "declarations"],
  source: "LLaMA-Factory, data/README.md (read 2026-11)",
  profile: "dataset",
  rootKeys: ["conversations", "conversation", "from", "[].conversations", "[].conversation", "[].from"],
  detect,
  adapt,
};

function detect({ body, response }: RecordingInput): Detection {
  if (response !== undefined && response.kind !== "null") return noMatch;
  const first = body.kind === "array" ? body.first() : body;
  const message = first && (isMessage(first) ? first : messageListOf(first)?.first());
  if (message === undefined || message.get("from")?.kind !== "string" || message.get("value") === undefined) return noMatch;
  const isUnit = message === body ? ({ unit: "message" } as const) : {};
  const place = placeOfCalls(rowsIn(body).flatMap(({ messages }) => messages));
  if (place === "texts" || place === "fields") return { ...noMatch, ...isUnit };
  const because = place === "turns" ? "writes calls as messages of role function_call" : "has messages with from and value";
  return { match: "certain", because, ...isUnit };
}

function adapt(recording: RecordingInput): readonly AdaptedConversation[] {
  const rows = rowsIn(recording.body);
  if (rows.length > 0) return rows.map((row) => readRow(row, recording, "sharegpt"));
  return [readRow({ at: recording.at, messages: [recording.body], system: undefined, tools: undefined }, recording, "sharegpt")];
}

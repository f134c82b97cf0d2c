import type { JsonNode } from "../json/node.js";
import { KeyNames } from "../json/seen-words.js";
import type { AdaptedConversation } from "../model/conversation.js";
import { type Detection, type Format, noMatch, type RecordingInput } from "./format.js";
import { isAlpaca, isMessage, isTranscript, messageListOf, rowsIn } from "./rows/find-rows.js";
import { readRow } from "./rows/reader.js";
import { placeOfCalls } from "./rows/survey.js";

/**
 * Rows whose calls are in the assistant's text, as the model itself writes them: Hermes and Qwen (`<tool_call>`), Glaive
 * (`<functioncall>`), ToolACE and Llama (`[f(a="x")]`), and the markup of other families. Declarations are in the prompt or in a column.
 *
 * Source: data cards of NousResearch/hermes-function-calling-v1, glaiveai/glaive-function-calling-v2 and Team-ACE/ToolACE, and the chat
 * templates of the models; read 2026-11.
 */
export const textEmbedded: Format = {
  id: "text-embedded",
  title: "Calls inside texts (Hermes, Qwen, Glaive, ToolACE, Alpaca)",
  carries: ["calls", "results", "declarations"],
  source: "Data cards of hermes-function-calling-v1, glaive-function-calling-v2 and ToolACE (read 2026-11)",
  profile: "dataset",
  rootKeys: [
    "conversations",
    "conversation",
    "messages",
    "chat",
    "sample",
    "text",
    "from",
    "instruction",
    "[].instruction",
    "[].conversations",
    "[].conversation",
    "[].messages",
    "[].chat",
    "[].sample",
    "[].text",
    "[].from",
    "[].role",
  ],
  detect,
  adapt,
};

const transcriptKeys = new KeyNames(["chat", "sample"]);

function detect({ body, response, url }: RecordingInput): Detection {
  if ((response !== undefined && response.kind !== "null") || url !== undefined) return noMatch;
  const first = body.kind === "array" ? body.first() : body;
  if (first?.kind !== "object") return noMatch;
  if (first.mayHaveOneOf?.(transcriptKeys) !== false && (isTranscript(first, "chat") || isTranscript(first, "sample")))
    return { match: "certain", because: "keeps a conversation as one text" };
  // Beside declarations in the API's own shape, a call in the text has leaked there.
  if (first.get("messages") !== undefined && hasDeclarations(first)) return noMatch;
  const list = isMessage(first) ? body : messageListOf(first);
  const isOfAlpaca = list === undefined && isAlpaca(first);
  if (isOfAlpaca && hasDeclarations(first)) return { match: "certain", because: "has instructions and answers beside tools" };
  if (list === undefined && !isOfAlpaca && !isTranscript(first, "text")) return noMatch;
  const isUnit = list === body && body.kind === "object" ? ({ unit: "message" } as const) : {};
  const place = placeOfCalls(rowsIn(body).flatMap(({ messages }) => messages));
  return place === "texts"
    ? { match: "certain", because: "writes calls into the assistant's texts", ...isUnit }
    : { ...noMatch, ...isUnit };
}

function hasDeclarations(body: JsonNode): boolean {
  return ["tools", "functions"].some((key) => {
    const node = body.get(key);
    return node !== undefined && node.kind !== "null" && node.string()?.trim() !== "";
  });
}

function adapt(recording: RecordingInput): readonly AdaptedConversation[] {
  const rows = rowsIn(recording.body);
  if (rows.length > 0) return rows.map((row) => readRow(row, recording, "text-embedded"));
  return [readRow({ at: recording.at, messages: [recording.body], system: undefined, tools: undefined }, recording, "text-embedded")];
}

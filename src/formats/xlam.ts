import type { JsonNode } from "../json/node.js";
import type { Recorded } from "../model/conversation.js";
import { ConversationDraft, recordedFrom } from "./conversation-draft.js";
import { decoded } from "./decoded.js";
import { type Detection, type Format, noMatch, type Recording } from "./format.js";
import { readJsonCalls } from "./written-calls/json-calls.js";
import { malformedCall } from "./written-calls/written-call.js";

/**
 * Rows of xLAM and APIGen: a question, the calls that answer it and the tools, each mostly as JSON text.
 *
 * Source: data card of Salesforce/xlam-function-calling-60k, read 2026-11.
 */
export const xlam: Format = {
  id: "xlam",
  title: "xLAM rows",
  carries: ["calls", "declarations"],
  source: "Data card of Salesforce/xlam-function-calling-60k (read 2026-11)",
  profile: "dataset",
  rootKeys: ["answers", "[].answers"],
  detect,
  adapt,
};

function detect({ body, response }: Recording): Detection {
  if (response !== undefined && response.kind !== "null") return noMatch;
  const row = body.kind === "array" ? body.first() : body;
  const isRow = row?.get("query") !== undefined && row.get("answers") !== undefined && row.get("tools") !== undefined;
  return isRow ? { match: "certain", because: "has a query, its answers and their tools" } : noMatch;
}

function adapt(recording: Recording): readonly Recorded[] {
  const { body } = recording;
  return (body.kind === "array" ? body.items() : [body]).map((row) => readRow(row, recording));
}

function readRow(row: JsonNode, recording: Recording): Recorded {
  const draft = new ConversationDraft();
  const query = row.get("query");
  if (query !== undefined) draft.open({ role: "user", at: row }).text(query);
  const answers = row.get("answers");
  if (answers === undefined) draft.report(row, `Unexpected ${row.kind} without answers, expected a list of calls`);
  else if (answers.kind !== "null") addCalls(answers, draft);
  const tools = row.get("tools");
  const isDeclared = tools !== undefined && tools.kind !== "null" && tools.string()?.trim() !== "";
  return recordedFrom(
    draft,
    { ...recording, dataset: true, at: row },
    {
      format: "xlam",
      tools: isDeclared ? [tools] : [],
      isRequest: false,
      model: undefined,
    },
  );
}

/** The calls, a list or its JSON text; rows that teach a model to call nothing have an empty one. */
function addCalls(answers: JsonNode, draft: ConversationDraft): void {
  const list = decoded(answers);
  if (list.kind === "string" && list.string()?.trim() === "") return;
  const message = draft.open({ role: "assistant", at: answers });
  for (const { decoded: args, ...parts } of list.kind === "string" ? [malformedCall(list)] : readJsonCalls(list)) {
    message.call({
      type: "function",
      decoded: args,
      idOptional: true,
      owesNothing: true,
      partial: parts.name === undefined && args.kind === "malformed",
      ...parts,
    });
  }
}

import type { JsonNode } from "../json/node.js";
import type { AdaptedConversation } from "../model/conversation.js";
import { adaptedFrom, ConversationDraft } from "./conversation-draft.js";
import { type Detection, type Format, noMatch, type RecordingInput } from "./format.js";
import { sampleMessages as read, withAttachments } from "./inspect-log/sample.js";
import { declaredTools } from "./inspect-log/tools.js";
import { noList } from "./shape-faults.js";
import { piecesReader } from "./table/reader.js";

/**
 * Logs of Inspect AI: each sample holds the messages of its agent, whose calls are flat and name their function as text, and the events of
 * the run, which hold the declarations. An archive (`.eval`) comes as one log for each sample.
 *
 * Source: UKGovernmentBEIS/inspect_ai 0.3, `log/_log.py` (`EvalLog`, `EvalSample`), `model/_chat_message.py`, `tool/_tool_call.py`; "Log
 * Files", read 2026-11.
 */
export const inspectLog: Format = {
  id: "inspect-log",
  title: "Inspect AI logs",
  carries: ["calls", "results", "declarations", "hosted tools"],
  source: "inspect_ai 0.3, log/_log.py and model/_chat_message.py (read 2026-11)",
  profile: "benchmark",
  rootKeys: ["eval", "epoch", "[].epoch", "[].role"],
  detect,
  adapt,
};

function detect({ body, response }: RecordingInput): Detection {
  if (response !== undefined && response.kind !== "null") return noMatch;
  if (body.kind === "array") {
    const first = body.first();
    if (isSample(first)) return { match: "certain", because: "is a list of samples with their epochs" };
    const isInspect = first?.get("role") !== undefined && body.items().some(hasTextFunction);
    return isInspect ? { match: "certain", because: "has flat calls that name their function as text" } : noMatch;
  }
  if (body.get("eval")?.kind === "object" && (body.get("samples") ?? body.get("status") ?? body.get("plan")) !== undefined) {
    return { match: "certain", because: "is the log of an evaluation with its samples" };
  }
  return isSample(body) ? { match: "certain", because: "is a sample with its epoch and messages" } : noMatch;
}

function isSample(node: JsonNode | undefined): boolean {
  return node?.get("epoch") !== undefined && node.get("messages")?.kind === "array";
}

function hasTextFunction(message: JsonNode): boolean {
  const call = message.get("tool_calls")?.first();
  return call?.get("function")?.kind === "string" && call.get("arguments")?.kind === "object";
}

function adapt(recording: RecordingInput): readonly AdaptedConversation[] {
  const { body } = recording;
  if (body.kind === "array")
    return isSample(body.first()) ? body.items().map((sample) => readSample(sample, recording)) : [readSample(body, recording)];
  const samples = body.get("samples");
  if (body.get("eval") === undefined) return [readSample(body, recording)];
  // Errors and cancellations leave logs without samples.
  if (samples?.first() === undefined) return [adaptedFrom(new ConversationDraft(), recording, { format: "inspect-log" })];
  return samples.items().map((sample) => readSample(sample, recording));
}

const readMessages = piecesReader(read, { title: "Inspect AI log", idsOptional: false, keepsNoResults: false });

/** A sample, or a bare list of its messages. */
function readSample(sample: JsonNode, recording: RecordingInput): AdaptedConversation {
  const draft = new ConversationDraft();
  const list = sample.kind === "array" ? sample : sample.get("messages");
  if (list?.kind !== "array") draft.report(list ?? sample, noList("list of messages", sample));
  const messages = list?.items() ?? [];
  const attachments = sample.get("attachments");
  readMessages(
    draft,
    messages.map((message) => withAttachments(message, attachments)),
  );
  const at = sample === recording.body ? recording.at : sample;
  const isLog = recording.tools === undefined;
  const declared = isLog ? declaredTools(sample, messages) : undefined;
  return adaptedFrom(draft, { ...recording, at }, { format: "inspect-log", isLog, declared });
}

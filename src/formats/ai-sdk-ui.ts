import type { JsonNode } from "../json/node.js";
import type { AdaptedConversation } from "../model/conversation.js";
import { withTextInputs } from "./ai-sdk/text-inputs.js";
import { invocationOf } from "./ai-sdk/ui-invocation.js";
import { oldInvocationsOf, partsOf, readUiMessage } from "./ai-sdk/ui-messages.js";
import { assembleUiStream, chunkTypes, markOfChunk } from "./ai-sdk/ui-stream.js";
import { isCallOfSdk, modelOf, toolsOf } from "./ai-sdk/words.js";
import { adaptedFrom, ConversationDraft } from "./conversation-draft.js";
import { asMessage, certain, type Detection, type Format, noMatch, type RecordingInput } from "./format.js";
import { listIn } from "./message-list.js";
import { noList } from "./shape-faults.js";
import { oneKeyOf, oneValueOf, wordsNeeded } from "./words-needed.js";

/**
 * UI messages of the Vercel AI SDK: parts that hold a call together with its result, from version 5 on (`tool-<name>`, `dynamic-tool`) and
 * of version 4 (`tool-invocation`, `toolInvocations`).
 *
 * Source: types of ai 6.0 and 4.3, `UIMessage`, and `convertToModelMessages` (read 2026-11).
 */
export const aiSdkUi: Format = {
  id: "ai-sdk-ui",
  title: "Vercel AI SDK UI messages",
  carries: ["messages", "calls", "inline results", "provider-executed calls", "approvals", "steps", "streams"],
  source: "ai 6.0 and 4.3, UIMessage (read 2026-11)",
  profile: "ai-sdk",
  rootKeys: [
    "messages",
    "parts",
    "toolInvocations",
    "content",
    "type",
    "data",
    "[].role",
    "[].parts",
    "[].toolInvocations",
    "[].type",
    "[].data",
  ],
  marks: ["parts", "toolInvocations"],
  needs: wordsNeeded([oneValueOf(chunkTypes)], [oneKeyOf("role"), oneKeyOf("parts", "toolInvocations")]),
  detect,
  adapt,
};

function detect({ body, response }: RecordingInput): Detection {
  if (response !== undefined) return noMatch;
  const streamed = streamMark(body);
  if (streamed !== undefined) return streamed;
  const list = listIn(body, ["messages"]);
  if (list === undefined) return body.kind === "object" ? asMessage(evidenceIn([body])) : noMatch;
  return evidenceIn(list.items());
}

/** Chunks of a stream, as a list or each in a record of its own. */
function streamMark(body: JsonNode): Detection | undefined {
  const because = "is a stream of chunks of UI messages";
  if (body.kind === "object") {
    const mark = markOfChunk(body);
    return mark === undefined ? undefined : { match: mark, because, unit: "message" };
  }
  if (!isStream(body)) return undefined;
  const marks = body.items().map(markOfChunk);
  if (marks.includes("certain")) return { match: "certain", because };
  // Others have records of type start and finish too.
  return marks.length > 2 && !marks.includes(undefined) ? { match: "possible", because } : noMatch;
}

function isStream(body: JsonNode): boolean {
  const first = body.first();
  return first !== undefined && markOfChunk(first) !== undefined;
}

function evidenceIn(messages: readonly JsonNode[]): Detection {
  let isPossible = false;
  for (const message of messages) {
    if (message.kind !== "object" || message.get("role")?.kind !== "string") return noMatch;
    const invocation = oldInvocationsOf(message)?.first();
    if ((invocation?.get("toolCallId") ?? invocation?.get("toolName")) !== undefined)
      return certain("has toolInvocations with a toolCallId");
    const parts = partsOf(message);
    if (parts === undefined && message.get("content")?.kind !== "string") return noMatch;
    for (const part of parts?.items() ?? []) {
      if (part.kind !== "object") return noMatch;
      const mark = markOf(part);
      if (mark !== undefined) return certain(mark);
      // OpenTelemetry's parts have a content, those of other wires no type.
      if (part.get("type") === undefined || part.get("content") !== undefined) return noMatch;
      isPossible ||= part.get("type")?.string() === "text" && part.get("text")?.kind === "string";
    }
  }
  return isPossible ? { match: "possible", because: "has messages whose parts are typed, as the AI SDK's UI messages are" } : noMatch;
}

function markOf(part: JsonNode): string | undefined {
  if (part.get("type")?.string() === "step-start") return "has step-start parts";
  const invocation = invocationOf(part);
  if (invocation === undefined || (invocation.node.get("toolCallId") ?? invocation.node.get("state")) === undefined) return undefined;
  return "has tool parts with a toolCallId and a state";
}

function adapt(recording: RecordingInput): readonly AdaptedConversation[] {
  const { body } = recording;
  const draft = new ConversationDraft();
  const list = listIn(body, ["messages"]);
  if (list === undefined && body.kind !== "object") draft.report(body, noList("list of messages", body));
  if (isStream(body)) {
    const { message, anomalies } = assembleUiStream(body);
    readUiMessage(message, draft);
    draft.anomalies.push(...anomalies);
  } else {
    for (const message of list?.items() ?? (body.kind === "object" ? [body] : [])) readUiMessage(message, draft);
  }
  return [
    withTextInputs(
      adaptedFrom(draft, recording, {
        format: "ai-sdk-ui",
        tools: [toolsOf(body)],
        isRequest: recording.url !== undefined || isCallOfSdk(body),
        model: modelOf(body),
      }),
    ),
  ];
}

import type { JsonNode } from "../json/node.js";
import type { AdaptedConversation, Role } from "../model/conversation.js";
import { type ChatDialect, ChatReader } from "./chat/reader.js";
import { type ChatSurvey, lacksIds, saysTraining, surveyOf } from "./chat/survey.js";
import { adaptedFrom, ConversationDraft } from "./conversation-draft.js";
import { type Detection, type Format, noMatch, type RecordingInput } from "./format.js";
import { listIn } from "./message-list.js";
import { noList } from "./shape-faults.js";

/**
 * Chat messages of NeMo Guardrails: OpenAI's nested calls with arguments as object or text, or flat calls `{name, args, id}`.
 *
 * Source: `nemoguardrails.types` (`ChatMessage.from_dict`, `to_dict`) and `guardrails/tool_schema.py`, NVIDIA NeMo Guardrails, read 2026-11.
 */
export const nemo: Format = {
  id: "nemo",
  title: "NeMo Guardrails chat messages",
  carries: ["calls", "results", "declarations"],
  source: "NVIDIA NeMo Guardrails, nemoguardrails.types.ChatMessage (read 2026-11)",
  profile: "nemo",
  rootKeys: ["messages", "role", "type", "[]"],
  isCommonWire: true,
  detect,
  adapt,
};

const roles: ReadonlyMap<string, Role> = new Map([
  ["assistant", "assistant"],
  ["bot", "assistant"],
  ["system", "system"],
  ["developer", "system"],
  ["tool", "tool"],
  ["user", "user"],
  ["human", "user"],
]);

const dialect: ChatDialect = { roles, typeIsRole: true, container: "either", flatCalls: true, contentTypes: null };

function detect({ body, response, url, dataset }: RecordingInput): Detection {
  if (response !== undefined || body.get("choices") !== undefined) return noMatch;
  const hasMessages = listIn(body, ["messages"]) !== undefined;
  const isMessage = !hasMessages && isOneMessage(body);
  if (!hasMessages && !isMessage) return noMatch;
  const survey = surveyOf(body);
  const because = reasonOf(survey);
  const unit = isMessage ? ({ unit: "message" } as const) : {};
  if (survey.otherWire !== undefined || because === undefined) return { ...noMatch, ...unit };
  // Beside a model or a URL nested calls are OpenAI's, and objects wrong there.
  const isRequest = url !== undefined || dataset || body.get("model") !== undefined || body.get("done") !== undefined;
  if (survey.calls === "object" && !survey.aliases && (isRequest || lacksIds(body) || saysTraining(body))) return { ...noMatch, ...unit };
  const hasEvidence = survey.calls !== "none" || survey.results;
  return { match: hasEvidence && url === undefined ? "certain" : "possible", because, ...unit };
}

/** What speaks for NeMo; `undefined` where nothing does. */
function reasonOf({ calls, aliases }: ChatSurvey): string | undefined {
  if (calls === "flat") return "writes calls flat: name, args and id";
  if (aliases) return "has NeMo's roles: bot or human, or has the role under type";
  return calls === "object" ? "carries arguments as objects in bare messages" : undefined;
}

function adapt(recording: RecordingInput): readonly AdaptedConversation[] {
  const { body } = recording;
  const list = listIn(body, ["messages"]);
  const isMessage = list === undefined && isOneMessage(body);
  const draft = new ConversationDraft();
  if (!isMessage && list === undefined) draft.report(body, noList("list of messages", body));
  new ChatReader(draft, dialect).readAll(isMessage ? [body] : (list?.items() ?? []));
  return [adaptedFrom(draft, recording, { format: "nemo", tools: [body.get("tools")], model: body.get("model") })];
}

function isOneMessage(body: JsonNode): boolean {
  return body.get("role") !== undefined || (body.get("type") !== undefined && body.get("content") !== undefined);
}

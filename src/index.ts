/**
 * Validates recorded LLM tool-calling transcripts. Everything is pure but `check`, which reads files.
 *
 * @packageDocumentation
 */
export { check, checkText, checkValue } from "./check.js";
export type { CheckOptions, CheckTextOptions, JudgingOptions, ToolsOption } from "./check-options.js";
export type { Level, Preset } from "./config/config.js";
export { readTools } from "./declarations/index.js";
export { InputError, UsageError } from "./errors.js";
export type { CallDraft, ResultDraft } from "./formats/call-draft.js";
export {
  adaptedFrom,
  ConversationDraft,
  type ConversationFacts,
  type MessageDraft,
  type MessagePlace,
  type ReadMessages,
} from "./formats/conversation-draft.js";
export { certain, type Detection, defineFormat, type Format, noMatch, type RecordingInput } from "./formats/format.js";
export { formats } from "./formats/index.js";
export type { Place, Places } from "./formats/table/place.js";
export type { CallPiece, Condition, FormatTable, MessagePiece, Piece, Pieces, ResultPiece, TableClaim } from "./formats/table/table.js";
export { type TableFormat, tableFormat } from "./formats/table/table-format.js";
export type { JsonNode, Position, Range } from "./json/node.js";
export { parseJson, type ReadResult } from "./json/read.js";
export type { JsonObject, JsonValue } from "./json/value.js";
export type { VerdictOptions } from "./lint/verdict.js";
export { ChatMessage, type ChatMessageFields, type MessageContent, type MessageToolCall } from "./model/chat-message.js";
export type { AdaptedConversation, Conversation, Mode, Role } from "./model/conversation.js";
export { defineTool, type ToolDefinition } from "./model/define-tool.js";
export type { ToolArguments, ToolCall, ToolExchange, ToolLink, ToolResult } from "./model/exchange.js";
export type { FinishReason, LLMResponse, LLMResponseChunk, UsageInfo } from "./model/llm.js";
export { normalizeEmptyResult } from "./model/normalize-empty-result.js";
export { type Completeness, type Tool, Toolset } from "./model/tool.js";
export { type FunctionSpec, type ParameterSpec, type ParameterType, ToolSpec, type ToolSpecFields } from "./model/tool-spec.js";
export { unknownToolResult, type VisibleTool } from "./model/unknown-tool-result.js";
export type { Finding, Notice, Report, Severity, Violation } from "./model/violation.js";
export type { CallPattern, CallSelector, ConfiguredPolicy, NamePatterns, Policy, PolicyDemands, PolicyReach } from "./policies/policy.js";
export type { Evidence, Fact } from "./profiles/fact.js";
export { profiles } from "./profiles/index.js";
export type { Profile } from "./profiles/profile.js";
export { rebuildExchanges } from "./rebuild-exchanges.js";
export { reporters } from "./reporters/index.js";
export type { AboutRule, Reporter, ReporterOptions } from "./reporters/reporter.js";
export { type RuleId, rules } from "./rules/index.js";
export {
  type CompiledPolicy,
  type ConversationRule,
  defineRule,
  type Listeners,
  type Rule,
  type RuleContext,
  type Subjects,
} from "./rules/rule.js";
export type { PluginParts } from "./run/extensions.js";
export { quote } from "./text/quote.js";
export { type HiddenPart, type Sentence, sentence, value } from "./text/sentence.js";
export { schemaAcceptsNoArguments, validateArguments } from "./validate-arguments.js";

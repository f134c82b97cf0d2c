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
export type { Detection, Format, RecordingInput } from "./formats/format.js";
export { formats } from "./formats/index.js";
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
export type { Evidence, Fact } from "./profiles/fact.js";
export { profiles } from "./profiles/index.js";
export type { Profile } from "./profiles/profile.js";
export { rebuildExchanges } from "./rebuild-exchanges.js";
export { reporters } from "./reporters/index.js";
export type { AboutRule, Reporter, ReporterOptions } from "./reporters/reporter.js";
export { type RuleId, rules } from "./rules/index.js";
export type { Rule, RuleContext } from "./rules/rule.js";
export { schemaAcceptsNoArguments, validateArguments } from "./validate-arguments.js";

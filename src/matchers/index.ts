export type { CheckTextOptions, JudgingOptions, ToolsOption } from "../check-options.js";
export { UsageError } from "../errors.js";
export type { ArgumentMode } from "../policies/partial-match.js";
export type { CallPattern, CallSelector, NamePatterns, Policy, PolicyDemands, PolicyReach } from "../policies/policy.js";
export { callsOf, conversationOf, Exchanges, exchangeSerializer, exchangesOf } from "./exchanges.js";
export type {
  ArgumentOverride,
  AsymmetricMatcher,
  ExpectedArguments,
  ExpectedCall,
  ExpectedCallFields,
  ExpectedTool,
} from "./expected-call.js";
export { matchers, type ToolMatchers } from "./matchers.js";
export type { ReadOptions } from "./read-transcript.js";
export type { RecordedCall, RecordedConversation, RecordedMessage, RecordedResult } from "./recorded.js";
export type { CallToolOptions } from "./to-call-tool.js";
export type { CallOrder, CallToolsOptions } from "./to-call-tools.js";
export type { ValidExchangesOptions } from "./to-have-valid-tool-exchanges.js";

import { compatibleDeclarations } from "./declaration-policies.js";
import { openaiChat } from "./openai-chat.js";
import type { Profile } from "./profile.js";

/**
 * Any other endpoint that speaks Chat Completions: vLLM and its like, gateways, and the compatible endpoints of Anthropic, Google, AWS,
 * Databricks, Snowflake. OpenAI's order of messages holds, its limits (40 characters, 64 names) do not.
 */
export const openaiCompatible: Profile = {
  ...openaiChat,
  id: "openai-compatible",
  title: "OpenAI-compatible endpoint",
  hosts: [
    "localhost",
    "openrouter.ai",
    "router.huggingface.co",
    "api.together.xyz",
    "api.fireworks.ai",
    "api.cerebras.ai",
    "api.x.ai",
    "api.z.ai",
    "ai-gateway.vercel.sh",
    ".services.ai.azure.com",
    ".azuredatabricks.net",
    ".snowflakecomputing.com",
  ],
  // Other vendors' models, a gateway's `vendor/model`, and the tags of local servers: no OpenAI model, so not OpenAI's limits.
  models: [
    /^(?:claude|gemini|gemma|gpt-oss|grok|llama|meta-llama|qwen|qwq|kimi|moonshot|glm|command|minimax|mimo|nova|phi|granite|hermes|jamba)/i,
    /^(?:deepseek|mistral|mixtral|ministral|magistral|codestral|devstral|yi-|step-|ernie|hunyuan|doubao|databricks-|sonar|palmyra)/i,
    /^(?!ft:)[^/]+\//i,
    /^(?!ft:)[^:]+:[\w.-]+$/i,
  ],
  pairing: { ...openaiChat.pairing, key: "id-or-order" },
  callId: null,
  callIdRequired: {
    value: true,
    evidence: {
      kind: "recorded-refusal",
      source: "Gemini's compatible endpoint answers with an empty id and takes it back: recorded traffic",
      date: "2026-11",
    },
    severity: "warning",
  },
  toolName: null,
  resultBlocks: null,
  declarations: compatibleDeclarations,
  results: {},
  messages: {},
  refusesEmptyCalls: {
    value: true,
    evidence: { kind: "public-report", source: "0xPlaygrounds/rig pull request 327: DeepSeek refuses it as OpenAI does", date: "2025-03" },
    severity: "warning",
  },
  refusals: {
    unanswered: "400 on endpoints that check as OpenAI does: tool messages for each call id must follow the calls",
    orphaned: "400 on endpoints that check as OpenAI does: a tool message must respond to calls right in front of it",
    misplaced: "400 on endpoints that check as OpenAI does: tool messages for each call id must follow the calls",
    duplicate: "400 on endpoints that check as OpenAI does: the same id in two tool messages",
  },
};

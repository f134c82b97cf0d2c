import { kimiAdvice, novaAdvice } from "./advice.js";
import { defineProfile, notEnforced } from "./define-profile.js";
import { publicReport, recordedRefusal } from "./evidence.js";
import { signingModels } from "./gemini-models.js";
import { openaiChat } from "./openai-chat.js";
import { compatibleParameters } from "./openai-tools.js";
import { unrefused } from "./pairing-evidence.js";

/**
 * Any other endpoint that speaks Chat Completions: vLLM and its like, gateways, and the compatible endpoints of Anthropic, Google, AWS,
 * Databricks, Snowflake. Calls and results fit together as at OpenAI, its order of messages is worth a warning, and its limits (40 characters,
 * 64 names) do not hold.
 */
export const openaiCompatible = defineProfile({
  extends: openaiChat,
  id: "openai-compatible",
  title: "OpenAI-compatible endpoint",
  hosts: [
    "localhost",
    "router.huggingface.co",
    "api.together.xyz",
    "api.fireworks.ai",
    "ai-gateway.vercel.sh",
    ".services.ai.azure.com",
    ".azuredatabricks.net",
  ],
  // Other vendors' models, a gateway's `vendor/model`, and the tags of local servers: no OpenAI model, so not OpenAI's limits.
  models: [
    /^(?:claude|gemini|gemma|gpt-oss|grok|llama|meta-llama|qwen|qwq|kimi|moonshot|glm|command|minimax|mimo|nova|phi|granite|hermes|jamba)/i,
    /^(?:deepseek|mistral|mixtral|ministral|magistral|codestral|devstral|yi-|step-|ernie|hunyuan|doubao|databricks-|sonar|palmyra)/i,
    /^(?!ft:)[^/]+\//i,
    /^(?!ft:)[^:]+:[\w.-]+$/i,
  ],
  without: ["names", "results", "messages", "declarations", "requests", "parameters", "limits"],
  pairing: {
    key: "id-or-order",
    ...unrefused,
  },
  ids: {
    call: notEnforced,
    required: {
      value: true,
      evidence: recordedRefusal("Gemini's compatible endpoint answers with an empty id and takes it back: recorded traffic", "2026-11"),
      severity: "warning",
    },
  },
  calls: {
    typeRequired: notEnforced,
    rejectsEmptyList: {
      value: true,
      evidence: publicReport("0xPlaygrounds/rig pull request 327: DeepSeek rejects it as OpenAI does", "2025-03"),
      severity: "warning",
    },
  },
  parameters: compatibleParameters,
  variants: [
    kimiAdvice,
    novaAdvice,
    {
      ...signingModels,
      facts: {
        thinking: {
          callsSigned: {
            value: true,
            evidence: publicReport(
              "gateways pass on that the function call is missing a thought_signature (BerriAI/litellm, OpenHands/software-agent-sdk issue 1500); some keep it for the client",
              "2025-12",
            ),
            severity: "warning",
          },
        },
      },
    },
  ],
});

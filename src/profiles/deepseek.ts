import { openaiCompatible } from "./openai-compatible.js";
import type { Profile } from "./profile.js";

/** DeepSeek's Chat Completions endpoint. */
export const deepseek: Profile = {
  ...openaiCompatible,
  id: "deepseek",
  title: "DeepSeek",
  hosts: ["api.deepseek.com"],
  // The names of its own API; the open weights (`deepseek-r1:8b`, `DeepSeek-V3`) are served by many.
  models: [/^deepseek-(?:chat|reasoner|coder)$/, /^deepseek-v\d+(?:-(?:pro|flash))?$/],
  callIdRequired: {
    value: true,
    evidence: {
      kind: "recorded-refusal",
      source: "400: missing field `tool_call_id`, quoted in EKKOLearnAI/hermes-studio issue 323",
      date: "2026-04",
    },
  },
  refusals: {
    unanswered: "400 invalid_request_error: insufficient tool messages after the calls",
    orphaned: "400 invalid_request_error: a tool message must respond to calls in front of it",
    misplaced: "400 invalid_request_error: insufficient tool messages after the calls",
    duplicate: "400 invalid_request_error: the same tool_call_id in two messages",
  },
};

import { defineProfile } from "./define-profile.js";
import { recordedRefusal } from "./evidence.js";
import { openaiCompatible } from "./openai-compatible.js";
import type { FactBasis } from "./profile.js";

const insufficient: FactBasis = {
  rejection: { status: 400, code: "invalid_request_error", gist: "insufficient tool messages after the calls" },
  evidence: recordedRefusal("400: insufficient tool messages following tool_calls message, recorded refusals", "2026-11"),
};

/** DeepSeek's Chat Completions endpoint. */
export const deepseek = defineProfile({
  extends: openaiCompatible,
  id: "deepseek",
  title: "DeepSeek",
  hosts: ["api.deepseek.com"],
  // The names of its own API; the open weights (`deepseek-r1:8b`, `DeepSeek-V3`) are served by many.
  models: [/^deepseek-(?:chat|reasoner|coder)$/, /^deepseek-v\d+(?:-(?:pro|flash))?$/],
  pairing: {
    unanswered: insufficient,
    orphaned: {
      rejection: { status: 400, code: "invalid_request_error", gist: "a tool message must respond to calls in front of it" },
      evidence: recordedRefusal(
        "400: messages with role tool must be a response to a preceding message with tool_calls, quoted in itmisx/deepx-code issue 94 and qwersyk/Newelle issue 425",
        "2026-08",
      ),
    },
    misplaced: insufficient,
    duplicate: {
      rejection: { status: 400, code: "invalid_request_error", gist: "the same tool_call_id in two messages" },
      evidence: recordedRefusal("400: duplicate tool_call_id, recorded refusals", "2026-11"),
    },
  },
  ids: {
    required: {
      value: true,
      rejection: { status: 400, gist: "missing field `tool_call_id`" },
      evidence: recordedRefusal("400: missing field `tool_call_id`, quoted in EKKOLearnAI/hermes-studio issue 323", "2026-04"),
    },
  },
});

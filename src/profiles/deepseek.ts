import { defineProfile } from "./define-profile.js";
import { publicReport, recordedRefusal, reference } from "./evidence.js";
import type { FactBasis } from "./fact.js";
import { openaiCompatible } from "./openai-compatible.js";

const insufficient: FactBasis = {
  rejection: { status: 400, code: "invalid_request_error", gist: "insufficient tool messages after the calls" },
  evidence: recordedRefusal("400: insufficient tool messages following tool_calls message, recorded rejections", "2026-11"),
};

/** DeepSeek's Chat Completions endpoint. */
export const deepseek = defineProfile({
  extends: openaiCompatible,
  id: "deepseek",
  title: "DeepSeek",
  hosts: ["api.deepseek.com"],
  // The names of its own API; the open weights (`deepseek-r1:8b`, `DeepSeek-V3`) are served by many.
  models: [/^deepseek-(?:chat|reasoner|coder|flash|pro)$/, /^deepseek-v\d+(?:-(?:pro|flash))?$/],
  pairing: {
    unanswered: insufficient,
    orphaned: {
      rejection: { status: 400, code: "invalid_request_error", gist: "a tool message must respond to calls before it" },
      evidence: recordedRefusal(
        "400: messages with role tool must be a response to a preceding message with tool_calls, quoted in itmisx/deepx-code issue 94 and qwersyk/Newelle issue 425",
        "2026-08",
      ),
    },
    misplaced: insufficient,
    duplicate: {
      rejection: { status: 400, code: "invalid_request_error", gist: "the same tool_call_id in two messages" },
      evidence: recordedRefusal("400: duplicate tool_call_id, recorded rejections", "2026-11"),
    },
  },
  thinking: {
    returnedWithCalls: {
      value: ["reasoning_content"],
      rejection: {
        status: 400,
        code: "invalid_request_error",
        gist: "the reasoning_content in the thinking mode must be passed back to the API",
      },
      evidence: recordedRefusal(
        "400: the reasoning_content in the thinking mode must be passed back to the API, quoted in earendil-works/pi issue 3636, anomalyco/opencode issue 25356 and SaladDay/cc-switch-cli issue 170",
        "2026-05",
      ),
    },
  },
  requests: {
    forcedChoice: {
      value: { modes: ["required", "named"], ifItMayThink: false },
      rejection: { status: 400, code: "invalid_request_error", gist: "thinking mode does not support this tool_choice" },
      evidence: recordedRefusal(
        "400: thinking mode does not support this tool_choice, quoted with requests in deepseek-ai/DeepSeek-V3 issue 1376 and tickernelz/opencode-mem issue 253",
        "2026-08",
      ),
    },
  },
  ids: {
    required: {
      value: true,
      rejection: { status: 400, gist: "missing field `tool_call_id`" },
      evidence: recordedRefusal("400: missing field `tool_call_id`, quoted in EKKOLearnAI/hermes-studio issue 323", "2026-04"),
    },
  },
  variants: [
    {
      when: { model: /^deepseek-(?:v[4-9]|reasoner|flash|pro)/ },
      description: "models that think by default",
      facts: {
        thinking: {
          onByDefault: {
            value: true,
            evidence: reference("DeepSeek API, Thinking mode: enabled by default (api-docs.deepseek.com)", "2026-11"),
          },
        },
      },
    },
    {
      when: { model: /^deepseek-reasoner$/ },
      description: "deepseek-reasoner",
      facts: {
        messages: {
          rejectsPrefill: {
            value: ["prefix"],
            evidence: publicReport(
              "clients quote that the last message must be the user's, or an assistant's with prefix mode on",
              "2026-11",
            ),
            severity: "warning",
          },
        },
      },
    },
  ],
});

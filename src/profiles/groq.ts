import { defineProfile } from "./define-profile.js";
import { recordedRefusal } from "./evidence.js";
import { openaiCompatible } from "./openai-compatible.js";

const unsupported = recordedRefusal(
  "400 for messages.N: property 'reasoning_content' is unsupported, quoted in janhq/jan issue 8136, NousResearch/hermes-agent issue 11089 and freellmapi issue 1070",
  "2026-08",
);

/** Groq's Chat Completions endpoint: OpenAI's shapes with checks of its own. */
export const groq = defineProfile({
  extends: openaiCompatible,
  id: "groq",
  title: "Groq",
  hosts: ["api.groq.com"],
  models: [],
  ids: {
    required: {
      value: true,
      rejection: { status: 400, code: "invalid_request_error", gist: "for 'role:tool' property 'tool_call_id' is missing" },
      evidence: recordedRefusal(
        "400 invalid_request_error: for 'role:tool' property 'tool_call_id' is missing, quoted in hackclub/ai issue 22",
        "2025-08",
      ),
    },
  },
  thinking: {
    rejectedKeys: {
      value: ["reasoning_content"],
      rejection: { status: 400, code: "invalid_request_error", at: "messages.N", gist: "property 'reasoning_content' is unsupported" },
      evidence: unsupported,
    },
  },
  variants: [
    {
      when: { model: /llama|kimi-k2-instruct|gemma|mistral|mixtral/i },
      description: "models without reasoning",
      facts: {
        thinking: {
          rejectedKeys: {
            value: ["reasoning_content", "reasoning"],
            rejection: { status: 400, code: "invalid_request_error", at: "messages.N", gist: "reasoning is not supported with this model" },
            evidence: recordedRefusal(
              "400: messages.N.reasoning: reasoning is not supported with this model, quoted in vercel/ai pull request 8057 and claude-code-router pull request 1204",
              "2026-02",
            ),
          },
        },
      },
    },
  ],
});

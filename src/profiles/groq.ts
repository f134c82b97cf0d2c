import { defineProfile } from "./define-profile.js";
import { recordedRefusal } from "./evidence.js";
import { openaiCompatible } from "./openai-compatible.js";

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
});

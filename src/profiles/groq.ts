import { openaiCompatible } from "./openai-compatible.js";
import type { Profile } from "./profile.js";

/** Groq's Chat Completions endpoint: OpenAI's shapes with checks of its own. */
export const groq: Profile = {
  ...openaiCompatible,
  id: "groq",
  title: "Groq",
  hosts: ["api.groq.com"],
  models: [],
  callIdRequired: {
    value: true,
    evidence: {
      kind: "recorded-refusal",
      source: "400 invalid_request_error: for 'role:tool' property 'tool_call_id' is missing, quoted in hackclub/ai issue 22",
      date: "2025-08",
    },
  },
};

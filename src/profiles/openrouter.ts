import { kimiAdvice, novaAdvice } from "./advice.js";
import { defineProfile } from "./define-profile.js";
import { recordedRefusal } from "./evidence.js";
import { signingModels } from "./gemini-models.js";
import { openaiCompatible } from "./openai-compatible.js";

/** OpenRouter's Chat Completions endpoint: what a model's vendor wants back is in `reasoning_details`. */
export const openrouter = defineProfile({
  extends: openaiCompatible,
  id: "openrouter",
  title: "OpenRouter",
  hosts: ["openrouter.ai"],
  models: [],
  variants: [
    kimiAdvice,
    novaAdvice,
    {
      ...signingModels,
      facts: {
        thinking: {
          callsSigned: {
            value: true,
            rejection: { status: 400, gist: "Gemini models require OpenRouter reasoning details to be preserved in each request" },
            evidence: recordedRefusal(
              "400: Gemini models require OpenRouter reasoning details to be preserved in each request, quoted in LibreChat-AI/agents issue 37, lobehub issue 10986 and microsoft/agent-framework issue 2947",
              "2025-12",
            ),
          },
        },
      },
    },
  ],
});

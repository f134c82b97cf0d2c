import { defineProfile } from "./define-profile.js";
import { recordedRefusal } from "./evidence.js";
import { openaiCompatible } from "./openai-compatible.js";

/** Cerebras' Chat Completions endpoint. */
export const cerebras = defineProfile({
  extends: openaiCompatible,
  id: "cerebras",
  title: "Cerebras",
  hosts: ["api.cerebras.ai"],
  models: [],
  thinking: {
    rejectedKeys: {
      value: ["reasoning_content"],
      rejection: { status: 400, code: "wrong_api_format", at: "messages.N.assistant.reasoning_content", gist: "property is unsupported" },
      evidence: recordedRefusal(
        "400 wrong_api_format for messages.2.assistant.reasoning_content: property is unsupported, quoted in CherryHQ/cherry-studio issue 16790",
        "2026-07",
      ),
    },
  },
});

import { defineProfile } from "./define-profile.js";
import { recordedRefusal } from "./evidence.js";
import { openaiCompatible } from "./openai-compatible.js";

/** xAI's Chat Completions endpoint, which serves Grok. */
export const xai = defineProfile({
  extends: openaiCompatible,
  id: "xai",
  title: "xAI",
  hosts: ["api.x.ai"],
  models: [/^grok-(?!.*:)/i],
  messages: {
    rejectsEmptyContent: {
      value: true,
      rejection: { status: 400, gist: "each message must have at least one content element" },
      evidence: recordedRefusal(
        "400: each message must have at least one content element, quoted with the message in AstrBotDevs/AstrBot issue 6447; in charmbracelet/crush issue 964",
        "2026-03",
      ),
    },
  },
  requests: {
    choiceNeedsTools: {
      value: ["auto", "none", "required", "named"],
      rejection: { status: 400, code: "invalid_request_body", gist: "a tool_choice was set on the request but no tools were specified" },
      evidence: recordedRefusal(
        "400: a tool_choice was set on the request but no tools were specified, quoted in public clients' tests",
        "2026-11",
      ),
    },
  },
});

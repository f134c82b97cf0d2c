import { defineProfile } from "./define-profile.js";
import { recordedRefusal } from "./evidence.js";
import { openaiCompatible } from "./openai-compatible.js";

/** What every rejection of MiniMax begins with. */
const invalid = { status: 400, code: "2013" } as const;

/** MiniMax's Chat Completions endpoint. */
export const minimax = defineProfile({
  extends: openaiCompatible,
  id: "minimax",
  title: "MiniMax",
  hosts: [".minimax.io", ".minimaxi.com", ".minimax.chat"],
  models: [/^minimax-(?!.*:)/i],
  pairing: {
    orphaned: {
      rejection: { ...invalid, gist: "tool result's tool id not found" },
      evidence: recordedRefusal("400 code 2013: tool result's tool id not found, quoted in MiniMax-AI/MiniMax-M2 issue 76", "2026-03"),
    },
  },
  declarations: {
    schemaRequired: {
      value: "openai-chat",
      rejection: { ...invalid, gist: "function parameters is empty" },
      evidence: recordedRefusal(
        "400 code 2013: function parameters is empty, quoted with both requests in QwenLM/qwen-code issue 11834; in gsd-2 issue 4538",
        "2026-09",
      ),
    },
  },
});

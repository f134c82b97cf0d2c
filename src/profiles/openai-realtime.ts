import { defineProfile } from "./define-profile.js";
import { responsesCompatible } from "./openai-responses.js";
import { unrefused } from "./pairing-evidence.js";

/**
 * OpenAI's Realtime API, and what serves it elsewhere (Azure, xAI, gateways).
 *
 * Nothing forces an answer before the conversation goes on; the server only checks that an output names a call of the conversation.
 */
export const openaiRealtime = defineProfile({
  extends: responsesCompatible,
  id: "openai-realtime",
  title: "OpenAI Realtime",
  hosts: ["api.openai.com"],
  models: [/realtime/i],
  formats: ["openai-realtime"],
  without: ["results", "parameters"],
  pairing: {
    ...unrefused,
    orphaned: {
      rejection: { code: "invalid_tool_call_id", gist: "the call id is not found in the conversation" },
      evidence: { kind: "recorded-refusal", source: "error event invalid_tool_call_id, recorded sessions", date: "2026-11" },
    },
  },
  ids: {
    required: {
      value: true,
      evidence: {
        kind: "vendor-type",
        source: "openai-node 7.59: RealtimeConversationItemFunctionCallOutput.call_id is required",
        date: "2026-11",
      },
    },
  },
  results: {
    contentKinds: {
      value: ["string"],
      evidence: {
        kind: "vendor-type",
        source: "openai-node 7.59: RealtimeConversationItemFunctionCallOutput.output is a text",
        date: "2026-11",
      },
    },
  },
});

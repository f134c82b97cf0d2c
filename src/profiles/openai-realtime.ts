import { defineProfile, notEnforced } from "./define-profile.js";
import { recordedRefusal, vendorType } from "./evidence.js";
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
      evidence: recordedRefusal("error event invalid_tool_call_id, recorded sessions", "2026-11"),
    },
  },
  ids: {
    call: {
      value: { pattern: /^[a-zA-Z0-9_-]{1,32}$/, maxLength: 32, description: "1 to 32 characters from a-z, A-Z, 0-9, _ and -" },
      rejection: { code: "invalid_value", at: "item.call_id", gist: "string does not match pattern, or is longer than 32 characters" },
      evidence: recordedRefusal(
        "error events for item.call_id: a pattern in livekit/agents issue 5652, a maximum length of 32 quoted in public session logs",
        "2026-05",
      ),
    },
    required: {
      value: true,
      evidence: vendorType("openai-node 7.59: RealtimeConversationItemFunctionCallOutput.call_id is required", "2026-11"),
    },
  },
  results: {
    contentKinds: {
      value: ["string"],
      evidence: vendorType("openai-node 7.59: RealtimeConversationItemFunctionCallOutput.output is a text", "2026-11"),
    },
  },
  variants: [{ when: { model: /^grok-/i }, description: "Grok", facts: { ids: { call: notEnforced } } }],
});

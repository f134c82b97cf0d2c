import { withResultsAfterCalls } from "./elevenlabs/turns.js";
import { tableFormat } from "./table/table-format.js";

/**
 * Conversations of ElevenLabs agents, as the API and the post-call webhook give them: each turn holds the calls that the agent made and the
 * results that came in meanwhile.
 */
export const elevenlabs = tableFormat(
  {
    id: "elevenlabs",
    title: "ElevenLabs conversations",
    source: "ElevenLabs API reference, Get conversation details, and its post-call webhooks (read 2026-12)",
    claims: [
      {
        because: "has turns that say how far into the call they were",
        every: { keys: ["time_in_call_secs", "role"] },
        some: { is: { role: ["agent", "user"] } },
      },
      { because: "has calls with params_as_json", some: { has: ["tool_calls/0/params_as_json"] } },
      { because: "has results with result_value", some: { keys: ["tool_results/0/result_value"], has: ["role"] } },
    ],
    entries: ["transcript", "data/transcript", "simulated_conversation"],
    // Turns of older conversations have none.
    idsOptional: true,
    read: {
      each: [
        {
          is: "message",
          role: "tool",
          if: { has: ["results"] },
          beside: [
            {
              is: "result",
              at: "results/*",
              id: "request_id",
              name: "tool_name",
              content: "result_value",
              isError: { is: { is_error: "true" } },
            },
          ],
        },
        {
          is: "message",
          role: { at: "role", words: { agent: "assistant", user: "user" } },
          if: { lacks: ["results"] },
          content: "message",
          beside: [
            {
              is: "call",
              at: "tool_calls/*",
              id: "request_id",
              name: "tool_name",
              arguments: "params_as_json",
              container: "string",
              // What the platform does by itself may say nothing, and a call that the caller talked over is never made.
              settled: { any: [{ is: { tool_has_been_called: "false" } }, { is: { type: "system" } }] },
            },
          ],
        },
      ],
    },
  },
  (_, entries) => entries && withResultsAfterCalls(entries),
);

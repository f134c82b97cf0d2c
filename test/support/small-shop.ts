import type { JsonObject, JsonValue } from "../../src/json/value.js";

/** Tools of a shop, for transcripts that tests put together. */
export const shopTools: readonly JsonObject[] = [
  {
    type: "function",
    function: {
      name: "find_parcel",
      description: "Says where a parcel is.",
      parameters: {
        type: "object",
        properties: {
          parcel: { type: "integer" },
          region: { enum: ["north", "south"] },
          tags: { type: "array", items: { type: "string" } },
        },
        required: ["parcel"],
      },
    },
  },
];

/** A call as Chat Completions writes it; `given`: text, or what becomes text. */
export function shopCall(id: string, given: JsonValue, name = "find_parcel"): JsonObject {
  return { id, type: "function", function: { name, arguments: typeof given === "string" ? given : JSON.stringify(given) } };
}

export function shopResult(id: string, content: string): JsonObject {
  return { role: "tool", tool_call_id: id, content };
}

/** A transcript as a file. */
export function shopTranscript(messages: readonly JsonObject[], more: JsonObject = {}): string {
  return JSON.stringify({ model: "gpt-4o", messages, tools: shopTools, ...more }, null, 2);
}

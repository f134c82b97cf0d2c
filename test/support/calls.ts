/** A declaration of `get_order`, whose `id` is an integer. */
export const getOrder = {
  type: "function",
  function: { name: "get_order", parameters: { type: "object", properties: { id: { type: "integer" } }, required: ["id"] } },
};

/** A recorded call of `get_order` with its result, as the text of a file. */
export function transcript(args: string): string {
  return JSON.stringify({
    tools: [getOrder],
    messages: [
      { role: "user", content: "Where is my order?" },
      {
        role: "assistant",
        content: null,
        tool_calls: [{ id: "call_1", type: "function", function: { name: "get_order", arguments: args } }],
      },
      { role: "tool", tool_call_id: "call_1", content: "shipped" },
      { role: "assistant", content: "On its way." },
    ],
  });
}

/** A transcript without a fault. */
export const clean = transcript('{"id":1}');

/** A transcript whose call has an argument of the wrong type. */
export const broken = transcript('{"id":"one"}');

import { composeArray, composeObject } from "../../json/composed.js";
import type { JsonNode } from "../../json/node.js";
import { TextProbe } from "../../json/text-probe.js";
import type { Pieces } from "../table/table.js";

/** The messages of a sample, whose calls are flat and name their function as text. */
export const sampleMessages: Pieces = {
  each: [
    {
      is: "message",
      role: { at: "role", words: { assistant: "assistant", system: "system", user: "user", tool: "tool" } },
      if: { not: { is: { role: "tool" } } },
      content: "content",
      parts: {
        by: "type",
        others: true,
        kinds: {
          text: { is: "text" },
          reasoning: { is: "thinking" },
          // A tool that the provider ran: call and result are one part (`ContentToolUse`).
          tool_use: {
            is: "call",
            type: ["tool_type", "type"],
            id: "id",
            name: "name",
            arguments: "arguments",
            // Some providers give code or a query instead of JSON.
            unjudged: "the provider ran it",
            hosted: {},
            idOptional: {},
            result: { id: "id", content: "result", isError: { has: ["error"] } },
          },
        },
      },
      beside: [
        {
          is: "call",
          at: "tool_calls/*",
          if: { is: { role: "assistant" } },
          id: "id",
          name: ["function/name", "function"],
          arguments: "arguments",
          container: "object",
          // Arguments that Inspect could not parse are left empty, and it says why.
          unreadable: { at: "parse_error", message: "Arguments are not a JSON object" },
        },
      ],
    },
    {
      is: "message",
      role: { at: "role", words: { tool: "tool" } },
      if: { is: { role: "tool" } },
      beside: [
        {
          is: "result",
          id: "tool_call_id",
          name: "function",
          content: "content",
          isError: { any: [{ has: ["error"] }, { has: ["tool_error"] }] },
        },
      ],
    },
  ],
};

/** Marks a long text or a picture that the sample keeps elsewhere (`log/_condense.py`). */
const attachment = "attachment://";
const condensed = new TextProbe([attachment]);

/** A message with what its calls leave to the attachments of the sample. */
export function withAttachments(message: JsonNode, attachments: JsonNode | undefined): JsonNode {
  const calls = message.get("tool_calls");
  if (attachments === undefined || calls === undefined || !condensed.mayBeIn(calls)) return message;
  const members = message.entries().map(({ key, value }): [string, JsonNode] => {
    const name = key.string() ?? "";
    return [name, name === "tool_calls" ? resolved(value, attachments) : value];
  });
  return composeObject(members, message);
}

function resolved(node: JsonNode, attachments: JsonNode): JsonNode {
  switch (node.kind) {
    case "string": {
      const text = node.string() ?? "";
      return (text.startsWith(attachment) ? attachments.get(text.slice(attachment.length)) : undefined) ?? node;
    }
    case "array":
      return composeArray(
        node.items().map((item) => resolved(item, attachments)),
        node,
      );
    case "object":
      return composeObject(
        node.entries().map(({ key, value }) => [key.string() ?? "", resolved(value, attachments)]),
        node,
      );
    default:
      return node;
  }
}

import { composeArray, composeObject } from "../json/composed.js";
import type { JsonNode } from "../json/node.js";
import type { Format } from "./format.js";
import { tableFormat } from "./table/table-format.js";

const table = tableFormat({
  id: "datadog",
  title: "Datadog LLM Observability spans",
  source: "Datadog documentation, LLM Observability HTTP API, Message, ToolCall and ToolResult (read 2026-12)",
  profile: "telemetry",
  claims: [
    {
      because: "is a span of a model's operation with its messages",
      document: { has: ["meta/input/messages"], is: { "meta/span.kind": ["llm", "agent"] } },
    },
    {
      because: "is a span of a model's operation with its messages",
      document: { has: ["meta/input/messages"], is: { "meta/kind": ["llm", "agent"] } },
    },
    {
      because: "is an exported span of a model's operation",
      document: { has: ["attributes/ml_app", "attributes/input/messages"], is: { "attributes/span_kind": ["llm", "agent"] } },
    },
  ],
  entries: ["meta/input/messages", "attributes/input/messages"],
  answer: { entries: ["meta/output/messages", "attributes/output/messages"], inDocument: true },
  model: ["meta/model_name", "meta/metadata/model_name", "attributes/model_name"],
  idsOptional: true,
  read: {
    each: [
      {
        is: "message",
        role: {
          at: "role",
          words: {
            system: "system",
            developer: "system",
            user: "user",
            assistant: "assistant",
            model: "assistant",
            tool: "tool",
            function: "tool",
          },
          otherwise: "user",
        },
        content: "content",
        beside: [
          { is: "call", at: "tool_calls/*", id: "tool_id", name: "name", arguments: "arguments" },
          { is: "result", at: "tool_results/*", id: "tool_id", name: "name", content: "result" },
        ],
      },
    ],
  },
});

/** Spans of Datadog's LLM Observability: the messages that a model was given and those that it answered, as the tracer and the export API write them. */
export const datadog: Format = {
  ...table,
  carries: [...table.carries, "declarations"],
  adapt: (recording) => table.adapt({ ...recording, tools: recording.tools ?? declaredIn(recording.body) }),
};

/** The declarations of a span, whose schemas have a key of their own. */
function declaredIn(body: JsonNode): JsonNode | undefined {
  const list = (body.get("meta") ?? body.get("attributes"))?.get("tool_definitions");
  if (list?.kind !== "array" || list.first() === undefined) return undefined;
  const declarations = list.items().map((tool) =>
    composeObject(
      [
        ["name", tool.get("name")],
        ["description", tool.get("description")],
        ["parameters", tool.get("schema")],
      ],
      tool,
    ),
  );
  return composeArray(declarations, list);
}

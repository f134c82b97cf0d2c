import { composeArray, composeObject, literal } from "../../json/composed.js";
import type { JsonNode } from "../../json/node.js";
import { decoded } from "../decoded.js";
import { lookUp } from "../telemetry/unflatten.js";

/** A message put together to OpenAI's shape: `message.role`, `message.tool_calls.0.tool_call.function.name`, … (OpenInference, read 2026-11). */
export function chatMessageOf(node: JsonNode): JsonNode {
  const contents = listUnder(node, "message.contents");
  const calls = listUnder(node, "message.tool_calls");
  return composeObject(
    [
      ["role", lookUp(node, "message.role")],
      ["content", lookUp(node, "message.content") ?? (contents === undefined ? undefined : composeArray(contents.map(partOf), node))],
      ["tool_calls", calls === undefined ? undefined : composeArray(calls.map(callOf), calls[0] ?? node)],
      ["function_call", legacyCallOf(node)],
      ["tool_call_id", lookUp(node, "message.tool_call_id")],
      ["name", lookUp(node, "message.name")],
    ],
    node,
  );
}

function listUnder(node: JsonNode, path: string): readonly JsonNode[] | undefined {
  const found = lookUp(node, path);
  const list = decoded(found);
  return list?.kind === "array" && list.first() !== undefined ? list.items() : undefined;
}

function callOf(node: JsonNode): JsonNode {
  return composeObject(
    [
      ["id", lookUp(node, "tool_call.id")],
      ["type", literal("function", node)],
      [
        "function",
        composeObject(
          [
            ["name", lookUp(node, "tool_call.function.name")],
            ["arguments", lookUp(node, "tool_call.function.arguments")],
          ],
          node,
        ),
      ],
    ],
    node,
  );
}

/** The attributes from before there were several calls. */
function legacyCallOf(node: JsonNode): JsonNode | undefined {
  const name = lookUp(node, "message.function_call_name");
  if (name === undefined) return undefined;
  return composeObject(
    [
      ["name", name],
      ["arguments", lookUp(node, "message.function_call_arguments_json")],
    ],
    name,
  );
}

function partOf(node: JsonNode): JsonNode {
  return composeObject(
    [
      ["type", lookUp(node, "message_content.type") ?? literal("text", node)],
      ["text", lookUp(node, "message_content.text")],
    ],
    node,
  );
}

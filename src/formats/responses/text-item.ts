import { composeObject, literal } from "../../json/composed.js";
import type { JsonNode } from "../../json/node.js";

/** An input that is a text alone, as the message of the user that it stands for. */
export function textItem(text: JsonNode): JsonNode {
  return composeObject(
    [
      ["role", literal("user", text)],
      ["content", text],
    ],
    text,
  );
}

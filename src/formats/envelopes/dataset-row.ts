import type { JsonNode } from "../../json/node.js";
import { decodedBody, type Envelope, type Layer, type Opened } from "./envelope.js";
import { joinLists, withStated } from "./pair.js";

/**
 * Rows of training sets whose conversation does not are under `messages` (which formats read themselves): `conversation`,
 * `conversations` with roles, preferences as `chosen` and `rejected` (TRL, "Dataset formats and types", read 2026-11). Columns may hold
 * JSON text.
 */
export const datasetRows: readonly Envelope[] = [
  { key: "chosen", open: openPreference },
  { key: "conversations", open: (node) => openConversation(node, "conversations") },
  { key: "conversation", open: (node) => openConversation(node, "conversation") },
];

function openConversation(node: JsonNode, key: string): Opened | undefined {
  const list = listOf(node.get(key));
  // A list of whole conversations goes by the same name.
  return list?.first()?.get("messages") !== undefined || list === undefined
    ? undefined
    : { layers: [{ body: withStated(list, node), dataset: true }] };
}

/** Two answers to one prompt. Each may repeat the prompt. */
function openPreference(node: JsonNode): Opened | undefined {
  const prompt = listOf(node.get("prompt") ?? node.get("messages"));
  const answers = [listOf(node.get("chosen")), listOf(node.get("rejected"))].flatMap((list) => list ?? []);
  if (answers.length === 0) return undefined;
  return {
    layers: answers.map((answer): Layer => {
      const whole = prompt === undefined || repeats(answer, prompt) ? answer : joinLists([prompt, answer], answer);
      return { body: withStated(whole, node), dataset: true, at: answer };
    }),
  };
}

function repeats(answer: JsonNode, prompt: JsonNode): boolean {
  const first = answer.first();
  const role = first?.get("role")?.string();
  return role !== undefined && role === prompt.first()?.get("role")?.string() && role !== "assistant";
}

function listOf(node: JsonNode | undefined): JsonNode | undefined {
  const list = node && decodedBody(node).root;
  return list?.first()?.kind === "object" ? list : undefined;
}

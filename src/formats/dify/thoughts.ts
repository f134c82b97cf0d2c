import { composeArray, composeObject } from "../../json/composed.js";
import type { JsonNode } from "../../json/node.js";
import { sliceText } from "../../json/text-slice.js";
import { decoded } from "../decoded.js";

/** What was asked, thought and answered, one after the other. Streams repeat a thought as it grows: the last of them is whole. */
export function entriesOf(messages: readonly JsonNode[]): readonly JsonNode[] {
  const last = new Map<string, JsonNode>();
  for (const message of messages) if (isThoughtEvent(message)) last.set(idOf(message), message);
  return messages.flatMap((message) => {
    if (isThoughtEvent(message)) return last.get(idOf(message)) === message ? [thoughtOf(message)] : [];
    if (message.get("event") !== undefined) return [];
    return [
      ...member("query", message.get("query")),
      ...(message.get("agent_thoughts")?.items() ?? []).map(thoughtOf),
      ...member("answer", message.get("answer")),
    ];
  });
}

function isThoughtEvent(node: JsonNode): boolean {
  return node.get("event")?.string() === "agent_thought";
}

function idOf(node: JsonNode): string {
  return node.get("id")?.string() ?? "";
}

function member(key: string, node: JsonNode | undefined): readonly JsonNode[] {
  return node === undefined || node.kind === "null" || node.string() === "" ? [] : [composeObject([[key, node]], node)];
}

/** The tools of a thought are joined by semicolons; arguments and results are one JSON text, by the name of the tool where that is known. */
function thoughtOf(thought: JsonNode): JsonNode {
  const tool = thought.get("tool");
  const names = tool === undefined ? [] : namesIn(tool);
  const given = thought.get("tool_input");
  const observation = thought.get("observation");
  const calls = names.map((name) =>
    composeObject(
      [
        ["name", name],
        ["arguments", partOf(given, name, names.length)],
        ["result", partOf(observation, name, names.length)],
      ],
      name,
    ),
  );
  return composeObject(
    [
      ["thought", thought.get("thought")],
      ["calls", composeArray(calls, tool ?? thought)],
    ],
    thought,
  );
}

function namesIn(tool: JsonNode): readonly JsonNode[] {
  const text = tool.string() ?? "";
  const names: JsonNode[] = [];
  for (const { 0: name, index } of text.matchAll(/[^;]+/g)) names.push(sliceText(tool, index, index + name.length));
  return names;
}

/** `undefined` where nothing came back: no call of a turn has a result while the others run. */
function partOf(node: JsonNode | undefined, name: JsonNode, count: number): JsonNode | undefined {
  if (node === undefined || node.kind === "null" || node.string() === "") return undefined;
  const inside = decoded(node);
  const own = inside.kind === "object" ? inside.get(name.string() ?? "") : undefined;
  return own ?? (count === 1 ? node : undefined);
}

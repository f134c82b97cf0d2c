import type { JsonNode } from "../../json/node.js";

/**
 * Items of a list object in the order in which they came: the endpoints that list stored items put the newest first unless asked
 * otherwise (OpenAI API reference, List input items and List conversation items, `order` defaults to `desc`, read 2026-11).
 *
 * Where nothing tells, the order is kept.
 */
export function inOrder(items: readonly JsonNode[]): readonly JsonNode[] {
  const calls = new Map<string, number>();
  let forwards = 0;
  let backwards = 0;
  items.forEach((item, position) => {
    const id = item.get("call_id")?.string();
    if (id !== undefined && item.get("type")?.string()?.endsWith("_call") === true && !calls.has(id)) calls.set(id, position);
  });
  items.forEach((item, position) => {
    if (item.get("type")?.string()?.endsWith("_output") !== true) return;
    const call = calls.get(item.get("call_id")?.string() ?? "");
    if (call !== undefined && call < position) forwards += 1;
    else if (call !== undefined) backwards += 1;
  });
  return backwards > forwards ? items.toReversed() : items;
}

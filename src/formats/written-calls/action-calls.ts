import type { JsonNode } from "../../json/node.js";
import { endOfJson } from "./json-calls.js";
import { namedCall } from "./named-call.js";
import type { WrittenCall } from "./written-call.js";

/**
 * Actions of a ReAct agent, `Action: name` with a JSON object as `Action Input:`: what was seen comes back in words of any kind, so that no
 * result is owed.
 */
export function readActions(text: JsonNode, source: string, from: number): readonly WrittenCall[] {
  const head = /(?:^|\n)[ \t]*Action:[ \t]*([\w.:-]{1,200})[ \t]*\r?\n[ \t]*Action Input:[ \t]*(?=\{)/dg;
  head.lastIndex = from;
  const calls: WrittenCall[] = [];
  for (let found = head.exec(source); found !== null; found = head.exec(source)) {
    const name = found.indices?.[1];
    if (name === undefined) continue;
    const start = head.lastIndex;
    const end = endOfJson(source, start) ?? endOfLine(source, start);
    const call = { from: name[0], to: end };
    calls.push(namedCall({ text, source }, call, { from: name[0], to: name[1] }, { from: start, to: end }));
    head.lastIndex = end;
  }
  return calls;
}

function endOfLine(source: string, from: number): number {
  const end = source.indexOf("\n", from);
  return end < 0 ? source.length : end;
}

import fc from "fast-check";
import { expect, it } from "vitest";
import type { JsonNode } from "../../src/json/node.js";
import { parseJson } from "../../src/json/read.js";
import { holds, MessagePlaces } from "../../src/lint/message-places.js";
import type { Message } from "../../src/model/conversation.js";

function nodeOf(value: unknown): JsonNode {
  const read = parseJson(JSON.stringify(value));
  if (read.kind === "fault") throw new Error(read.fault.message);
  return read.document.root;
}

function messageAt(at: JsonNode, parts: readonly JsonNode[] = []): Message {
  return { role: "user", parts: parts.map((part) => ({ kind: "text", at: part })), fromResponse: false, at, roleAt: undefined };
}

it("finds the first message around a node or with it as a part, as one look at each would", () => {
  const documents = [nodeOf([[1, [2, 3]], [4], [[5]], 6]), nodeOf([[7], [8, [9]]])];
  const nodes = documents.flatMap(nodesIn);
  const node = fc.constantFrom(...nodes);
  const messages = fc.array(fc.record({ at: node, parts: fc.array(node, { maxLength: 2 }) }), { maxLength: 6 });
  fc.assert(
    fc.property(messages, fc.boolean(), node, (drafts, sorted, asked) => {
      const order = sorted ? drafts.toSorted((one, other) => nodes.indexOf(one.at) - nodes.indexOf(other.at)) : drafts;
      const all = order.map(({ at, parts }) => messageAt(at, parts));
      const naive = all.findIndex(({ at, parts }) => holds(at, asked) || parts.some((part) => "at" in part && part.at === asked));
      expect(new MessagePlaces(all).indexOf(asked)).toBe(naive);
    }),
  );
});

it("asks each message for its place once, however many are looked for", () => {
  for (const count of [10, 100]) {
    let asked = 0;
    const items = nodeOf(Array.from({ length: count }, () => [0])).items();
    const messages = items.map((item) => messageAt(counting(item, () => (asked += 1))));
    const places = new MessagePlaces(messages);
    expect(items.map((item) => places.indexOf(item.items()[0] ?? item))).toEqual(items.map((_, index) => index));
    expect(asked).toBe(count);
  }
});

function nodesIn(node: JsonNode): readonly JsonNode[] {
  return [node, ...(node.kind === "array" ? node.items().flatMap(nodesIn) : [])];
}

/** The node, telling when its place is asked for. */
function counting(node: JsonNode, tell: () => void): JsonNode {
  return new Proxy(node, {
    get(target, key) {
      if (key === "range") tell();
      const value: unknown = Reflect.get(target, key, target);
      return value;
    },
  });
}

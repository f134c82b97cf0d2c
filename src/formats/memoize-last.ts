import type { JsonNode } from "../json/node.js";

const forget: (() => void)[] = [];

/**
 * A question that several formats ask of the same body, one after the other: the last answer is kept, and its body with it, until
 * `forgetBodies`. A WeakMap would keep nothing alive, but the collector pays for its entries: a sixth of a whole run.
 */
export function memoizeLast<T>(find: (body: JsonNode) => T): (body: JsonNode) => T {
  let last: { readonly body: JsonNode; readonly answer: T } | undefined;
  forget.push(() => {
    last = undefined;
  });
  return (body) => {
    if (last?.body !== body) last = { body, answer: find(body) };
    return last.answer;
  };
}

/** Forgets the last answers, so that a program that goes on does not hold the last document of a file. */
export function clearMemo(): void {
  for (const each of forget) each();
}

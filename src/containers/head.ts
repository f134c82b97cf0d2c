import { Buffer } from "node:buffer";

/** Bytes that are enough to tell one kind of file from another. */
const enough = 4096;

/**
 * Looks at the beginning of a file without losing it.
 *
 * @returns `head`: the first block, or the first ones together where it is short; valid until `whole` is read
 */
export function withHead(blocks: Iterable<Uint8Array>): { readonly head: Uint8Array; readonly whole: Iterable<Uint8Array> } {
  const iterator = blocks[Symbol.iterator]();
  const first = iterator.next();
  if (first.done === true) return { head: new Uint8Array(0), whole: [] };
  let head = first.value;
  let isDone = false;
  while (head.length < enough && !isDone) {
    // The next block may take the place of this one.
    const before = Buffer.from(head);
    const next = iterator.next();
    isDone = next.done === true;
    head = next.done === true ? before : Buffer.concat([before, next.value]);
  }
  return { head, whole: rest(head, iterator, isDone) };
}

function* rest(head: Uint8Array, iterator: Iterator<Uint8Array>, isDone: boolean): Generator<Uint8Array, void, undefined> {
  try {
    yield head;
    if (isDone) return;
    for (let next = iterator.next(); next.done !== true; next = iterator.next()) yield next.value;
  } finally {
    iterator.return?.();
  }
}

/** The head as text, for marks that are ASCII: byte by byte, without a byte order mark. */
export function headText(head: Uint8Array): string {
  const text = Buffer.from(head.buffer, head.byteOffset, Math.min(head.length, enough)).toString("latin1");
  return text.startsWith("\xef\xbb\xbf") ? text.slice(3) : text;
}

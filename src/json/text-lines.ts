/** A line inside a text: its bytes without its end, and where the next one begins. */
export interface ByteLine {
  readonly from: number;
  readonly to: number;
  readonly next: number;
}

/** The lines of a part of a text. They end at LF, CRLF and, as in server-sent events, at a lone CR where `loneReturn` says so. */
export function* byteLines(bytes: Buffer, start: number, end: number, loneReturn: boolean): Generator<ByteLine, void, undefined> {
  for (let from = start; from < end; ) {
    let to = bytes.indexOf(0x0a, from);
    if (to === -1 || to > end) to = end;
    const carriage = loneReturn ? bytes.subarray(from, to).indexOf(0x0d) : bytes[to - 1] === 0x0d ? to - 1 - from : -1;
    if (carriage === -1) {
      yield { from, to, next: to + 1 };
      from = to + 1;
    } else {
      const at = from + carriage;
      const next = at + (bytes[at + 1] === 0x0a && at + 1 < end ? 2 : 1);
      yield { from, to: at, next };
      from = next;
    }
  }
}

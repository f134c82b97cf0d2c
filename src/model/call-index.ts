import type { LinkedBy, ToolCall, ToolResult } from "./exchange.js";

/** An exchange while its turn is read. */
export interface OpenExchange {
  /** Index among all exchanges. */
  readonly position: number;
  readonly homes: IndexedCall[];
  readonly results: ToolResult[];
  readonly duplicates: { readonly call: ToolCall; readonly result: ToolResult; readonly first: ToolResult }[];
  /** Results that no id links: paired once the whole turn is known, so that they take no call from a result that has its id. */
  readonly waiting: ToolResult[];
  readonly orphans: ToolResult[];
}

/** A call, the exchange that it belongs to, and the result that counts. */
export interface IndexedCall {
  readonly call: ToolCall;
  readonly exchange: OpenExchange;
  answer: { readonly result: ToolResult; readonly by: LinkedBy } | undefined;
}

/** Calls that share an id, in transcript order. Answered ones leave `open` once they are its last. */
interface SameId {
  readonly all: IndexedCall[];
  readonly open: IndexedCall[];
}

/** The exchange of each call. Client calls and hosted calls are told apart: the same id on both sides means nothing. */
export class CallIndex {
  readonly #byCall = new Map<ToolCall, IndexedCall>();
  readonly #client = new Map<string, SameId>();
  readonly #hosted = new Map<string, SameId>();

  add(call: ToolCall, exchange: OpenExchange): void {
    const home: IndexedCall = { call, exchange, answer: undefined };
    exchange.homes.push(home);
    this.#byCall.set(call, home);
    if (call.id === null) return;
    const byId = call.hosted ? this.#hosted : this.#client;
    const same = byId.get(call.id);
    if (same === undefined) {
      byId.set(call.id, { all: [home], open: [home] });
    } else {
      same.all.push(home);
      same.open.push(home);
    }
  }

  of(call: ToolCall): IndexedCall | undefined {
    return this.#byCall.get(call);
  }

  /** The calls with a result's id. */
  withIdOf(result: ToolResult): readonly IndexedCall[] {
    return this.#sameId(result)?.all ?? [];
  }

  /** The newest of them that is open. Some servers give all calls one id, so those that are answered are not searched again and again. */
  newestOpen(result: ToolResult, inReach: (home: IndexedCall) => boolean): IndexedCall | undefined {
    const open = this.#sameId(result)?.open ?? [];
    while (open.at(-1)?.answer !== undefined) open.pop();
    return open.findLast((home) => home.answer === undefined && inReach(home));
  }

  #sameId(result: ToolResult): SameId | undefined {
    if (result.callId === null) return undefined;
    return (result.hosted ? this.#hosted : this.#client).get(result.callId);
  }
}

/** Index of the first home at or after a position: the list is searched by halves, since some servers give all calls one id. */
export function firstAt(homes: readonly IndexedCall[], position: number): number {
  let from = 0;
  let to = homes.length;
  while (from < to) {
    const middle = (from + to) >> 1;
    if ((homes[middle]?.exchange.position ?? 0) < position) from = middle + 1;
    else to = middle;
  }
  return from;
}

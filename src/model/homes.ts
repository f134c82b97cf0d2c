import type { LinkedBy, ToolCall, ToolResult } from "./exchange.js";

/** An exchange while its turn is read. */
export interface OpenExchange {
  /** Index among all exchanges. */
  readonly position: number;
  readonly homes: Home[];
  readonly results: ToolResult[];
  readonly duplicates: { readonly call: ToolCall; readonly result: ToolResult; readonly first: ToolResult }[];
  /** Results that no id links: paired once the whole turn is known, so that they take no call from a result that has its id. */
  readonly waiting: ToolResult[];
  readonly orphans: ToolResult[];
}

/** A call, the exchange that it belongs to, and the result that counts. */
export interface Home {
  readonly call: ToolCall;
  readonly exchange: OpenExchange;
  answer: { readonly result: ToolResult; readonly by: LinkedBy } | undefined;
}

/** Calls that share an id, in transcript order. Answered ones leave `open` once they are its last; it is made when it is asked for. */
interface SameId {
  readonly all: Home[];
  open: Home[] | undefined;
}

/** The exchange of each call. Client calls and hosted calls are told apart: the same id on both sides means nothing. */
export class Homes {
  readonly #all: Home[] = [];
  /** Made when it is asked for: on most wires no result names its call but by id. */
  #byCall: Map<ToolCall, Home> | undefined;
  /** Likewise: most results stand right behind their few calls. */
  #byId: { readonly client: Map<string, SameId>; readonly hosted: Map<string, SameId> } | undefined;

  add(call: ToolCall, exchange: OpenExchange): void {
    const home: Home = { call, exchange, answer: undefined };
    this.#all.push(home);
    this.#byCall?.set(call, home);
    exchange.homes.push(home);
    if (this.#byId !== undefined) addTo(call.hosted ? this.#byId.hosted : this.#byId.client, home);
  }

  of(call: ToolCall): Home | undefined {
    this.#byCall ??= new Map(this.#all.map((home) => [home.call, home]));
    return this.#byCall.get(call);
  }

  /** The calls with a result's id. */
  withIdOf(result: ToolResult): readonly Home[] {
    return this.#sameId(result)?.all ?? none;
  }

  /** The newest of them that is open. Some servers give all calls one id, so those that are answered are not searched again and again. */
  newestOpen(result: ToolResult, inReach: (home: Home) => boolean): Home | undefined {
    const same = this.#sameId(result);
    if (same === undefined) return undefined;
    same.open ??= [...same.all];
    const { open } = same;
    while (open.at(-1)?.answer !== undefined) open.pop();
    return open.findLast((home) => home.answer === undefined && inReach(home));
  }

  #sameId(result: ToolResult): SameId | undefined {
    if (result.callId === null) return undefined;
    if (this.#byId === undefined) {
      this.#byId = { client: new Map(), hosted: new Map() };
      for (const home of this.#all) addTo(home.call.hosted ? this.#byId.hosted : this.#byId.client, home);
    }
    return (result.hosted ? this.#byId.hosted : this.#byId.client).get(result.callId);
  }
}

function addTo(byId: Map<string, SameId>, home: Home): void {
  const { id } = home.call;
  if (id === null) return;
  const same = byId.get(id);
  if (same === undefined) {
    byId.set(id, { all: [home], open: undefined });
    return;
  }
  same.all.push(home);
  same.open?.push(home);
}

const none: readonly Home[] = [];

/** Index of the first home at or behind a position: the list is searched by halves, since some servers give all calls one id. */
export function firstAt(homes: readonly Home[], position: number): number {
  let from = 0;
  let to = homes.length;
  while (from < to) {
    const middle = (from + to) >> 1;
    if ((homes[middle]?.exchange.position ?? 0) < position) from = middle + 1;
    else to = middle;
  }
  return from;
}

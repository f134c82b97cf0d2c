import type { PageMessage, PageResult, PartPlace } from "../page-data.js";
import type { Shown } from "./folds.js";

/** A row of the timeline beside which links run. */
export type Row =
  | { readonly kind: "head"; readonly message: number }
  | { readonly kind: "part"; readonly place: PartPlace }
  | { readonly kind: "fold"; readonly from: number; readonly to: number };

/** A piece of the line between a call and its result, beside one row. */
export interface LanePiece {
  readonly lane: number;
  /** `loose`: the line of a call without a result; `stray`: that of a result without a call. */
  readonly piece: "start" | "through" | "end" | "loose" | "stray";
  readonly style: LineStyle;
}

export type LineStyle = PageResult["state"] | "pending" | "unanswered";

export interface Lanes {
  /** For each row. */
  readonly pieces: readonly (readonly LanePiece[])[];
  readonly count: number;
}

/** Lines side by side; further ones share the last. */
const maxLanes = 5;

/** The rows of what is shown: each message's head and its parts, and a row for each fold. */
export function rowsOf(shown: readonly Shown[], messages: readonly PageMessage[]): readonly Row[] {
  return shown.flatMap((each): readonly Row[] => {
    if (each.kind === "fold") return [each];
    const parts = messages[each.message]?.parts ?? [];
    return [
      { kind: "head", message: each.message },
      ...parts.map((_, part): Row => ({ kind: "part", place: { message: each.message, part } })),
    ];
  });
}

/** Draws a line from each call to each of its results, in as few lanes as keep them apart. */
export function lanesOf(rows: readonly Row[], messages: readonly PageMessage[]): Lanes {
  const rowOfPlace = new Map<string, number>();
  const rowOfMessage = new Map<number, number>();
  for (const [index, row] of rows.entries()) {
    if (row.kind === "part") rowOfPlace.set(`${row.place.message} ${row.place.part}`, index);
    else if (row.kind === "fold") for (let message = row.from; message < row.to; message += 1) rowOfMessage.set(message, index);
  }
  const rowOf = ({ message, part }: PartPlace) => rowOfPlace.get(`${message} ${part}`) ?? rowOfMessage.get(message);
  const pieces: LanePiece[][] = rows.map(() => []);
  const busyUntil: number[] = [];
  let count = 0;
  for (const { from, to, style } of linesOf(messages, rowOf)) {
    const free = busyUntil.findIndex((row) => row < from || (row === from && from !== to));
    const lane = Math.min(free === -1 ? busyUntil.length : free, maxLanes - 1);
    busyUntil[lane] = Math.max(busyUntil[lane] ?? 0, to);
    count = Math.max(count, lane + 1);
    if (from === to) pieces[from]?.push({ lane, piece: style === "orphaned" ? "stray" : "loose", style });
    if (from === to) continue;
    pieces[from]?.push({ lane, piece: "start", style });
    for (let row = from + 1; row < to; row += 1) pieces[row]?.push({ lane, piece: "through", style });
    pieces[to]?.push({ lane, piece: "end", style });
  }
  return { pieces, count };
}

/** From a call to its result; from a row to itself where the other end is missing. */
interface Line {
  readonly from: number;
  readonly to: number;
  readonly style: LineStyle;
}

function linesOf(messages: readonly PageMessage[], rowOf: (place: PartPlace) => number | undefined): readonly Line[] {
  const lines: Line[] = [];
  for (const [message, { parts }] of messages.entries()) {
    for (const [part, each] of parts.entries()) {
      const own = rowOf({ message, part });
      if (own === undefined) continue;
      if (each.kind === "call" && (each.state === "pending" || each.state === "unanswered")) {
        lines.push({ from: own, to: own, style: each.state });
      }
      if (each.kind !== "result") continue;
      const call = each.call === null ? undefined : rowOf(each.call);
      if (each.state === "orphaned") lines.push({ from: own, to: own, style: each.state });
      else if (call !== undefined && call < own) lines.push({ from: call, to: own, style: each.state });
    }
  }
  return lines.toSorted((one, other) => one.from - other.from || one.to - other.to);
}

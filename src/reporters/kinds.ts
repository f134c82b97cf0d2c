import { parsePointer } from "../json/pointer.js";
import type { Violation } from "../model/violation.js";

/** Findings that say the same: one rule, one tool, one argument, one sentence but for the values in it. */
export interface Kind {
  /** The first of them. */
  readonly violation: Violation;
  readonly count: number;
  readonly files: number;
  /** How many of them were shown one by one. */
  readonly shown: number;
}

interface OpenKind {
  readonly violation: Violation;
  count: number;
  files: number;
  shown: number;
  lastPath: string;
}

/** What findings are put together by. */
export type Grouping = "rule" | "tool" | "argument" | "file";

/** Kinds that are kept apart; the findings of further ones are only counted. */
const maxKinds = 10_000;

/** How much is shown one by one. */
export interface ShownBounds {
  /** Of one kind. */
  readonly perKind: number;
  readonly inAll: number;
}

/** Counts findings by kind as they come, and says which of them are shown one by one. Memory is bounded by the kinds. */
export class Kinds {
  readonly #kinds = new Map<string, OpenKind>();
  readonly #bounds: ShownBounds;
  /** `file`: kinds of two files are two kinds. */
  readonly #grouping: Grouping | undefined;
  readonly #groups = new Map<string, OpenGroup>();
  #shown = 0;
  /** Findings that are neither shown nor among `all`. */
  others = 0;

  constructor(bounds: ShownBounds, grouping?: Grouping) {
    this.#bounds = bounds;
    this.#grouping = grouping;
  }

  /** Counts a finding; gives whether it is shown itself. */
  take(violation: Violation): boolean {
    const kind = this.#kindOf(violation);
    const isRoom = this.#shown < this.#bounds.inAll;
    if (kind === undefined) {
      if (isRoom) this.#shown += 1;
      else this.others += 1;
      return isRoom;
    }
    add(kind, violation.path);
    if (this.#grouping !== undefined) this.#group(kind, violation, this.#grouping);
    if (!isRoom || kind.shown >= this.#bounds.perKind) return false;
    this.#shown += 1;
    kind.shown += 1;
    return true;
  }

  /** All kinds, in the order in which they were met. */
  get all(): readonly Kind[] {
    return [...this.#kinds.values()];
  }

  /** The groups, the most frequent first; none without a grouping. */
  get groups(): readonly KindGroup[] {
    const byCount = (one: { readonly count: number }, other: { readonly count: number }) => other.count - one.count;
    return [...this.#groups.values()].map((group) => ({ ...group, kinds: group.kinds.toSorted(byCount) })).toSorted(byCount);
  }

  #group(kind: OpenKind, violation: Violation, grouping: Grouping): void {
    const name = groupOf(violation, grouping);
    const group = this.#groups.get(name) ?? { count: 0, files: 0, lastPath: "", kinds: [] };
    if (group.count === 0) this.#groups.set(name, group);
    if (kind.count === 1) group.kinds.push(kind);
    add(group, violation.path);
  }

  #kindOf(violation: Violation): OpenKind | undefined {
    const { ruleId, severity, handled, profile, call, redacted, path } = violation;
    const key = JSON.stringify([
      this.#grouping === "file" ? path : null,
      ruleId,
      severity,
      handled,
      profile,
      call?.tool ?? null,
      argumentOf(violation),
      redacted.message,
    ]);
    const known = this.#kinds.get(key);
    if (known !== undefined || this.#kinds.size >= maxKinds) return known;
    const kind = { violation, count: 0, files: 0, shown: 0, lastPath: "" };
    this.#kinds.set(key, kind);
    return kind;
  }
}

/** Files are checked one by one: another path is another file. */
function add(counter: { count: number; files: number; lastPath: string }, path: string): void {
  counter.count += 1;
  if (counter.lastPath !== path) counter.files += 1;
  counter.lastPath = path;
}

/** Kinds that share what findings are grouped by, the most frequent first. */
export interface KindGroup {
  readonly count: number;
  readonly files: number;
  readonly kinds: readonly Kind[];
}

interface OpenGroup {
  count: number;
  files: number;
  lastPath: string;
  readonly kinds: OpenKind[];
}

/** What a finding is grouped under. */
export function groupOf(violation: Violation, grouping: Grouping): string {
  const { ruleId, call, path } = violation;
  switch (grouping) {
    case "rule":
      return ruleId;
    case "file":
      return path;
    case "tool":
      return call?.tool ?? "no tool";
    case "argument":
      return call?.tool == null ? "no tool" : `${call.tool} ${argumentOf(violation) ?? "(the whole call)"}`;
  }
}

/** The argument that a finding is about, whatever its place in a list. */
function argumentOf({ call }: Violation): string | null {
  const pointer = call?.argumentPointer ?? null;
  if (pointer === null) return null;
  const steps = parsePointer(pointer) ?? [];
  return steps.map((step) => `/${/^\d{1,9}$/.test(step) ? "*" : step}`).join("");
}

import { branchesOf } from "../session/branches.js";
import { isBoundary, type Line } from "./lines.js";

/** The lines of one conversation, in file order. */
export interface SessionThread {
  readonly lines: readonly Line[];
  /** It was left after: a later branch goes on from a line before it. */
  readonly isAbandoned: boolean;
  /** What is before it is not in the file. */
  readonly historyCut: boolean;
}

/**
 * Follows the tree of a session file: the conversation that ends with the newest message, those of sub-agents, and what was left after
 * by a rewind, a retry or a resumed session.
 *
 * Claude Code hangs the result of a parallel call on the line of its call, so that the way from the newest line misses it
 * (anthropics/claude-code issues 31330 and 37779, 2026-03): lines of the same answer, and results of its calls, are looked up.
 */
export function threadsOf(lines: readonly Line[]): readonly SessionThread[] {
  const { parents, cuts } = link(lines);
  const beside = new Beside(lines);
  const branches = branchesOf(parents, {
    mayEnd: (entry) => lines[entry]?.message !== undefined,
    beside: (branch) => beside.of(branch),
  });
  return branches
    .map(({ entries, from }) => ({
      first: entries[0] ?? 0,
      lines: entries.flatMap((entry) => lines[entry] ?? []),
      isAbandoned: from !== undefined,
      historyCut: from !== undefined || entries.some((entry) => cuts.has(entry)),
    }))
    .filter((thread) => !thread.isAbandoned || thread.lines.some(({ calls, results }) => calls.length + results.length > 0))
    .sort((one, other) => one.first - other.first);
}

/** The parent of each line, and the lines that show that the history before them is not in the file. */
interface Links {
  readonly parents: readonly (number | undefined)[];
  readonly cuts: ReadonlySet<number>;
}

function link(lines: readonly Line[]): Links {
  const byUuid = new Map<string, number>();
  for (const [index, { uuid }] of lines.entries()) if (uuid !== undefined && !byUuid.has(uuid)) byUuid.set(uuid, index);
  const cuts = new Set<number>();
  /** The newest line of each agent of each session. */
  const newest = new Map<string, number>();
  const parents = lines.map((line, index): number | undefined => {
    const agent = agentOf(line);
    const before = newest.get(agent);
    if (line.uuid !== undefined || line.message !== undefined) newest.set(agent, index);
    const named = line.node.get("parentUuid");
    const uuid = named?.string();
    if (uuid !== undefined) {
      const parent = byUuid.get(uuid);
      const found = parent === undefined ? undefined : lines[parent];
      // A sub-agent may begin with a line of the conversation that spawned it.
      if (found !== undefined) return parent !== index && isSameSide(found, line) ? parent : undefined;
    } else if (isBoundary(line)) {
      const logical = byUuid.get(line.node.get("logicalParentUuid")?.string() ?? "");
      // Where messages were kept, the logical parent may hang on the boundary itself.
      if (logical !== undefined && logical < index) return logical;
    } else if (named !== undefined || line.message === undefined) {
      return undefined;
    }
    // A line in front was lost or left out (anthropics/claude-code issues 22107 and 31328, 2026): the log goes on all the same. At the
    // very front it says that the file begins in the middle only where a result comes first.
    if (before === undefined && (isBoundary(line) || (uuid !== undefined && line.results.length > 0))) cuts.add(index);
    return before;
  });
  return { parents, cuts };
}

function agentOf({ node }: Line): string {
  const agent = isSidechain(node) ? (node.get("agentId")?.string() ?? "") : null;
  return JSON.stringify([node.get("sessionId")?.string() ?? "", agent]);
}

function isSidechain(node: Line["node"]): boolean {
  return node.get("isSidechain")?.boolean() === true;
}

function isSameSide({ node: one }: Line, { node: other }: Line): boolean {
  return isSidechain(one) === isSidechain(other);
}

/** Lines that belong to a branch although the way to its root does not lead over them. */
class Beside {
  readonly #lines: readonly Line[];
  /** Lines by the answer that they are a part of. */
  readonly #answers = new Map<string, number[]>();
  readonly #calls = new Map<string, number[]>();
  readonly #results = new Map<string, number[]>();
  /** Results by the line that they hang on and the call that they answer: ids may repeat. */
  readonly #children = new Map<string, number[]>();
  readonly #answered: ReadonlySet<string>;

  constructor(lines: readonly Line[]) {
    this.#lines = lines;
    const answered = new Set<string>();
    for (const [index, { node, messageId, results, clientResults, clientCalls }] of lines.entries()) {
      if (messageId !== undefined) addTo(this.#answers, messageId, index);
      for (const id of clientCalls) addTo(this.#calls, id, index);
      for (const id of results) answered.add(id);
      for (const id of clientResults) {
        addTo(this.#results, id, index);
        addTo(this.#children, childKey(node.get("parentUuid")?.string(), id), index);
      }
    }
    this.#answered = answered;
  }

  /** Each line is looked up once: what a newer branch got, an older one does not get as well. */
  of(branch: readonly number[]): readonly number[] {
    const entries: number[] = [];
    const had = new Set<number>();
    /** Calls that are open, less results without a call, by id. */
    const open = new Map<string, number>();
    const add = (entry: number) => {
      if (had.has(entry)) return;
      had.add(entry);
      entries.push(entry);
      for (const id of this.#lines[entry]?.clientCalls ?? []) open.set(id, (open.get(id) ?? 0) + 1);
      for (const id of this.#lines[entry]?.clientResults ?? []) open.set(id, (open.get(id) ?? 0) - 1);
    };
    for (const entry of branch) add(entry);
    for (const entry of entries) {
      const line = this.#lines[entry];
      if (line === undefined) continue;
      if (line.messageId !== undefined) for (const other of take(this.#answers, line.messageId)) if (this.#isAnswered(other)) add(other);
      for (const id of line.clientCalls) if ((open.get(id) ?? 0) > 0) addFirst(take(this.#children, childKey(line.uuid, id)), had, add);
    }
    // Each line is added once at most, so that this ends.
    for (let checked = 0; checked < entries.length; checked += 1) {
      const line = this.#lines[entries[checked] ?? 0];
      for (const id of line?.clientCalls ?? []) if ((open.get(id) ?? 0) > 0) addFirst(take(this.#results, id), had, add);
      for (const id of line?.clientResults ?? []) if ((open.get(id) ?? 0) < 0) addFirst(take(this.#calls, id), had, add);
    }
    return entries.slice(branch.length);
  }

  /** A call that never came to its end was dropped when the session was resumed. */
  #isAnswered(entry: number): boolean {
    return this.#lines[entry]?.calls.every((id) => this.#answered.has(id)) ?? false;
  }
}

function childKey(parent: string | undefined, id: string): string {
  return JSON.stringify([parent ?? "", id]);
}

function addFirst(found: readonly number[], had: ReadonlySet<number>, add: (entry: number) => void): void {
  const first = found.find((entry) => !had.has(entry));
  if (first !== undefined) add(first);
}

function addTo(map: Map<string, number[]>, key: string, value: number): void {
  const list = map.get(key);
  if (list === undefined) map.set(key, [value]);
  else list.push(value);
}

function take(map: Map<string, number[]>, key: string): readonly number[] {
  const list = map.get(key) ?? [];
  map.delete(key);
  return list;
}

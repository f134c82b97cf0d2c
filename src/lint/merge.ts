import type { LocatedFinding } from "./to-violation.js";

/**
 * Orders the violations of a batch by place, and tells each once: branches of one conversation share their history, and profiles share
 * most of their rules.
 */
export function mergeDoubles(stamped: readonly LocatedFinding[]): readonly LocatedFinding[] {
  if (stamped.length < 2) return stamped;
  const merged = new Map<string, LocatedFinding>();
  for (const each of stamped) {
    const key = JSON.stringify([each.path, each.record, each.ruleId, each.pointer, each.range?.start.offset, each.message]);
    const first = merged.get(key);
    if (first === undefined) merged.set(key, each);
    else if (first.profile !== each.profile && first.profile !== null)
      merged.set(key, { ...first, profile: `${first.profile}, ${each.profile}` });
  }
  return [...merged.values()].sort(byPlace);
}

function byPlace(one: LocatedFinding, other: LocatedFinding): number {
  return (
    compare(one.path, other.path) ||
    (one.record ?? 0) - (other.record ?? 0) ||
    (one.range?.start.offset ?? 0) - (other.range?.start.offset ?? 0) ||
    compare(one.ruleId, other.ruleId) ||
    compare(one.message, other.message)
  );
}

/** By code units: the same in every locale. */
function compare(one: string, other: string): number {
  return one < other ? -1 : one > other ? 1 : 0;
}

/** Names longer than this are compared only up to spelling of case and separators: distance costs the product of both lengths. */
const maxComparedLength = 64;

/** Past so many candidates the rest are not looked at, so that a message costs no more than it is worth. */
const maxCandidates = 2_000;

/**
 * The candidate that a misspelt name most likely means, for "Did you mean …?"; `undefined` if none is near.
 *
 * @param candidates in declaration order, which decides between equally near ones; the name itself is never an answer
 */
export function nearestName(name: string, candidates: Iterable<string>): string | undefined {
  return nearestNames(name, candidates, 1)[0];
}

/**
 * Up to three near candidates, the nearest first.
 *
 * A name that differs only in case or in the separators `-`, `_`, `.` and space is nearest; then few edits (insert, delete,
 * replace, swap neighbours): one for up to five characters, one more for each further three, four at most.
 */
export function nearestNames(name: string, candidates: Iterable<string>, most = 3): readonly string[] {
  const folded = fold(name);
  const allowed = allowedEdits(folded);
  const found: { readonly candidate: string; readonly edits: number }[] = [];
  let seen = 0;
  for (const candidate of candidates) {
    if (candidate === name) continue;
    if (++seen > maxCandidates) break;
    const edits = editsBetween(folded, fold(candidate), allowed);
    if (edits <= allowed) found.push({ candidate, edits });
  }
  found.sort((a, b) => a.edits - b.edits); // stable: declaration order among equals
  return [...new Set(found.map(({ candidate }) => candidate))].slice(0, most);
}

function fold(name: string): string {
  return name
    .slice(0, 4 * maxComparedLength)
    .toLowerCase()
    .replace(/[-_.\s]/g, "");
}

function allowedEdits(folded: string): number {
  if (folded.length < 3 || folded.length > maxComparedLength) return 0;
  return Math.min(4, Math.max(1, Math.floor(folded.length / 3)));
}

/** Optimal string alignment distance; any number above `most` stands for "too far". */
function editsBetween(from: string, to: string, most: number): number {
  if (from === to) return from === "" ? most + 1 : 0;
  if (Math.abs(from.length - to.length) > most || to.length > 2 * maxComparedLength) return most + 1;
  let beforeLast: number[] = [];
  let last = Array.from({ length: to.length + 1 }, (_, column) => column);
  for (let row = 1; row <= from.length; row++) {
    const current = [row];
    let best = row;
    for (let column = 1; column <= to.length; column++) {
      const same = from[row - 1] === to[column - 1];
      let edits = Math.min(at(last, column) + 1, at(current, column - 1) + 1, at(last, column - 1) + (same ? 0 : 1));
      if (row > 1 && column > 1 && from[row - 1] === to[column - 2] && from[row - 2] === to[column - 1]) {
        edits = Math.min(edits, at(beforeLast, column - 2) + 1);
      }
      current.push(edits);
      best = Math.min(best, edits);
    }
    if (best > most) return most + 1;
    beforeLast = last;
    last = current;
  }
  return at(last, to.length);
}

function at(row: readonly number[], column: number): number {
  return row[column] ?? Number.POSITIVE_INFINITY;
}

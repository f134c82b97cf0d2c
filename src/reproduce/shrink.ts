/**
 * Takes away what is not needed, in ever smaller chunks (delta debugging).
 *
 * @param holds whether what is left is still enough
 * @returns a part of the list from which no single entry can be taken away, as far as `holds` was asked
 */
export function shrink<T>(parts: readonly T[], holds: (rest: readonly T[]) => boolean): readonly T[] {
  if (parts.length === 0 || holds([])) return [];
  let rest = parts;
  for (let size = Math.ceil(rest.length / 2); size >= 1; size = size === 1 ? 0 : Math.ceil(size / 2)) {
    for (let from = 0; from < rest.length && rest.length > 1; ) {
      const without = [...rest.slice(0, from), ...rest.slice(from + size)];
      if (without.length > 0 && holds(without)) rest = without;
      else from += size;
    }
  }
  return rest;
}

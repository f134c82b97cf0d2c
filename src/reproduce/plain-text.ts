import { disguisesOf, type ShownNames } from "./disguise.js";
import { shrink } from "./shrink.js";

/** Most pieces that a text is cut into, so that the number of trials stays bounded. */
const mostPieces = 400;

/**
 * A reproduction of a file that is not read as JSON, or not alone as JSON: whole lines are taken away, then pieces of lines, and letters and
 * digits replaced.
 *
 * @returns `undefined` where no disguise leaves the finding
 */
export function reducePlainText(text: string, names: ShownNames, shows: (text: string) => boolean): string | undefined {
  const lines = reduceBy(text, /[^\n]*\n|[^\n]+$/g, shows);
  const disguises = disguisesOf(`${lines} `, 1, names)
    .slice(1)
    .map((each) => each.slice(0, -1)); // the blank keeps a number out of its end
  const disguised = disguises.find(shows);
  return disguised === undefined ? undefined : reduceBy(disguised, /[{}[\],:]|"(?:[^"\\\n]|\\.)*"|\s+|[^{}[\],:"\s]+|"/g, shows);
}

function reduceBy(text: string, piece: RegExp, shows: (text: string) => boolean): string {
  const pieces = text.match(piece) ?? [];
  const size = Math.ceil(pieces.length / mostPieces);
  const chunks = Array.from({ length: Math.ceil(pieces.length / Math.max(size, 1)) }, (_, at) =>
    pieces.slice(at * size, (at + 1) * size).join(""),
  );
  const numbered = chunks.map((chunk, at) => ({ chunk, at }));
  return shrink(numbered, (rest) => rest.length > 0 && shows(rest.map(({ chunk }) => chunk).join("")))
    .map(({ chunk }) => chunk)
    .join("");
}

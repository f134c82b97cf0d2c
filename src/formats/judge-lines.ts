import type { JsonNode } from "../json/node.js";
import { type Detection, noMatch } from "./format.js";

/**
 * Judges a list of lines of a session by the first that is certain. Where the first line rules the format out, the others are not looked
 * at: other wires have long lists as well.
 *
 * @param mayTell whether to look on although the first line says nothing
 */
export function judgeLines(
  list: JsonNode,
  judgeLine: (line: JsonNode) => Detection,
  mayTell: (first: JsonNode) => boolean = () => false,
): Detection {
  const first = list.first();
  if (first === undefined) return noMatch;
  const found = judgeLine(first);
  if (found.match === "certain" || (found.match === "none" && !mayTell(first))) return found;
  return (
    list
      .items()
      .map(judgeLine)
      .find(({ match }) => match === "certain") ?? found
  );
}

import type { JsonNode } from "../../json/node.js";
import { sliceText } from "../../json/text-slice.js";
import { decodeArguments } from "../arguments.js";
import type { TagSpan } from "./tag-calls.js";
import type { WrittenCall } from "./written-call.js";

/** A call whose name is in the markup and whose arguments are JSON text. */
export function namedCall(
  { text, source }: { readonly text: JsonNode; readonly source: string },
  call: TagSpan,
  name: TagSpan,
  body: TagSpan,
): WrittenCall {
  const raw = source.slice(body.from, body.to);
  const start = body.from + raw.length - raw.trimStart().length;
  const given = sliceText(text, start, start + raw.trim().length);
  return {
    call: sliceText(text, call.from, call.to),
    name: sliceText(text, name.from, name.to),
    id: undefined,
    arguments: given,
    decoded: decodeArguments(given, { container: "string" }),
  };
}

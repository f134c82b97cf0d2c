import type { RecordingInput } from "../formats/format.js";
import type { JsonNode } from "../json/node.js";
import { modes } from "../model/conversation.js";
import type { Finding } from "../model/violation.js";
import { profiles } from "../profiles/index.js";
import { withArticle } from "../text/article.js";
import { nearestName } from "../text/nearest-name.js";
import { quote } from "../text/quote.js";

/**
 * What our own envelope states and nobody knows: the transcript is judged by defaults then, which must be said.
 *
 * @returns a finding for an unknown profile and one for an unknown mode; none for other recordings
 */
export function unknownStatements({ at: envelope }: RecordingInput): readonly Finding[] {
  if (envelope.kind !== "object" || envelope.get("transcript") === undefined) return [];
  return [
    ...unknownValue(
      envelope.get("profile"),
      "profile",
      profiles.map(({ id }) => id),
    ),
    ...unknownValue(envelope.get("mode"), "mode", modes),
  ];
}

function unknownValue(at: JsonNode | undefined, what: string, known: readonly string[]): readonly Finding[] {
  if (at === undefined || at.kind === "null") return [];
  const stated = at.string();
  if (stated === undefined) return [{ at, message: `The ${what} must be a name, got ${withArticle(at.kind)}`, key: what }];
  if (known.includes(stated)) return [];
  const near = nearestName(stated, known);
  const fix = near === undefined ? `Write one of ${known.join(", ")}` : `Did you mean ${quote(near)}?`;
  return [{ at, message: `The ${what} ${quote(stated)} is unknown, so the default applies`, fix, key: what }];
}

import type { JsonNode } from "../json/node.js";
import type { Detection, Format, Recording } from "./format.js";

/** A format that claims a recording, and why. */
export interface Claim {
  readonly format: Format;
  readonly detection: Detection;
}

/** Which format a recording speaks. `rivals` fit as well as the one taken: more than none is ambiguous. */
export type Detected =
  | { readonly kind: "known"; readonly claim: Claim; readonly rivals: readonly Claim[]; readonly nextBest: Claim | undefined }
  | { readonly kind: "unknown" };

/** Finds the format of a recording among a list, asking only those filed under one of its root keys. */
export type Detect = (recording: Recording) => Detected;

/**
 * Files formats by root key, so that a long list costs no more than the few that can match.
 *
 * The answer depends on the recording alone, never on what came before it: shards and reordered files agree.
 */
export function createDetect(formats: readonly Format[]): Detect {
  const filed = new Map<string, Format[]>();
  for (const format of formats) {
    for (const key of format.rootKeys) filed.set(key, [...(filed.get(key) ?? []), format]);
  }
  const rank = new Map(formats.map((format, position) => [format, position]));
  return (recording) => {
    const candidates = new Set<Format>();
    for (const node of [recording.body, recording.response]) {
      if (node === undefined) continue;
      for (const key of rootKeys(node)) for (const format of filed.get(key) ?? []) candidates.add(format);
    }
    const claims = [...candidates]
      .sort((one, other) => (rank.get(one) ?? 0) - (rank.get(other) ?? 0))
      .map((format): Claim => ({ format, detection: format.detect(recording) }));
    const certain = claims.filter(({ detection }) => detection.match === "certain");
    const possible = claims.filter(({ detection }) => detection.match === "possible");
    const [claim, ...rivals] = certain.length > 0 ? certain : possible;
    if (claim === undefined) return { kind: "unknown" };
    return { kind: "known", claim, rivals, nextBest: rivals[0] ?? possible.find((each) => each !== claim) };
  };
}

/** Keys that formats are filed under: those of an object, or `[]` and `[].key` of a list's first item. */
function rootKeys(node: JsonNode): readonly string[] {
  if (node.kind === "object") return node.entries().flatMap(({ key }) => key.string() ?? []);
  if (node.kind !== "array") return [];
  const first = node.first();
  const inner = first?.kind === "object" ? first.entries().flatMap(({ key }) => key.string() ?? []) : [];
  return ["[]", ...inner.map((key) => `[].${key}`)];
}

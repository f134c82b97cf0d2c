import type { JsonNode } from "../json/node.js";
import { KeyNames } from "../json/seen-keys.js";
import type { Detection, Format, Recording } from "./format.js";

/** A format that claims a recording, and why. */
export interface Claim {
  readonly format: Format;
  readonly detection: Detection;
}

/** Which format a recording speaks. `rivals` fit as well as the one taken: more than none is ambiguous. */
export type Detected = { readonly kind: "known"; readonly claim: Claim; readonly rivals: readonly Claim[] } | { readonly kind: "unknown" };

/** Finds the format of a recording among a list, asking only those filed under one of its root keys. */
export type Detect = (recording: Recording) => Detected;

/**
 * Files formats by root key, so that a long list costs no more than the few that can match.
 *
 * The answer depends on the recording alone, never on what came before it: shards and reordered files agree.
 */
export function createDetect(formats: readonly Format[]): Detect {
  const filed = new Map<string, number[]>();
  for (const [rank, { rootKeys }] of formats.entries()) {
    for (const key of rootKeys) filed.set(key, [...(filed.get(key) ?? []), rank]);
  }
  const marks = formats.map((format) => (format.marks === undefined ? undefined : new KeyNames(format.marks)));
  // By rank, the last recording that the format was asked for: spares a set and a sort for each recording.
  const askedFor = formats.map(() => 0);
  let serial = 0;
  const file = (key: string) => {
    const ranks = filed.get(key);
    if (ranks !== undefined) for (const rank of ranks) askedFor[rank] = serial;
  };
  return (recording) => {
    const { body, response, url } = recording;
    serial += 1;
    fileRootKeys(body, file);
    if (response !== undefined) fileRootKeys(response, file);
    const isMarked = response === undefined && url === undefined && isConversation(body);
    const certain: Claim[] = [];
    const possible: Claim[] = [];
    for (let rank = 0; rank < formats.length; rank += 1) {
      const format = formats[rank];
      if (format === undefined || askedFor[rank] !== serial) continue;
      const names = isMarked ? marks[rank] : undefined;
      if (names !== undefined && body.mayHaveOneOf?.(names) === false) continue;
      const detection = format.detect(recording);
      if (detection.match === "certain") certain.push({ format, detection });
      else if (detection.match === "possible") possible.push({ format, detection });
    }
    const [claim, ...rivals] = certain.length > 0 ? mostSpecific(certain) : possible;
    return claim === undefined ? { kind: "unknown" } : { kind: "known", claim, rivals };
  };
}

/** The claims without those of wires that others build on, where one of those others is among them. */
function mostSpecific(claims: readonly Claim[]): readonly Claim[] {
  if (claims.length < 2) return claims;
  const specific = claims.filter(({ format }) => format.isCommonWire !== true);
  return specific.length === 0 ? claims : specific;
}

/** Tells the keys that formats are filed under: those of an object, or `[]` and `[].key` of a list's first item. */
function fileRootKeys(node: JsonNode, file: (key: string) => void): void {
  if (node.kind === "object") {
    for (const { key } of node.entries()) file(key.string() ?? "");
  } else if (node.kind === "array") {
    file("[]");
    const first = node.first();
    if (first?.kind === "object") for (const { key } of first.entries()) file(`[].${key.string() ?? ""}`);
  }
}

/** Whether a value is a list of messages with roles, or an object around one: what most formats have in common. */
function isConversation(body: JsonNode): boolean {
  const list = body.kind === "object" ? body.get("messages") : body;
  return list?.first()?.get("role") !== undefined;
}

import { keysOf } from "../json/keys-of.js";
import { NeededWords } from "../json/needed-words.js";
import type { JsonNode } from "../json/node.js";
import { KeyNames } from "../json/seen-words.js";
import { certain, type Detection, type Format, type RecordingInput } from "./format.js";
import { answerAlone, hasWireOfItsOwn, mayAnswerOthers, mixedWires, requestAlone } from "./mixed-wires.js";
import { commonWords } from "./words-needed.js";

/** A format that claims a recording, and why. */
export interface Claim {
  readonly format: Format;
  readonly detection: Detection;
}

/**
 * Which format a recording speaks. `rivals` fit as well as the one taken: more than none is ambiguous. `weaker` ones are asked where all of
 * these turn out to read nothing.
 */
export type Detected =
  | { readonly kind: "known"; readonly claim: Claim; readonly rivals: readonly Claim[]; readonly weaker?: readonly Claim[] }
  | { readonly kind: "unknown" };

/** Finds the format of a recording among a list, asking only those filed under one of its root keys. */
export type Detect = (recording: RecordingInput) => Detected;

/** From this recording on it pays to have made ready what formats need: it takes as long as to ask them all some hundred times. */
const manyRecordings = 200;

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
  let needed: NeededWords | undefined;
  // By rank, the last recording that the format was asked for: spares a set and a sort for each recording.
  const askedFor = formats.map(() => 0);
  let serial = 0;
  const file = (key: string) => {
    const ranks = filed.get(key);
    if (ranks !== undefined) for (const rank of ranks) askedFor[rank] = serial;
  };
  const find: Detect = (recording) => {
    const { body, response, url } = recording;
    serial += 1;
    fileRootKeys(body, file);
    if (response !== undefined) fileRootKeys(response, file);
    const isMarked = response === undefined && url === undefined && isConversation(body);
    if (serial === manyRecordings)
      needed = new NeededWords(
        formats.map(({ needs }) => needs),
        commonWords,
      );
    const isLookedThrough = needed?.look(body, response) === true;
    const sure: Claim[] = [];
    const possible: Claim[] = [];
    for (let rank = 0; rank < formats.length; rank += 1) {
      const format = formats[rank];
      if (format === undefined || askedFor[rank] !== serial) continue;
      const names = isMarked ? marks[rank] : undefined;
      if (names !== undefined && body.mayHaveOneOf?.(names) === false) continue;
      const isExempt = url !== undefined && format.needs?.unlessUrl === true;
      if (isLookedThrough && !isExempt && needed?.isMet(rank) === false) continue;
      const detection = format.detect(recording);
      if (detection.match === "certain") sure.push({ format, detection });
      else if (detection.match === "possible") possible.push({ format, detection });
    }
    const [claim, ...rivals] = sure.length > 0 ? mostSpecific(sure) : possible;
    if (claim === undefined) return { kind: "unknown" };
    return sure.length > 0 && possible.length > 0 ? { kind: "known", claim, rivals, weaker: possible } : { kind: "known", claim, rivals };
  };
  return (recording) => withAnswer(recording, find(recording), find);
}

/** What a recording speaks, where its request and its answer may be in different wires. */
function withAnswer(recording: RecordingInput, whole: Detected, find: Detect): Detected {
  const alone = answerAlone(recording);
  if (alone === undefined) return whole;
  if (whole.kind === "unknown") return answeredBy(undefined, find(alone)) ?? whole;
  const { format, detection } = whole.claim;
  const own = format.detect(alone);
  if (own.match === "none") return answeredBy(format, find(alone)) ?? whole;
  if (own.match === "certain" && detection.match === "possible") {
    return { kind: "known", claim: { format, detection: answered(own) }, rivals: [] };
  }
  return own.match === "certain" ? (askedBy(recording, format, own, find) ?? whole) : whole;
}

/** The request in one wire, or in none that is known; the answer in that of another format, if one is sure of it. */
function answeredBy(sent: Format | undefined, answer: Detected): Detected | undefined {
  if (answer.kind === "unknown" || answer.claim.detection.match !== "certain" || answer.claim.format === sent) return undefined;
  const { format, detection } = answer.claim;
  if (!mayAnswerOthers(format)) return undefined;
  return { kind: "known", claim: { format: mixedWires(sent, format), detection: answered(detection) }, rivals: [] };
}

/** The format of the answer claims it all, and finds nothing of its own in the request, which another reads. A URL says for sure. */
function askedBy(recording: RecordingInput, format: Format, own: Detection, find: Detect): Detected | undefined {
  if (recording.url !== undefined || !hasWireOfItsOwn(format)) return undefined;
  const request = requestAlone(recording);
  if (format.detect(request).match !== "none") return undefined;
  const sent = find(request);
  if (sent.kind === "unknown" || sent.claim.format === format) return undefined;
  return { kind: "known", claim: { format: mixedWires(sent.claim.format, format), detection: answered(own) }, rivals: [] };
}

function answered({ because }: Detection): Detection {
  return certain(`was answered with what ${because}`);
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
    for (const key of keysOf(node)) file(key);
  } else if (node.kind === "array") {
    file("[]");
    const first = node.first();
    if (first?.kind === "object") for (const key of keysOf(first)) file(`[].${key}`);
  }
}

/** Whether a value is a list of messages with roles, or an object around one: what most formats have in common. */
function isConversation(body: JsonNode): boolean {
  const list = body.kind === "object" ? body.get("messages") : body;
  return list?.first()?.get("role") !== undefined;
}

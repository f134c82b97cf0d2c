import { keysOf } from "../json/keys-of.js";
import type { JsonFault, JsonNode } from "../json/node.js";
import type { Envelope, Layer, Opened } from "./envelopes/envelope.js";
import { sureEnvelopes, weakEnvelopes } from "./envelopes/index.js";
import type { Detection, RecordingInput } from "./format.js";

/** What was found in a value. */
export interface Unwrapped {
  /** One each for the exchanges it holds; the value itself where nothing wraps it. */
  readonly recordings: readonly RecordingInput[];
  /** Bodies that were to be JSON and are none. */
  readonly faults: readonly JsonFault[];
  /** Conversations that the value speaks of but does not hold. */
  readonly unresolvable: number;
  /** Exchanges of other kinds. */
  readonly traffic: number;
}

/** How well formats read a recording. */
export type Probe = (recording: RecordingInput) => Detection;

/** Envelopes nest (a pair inside a proxy's log line inside ours): as deep as recordings have been seen to, with room. */
const maxDepth = 6;

/** Weak keys inside weak keys: fewer, since each level is a guess. */
const maxGuesses = 3;

/** Items of a list that are looked at first: where none of them is a recording, none is. */
const itemsTried = 20;

/** Values that are tried before a document is given up: a file that holds no recording at all costs no more. */
const maxTrials = 2000;

/** Frees a value of those envelopes that nothing else looks like. */
export function unwrap(root: JsonNode): Unwrapped {
  return unwrapLayer(recordingOf(root), 0);
}

/**
 * Looks for recordings in a value that no format is certain to read: in a list of them, under keys that mean many things.
 *
 * @returns `undefined` where formats read nothing inside better than the value itself
 */
export function unwrapTentatively(recording: RecordingInput, probe: Probe): Unwrapped | undefined {
  return guess(recording, probe, 0, { left: maxTrials });
}

function guess(recording: RecordingInput, probe: Probe, depth: number, trials: { left: number }): Unwrapped | undefined {
  if (depth === maxGuesses || recording.response !== undefined || trials.left <= 0) return undefined;
  let known: number | undefined;
  for (const opened of openings(recording.body)) {
    const { layers } = opened;
    // Most values have nothing to open: those are not asked again what they are.
    known ??= rankOf(probe(recording));
    const outside = known;
    const isBetter = (detection: Detection) =>
      // Single messages in a list are no conversations: that list is one, or nobody's.
      rankOf(detection) > outside && (layers.length === 1 || detection.unit === undefined);
    const tried = unwrapAll(recording, { ...opened, layers: layers.slice(0, itemsTried) }, (layer) =>
      deepest(layer, probe, depth + 1, trials),
    );
    if (!tried.recordings.some((each) => isBetter(probe(each)))) continue;
    if (layers.length <= itemsTried) return tried;
    return unwrapAll(recording, opened, (layer) => deepest(layer, probe, depth + 1, { left: maxTrials }));
  }
  return undefined;
}

/** A value as a recording that nothing wraps. */
export function recordingOf(root: JsonNode): RecordingInput {
  return {
    body: root,
    response: undefined,
    tools: undefined,
    url: undefined,
    status: undefined,
    dataset: false,
    stated: { format: undefined, profile: undefined, mode: undefined },
    at: root,
  };
}

function unwrapLayer(recording: RecordingInput, depth: number): Unwrapped {
  const { body } = recording;
  if (depth === maxDepth || recording.response !== undefined) return itself(recording);
  const opened = body.kind === "object" ? openSurely(body) : body.kind === "array" ? openList(body) : undefined;
  return opened === undefined ? itself(recording) : unwrapAll(recording, opened, (layer) => unwrapLayer(layer, depth + 1));
}

function openSurely(body: JsonNode): Opened | undefined {
  if (isBare(body)) return undefined;
  for (const { envelope } of candidatesIn(body, sureByKey)) {
    const opened = envelope.open(body);
    if (opened !== undefined) return opened;
  }
  return undefined;
}

/** An envelope and its place in the list of all. */
interface Filed {
  readonly envelope: Envelope;
  readonly rank: number;
}

/** The envelopes by their keys, so that a value is asked for none that it lacks. */
const sureByKey = fileByKey(sureEnvelopes);
const weakByKey = fileByKey(weakEnvelopes);

function fileByKey(envelopes: readonly Envelope[]): ReadonlyMap<string, readonly Filed[]> {
  const byKey = new Map<string, Filed[]>();
  for (const [rank, envelope] of envelopes.entries()) byKey.set(envelope.key, [...(byKey.get(envelope.key) ?? []), { envelope, rank }]);
  return byKey;
}

/** The envelopes whose key an object has, the surest first. */
function candidatesIn(body: JsonNode, byKey: ReadonlyMap<string, readonly Filed[]>): readonly Filed[] {
  let candidates: Set<Filed> | undefined;
  for (const key of keysOf(body)) {
    const found = byKey.get(key);
    if (found === undefined) continue;
    candidates ??= new Set();
    for (const each of found) candidates.add(each);
  }
  return candidates === undefined ? noCandidates : [...candidates].sort((one, other) => one.rank - other.rank);
}

const noCandidates: readonly Filed[] = [];

/** A list of recordings is as sure as the recordings in it. */
function openList(list: JsonNode): Opened | undefined {
  const first = list.first();
  if (first?.kind !== "object" || first.get("role") !== undefined) return undefined;
  for (const envelope of sureEnvelopes) {
    const opened = envelope.key === "[]" ? envelope.open(list) : undefined;
    if (opened !== undefined) return opened;
  }
  const items = list.items();
  return items.slice(0, itemsTried).some((item) => openSurely(item) !== undefined)
    ? { layers: items.map((item): Layer => ({ body: item, at: item })) }
    : undefined;
}

/** Messages at the root are what the value is: most records are such, and need no other look. */
function isBare(body: JsonNode): boolean {
  return body.get("messages") !== undefined && body.get("response") === undefined && body.get("transcript") === undefined;
}

function deepest(recording: RecordingInput, probe: Probe, depth: number, trials: { left: number }): Unwrapped {
  const sure = unwrapLayer(recording, 0);
  const inner = sure.recordings.map((each) => {
    trials.left--;
    return rankOf(probe(each)) === 2 ? itself(each) : (guess(each, probe, depth, trials) ?? itself(each));
  });
  return joined([{ ...sure, recordings: [] }, ...inner]);
}

/** The ways in which a value may hold recordings without saying so. */
function* openings(body: JsonNode): Generator<Opened, void, undefined> {
  if (body.kind === "object") {
    for (const { envelope } of candidatesIn(body, weakByKey)) {
      const opened = envelope.open(body);
      if (opened !== undefined) yield opened;
    }
  } else if (body.kind === "array" && isStructure(body.first())) {
    for (const envelope of weakEnvelopes) {
      const opened = envelope.key === "[]" ? envelope.open(body) : undefined;
      if (opened !== undefined) yield opened;
    }
    yield { layers: body.items().map((item): Layer => ({ body: item, at: item })) };
  }
}

function isStructure(node: JsonNode | undefined): boolean {
  return node?.kind === "object" || node?.first() !== undefined;
}

function unwrapAll(recording: RecordingInput, opened: Opened, open: (layer: RecordingInput) => Unwrapped): Unwrapped {
  const parts = opened.layers.map((layer) => open(within(recording, layer)));
  return joined([
    { recordings: [], faults: opened.faults ?? [], unresolvable: opened.unresolvable ?? 0, traffic: opened.traffic ?? 0 },
    ...parts,
  ]);
}

/** What an outer envelope states wins: ours may wrap any recording in order to correct it. */
function within(recording: RecordingInput, layer: Layer): RecordingInput {
  const documents = [...(recording.documents ?? []), ...(layer.documents ?? [])];
  const isTraffic = recording.isTraffic ?? layer.isTraffic;
  const half = recording.half ?? layer.half;
  const unread = layer.unread ?? recording.unread;
  return {
    body: layer.body,
    response: layer.response,
    tools: recording.tools ?? layer.tools,
    url: recording.url ?? layer.url,
    status: recording.status ?? layer.status,
    dataset: recording.dataset || layer.dataset === true,
    stated: {
      format: recording.stated.format ?? layer.stated?.format,
      profile: recording.stated.profile ?? layer.stated?.profile,
      mode: recording.stated.mode ?? layer.stated?.mode,
    },
    at: layer.at ?? recording.at,
    ...(documents.length > 0 && { documents }),
    ...(isTraffic !== undefined && { isTraffic }),
    ...(layer.isLogged === true && { isLogged: true }),
    ...(half !== undefined && { half }),
    ...(unread !== undefined && { unread }),
  };
}

function itself(recording: RecordingInput): Unwrapped {
  return { recordings: [recording], faults: [], unresolvable: 0, traffic: 0 };
}

function joined(parts: readonly Unwrapped[]): Unwrapped {
  return {
    recordings: parts.flatMap(({ recordings }) => recordings),
    faults: parts.flatMap(({ faults }) => faults),
    unresolvable: parts.reduce((sum, { unresolvable }) => sum + unresolvable, 0),
    traffic: parts.reduce((sum, { traffic }) => sum + traffic, 0),
  };
}

function rankOf({ match }: Detection): number {
  return match === "certain" ? 2 : match === "possible" ? 1 : 0;
}

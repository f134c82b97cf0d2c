import type { FileRecord, JsonLinesPart } from "../containers/container.js";
import { withHead } from "../containers/head.js";
import { containers, readRecords } from "../containers/index.js";
import { isReadAsLines, json, readJsonLines } from "../containers/json.js";
import { type Claim, createDetect, type Detect, type Detected } from "../formats/detect.js";
import { recordingOf, unwrap, unwrapTentatively } from "../formats/envelope.js";
import { certain, type Detection, type Format, noMatch, type RecordingInput } from "../formats/format.js";
import { formats } from "../formats/index.js";
import { clearMemo } from "../formats/memoize-last.js";
import { composeArray } from "../json/composed.js";
import type { JsonNode } from "../json/node.js";
import { JsonReader } from "../json/read.js";
import type { Batch, BatchDocument, ReadRecording } from "./batch.js";
import { BatchPairs, joinBatchPair, joinBatchPairsAmong } from "./batch-pairs.js";
import { MessageShapes } from "./message-shapes.js";

/** What a value was recognised as. */
type Recognised = Pick<Extract<Batch, { kind: "recordings" }>, "recordings" | "faults" | "unresolvable" | "traffic">;

const detectBuiltIn = createDetect(formats);

type DocumentRecord = Extract<FileRecord, { readonly kind: "document" }>;

/** A record that may be one of the messages of a conversation. */
interface HeldMessage extends BatchDocument {
  /** Nothing is around the message. */
  readonly isBare: boolean;
}

/** Reads files one after the other over the same memory. */
export class FileReader {
  readonly #reader = new JsonReader();
  readonly #format: Format | undefined;
  readonly #maxBytes: number;
  readonly #formats: readonly Format[];
  readonly #own: ReadonlySet<Format>;
  readonly #detectOwn: Detect | undefined;
  readonly #detectAny: Detect;

  /**
   * @param format read everything as this format instead of the detected one
   * @param maxBytes largest document that is read
   * @param own formats beside the built-in ones
   */
  constructor(format: Format | undefined, maxBytes: number, own: readonly Format[] = []) {
    this.#format = format;
    this.#maxBytes = maxBytes;
    this.#formats = own.length === 0 ? formats : [...own, ...formats];
    this.#own = new Set(own);
    this.#detectOwn = own.length === 0 ? undefined : createDetect(own);
    this.#detectAny = own.length === 0 ? detectBuiltIn : createDetect(this.#formats);
  }

  /** @param part the chunks are a part of a JSON Lines file */
  *read(chunks: Iterable<Uint8Array>, part?: JsonLinesPart): Generator<Batch, void, undefined> {
    let messages: HeldMessage[] = [];
    let shapes = new MessageShapes();
    /** A first line that no format knows: the next one shows whether it is a message with a fault in it. */
    let held: HeldMessage | undefined;
    const halves = new BatchPairs<BatchDocument>();
    const reading = { reader: this.#reader, maxBytes: this.#maxBytes };
    for (const item of part === undefined ? readRecords(chunks, this.#reader, this.#maxBytes) : readJsonLines(chunks, reading, part)) {
      if (messages.length > 0 && messages[0]?.member !== item.member) {
        yield* this.#joined(messages, shapes.format);
        messages = [];
        shapes = new MessageShapes();
      }
      const recognised = item.kind === "fault" ? undefined : this.#recognise(item.document.root);
      const message = item.kind === "document" ? recognised?.recordings.find((each) => isMessage(each, item.document.root)) : undefined;
      if (item.kind === "document" && message?.detected.kind === "known") {
        shapes.add(item.document.root, message.detected.claim.format);
      }
      if (held !== undefined) {
        if (message !== undefined && shapes.fit(held.document.root)) messages.push(held);
        else yield this.#alone(held);
        held = undefined;
      }
      // What is no message is between the messages of a log: it does not end their conversation.
      if (item.kind === "fault" || recognised === undefined) {
        if (item.kind === "fault") yield item;
        continue;
      }
      const { document } = item;
      const isUnknown = recognised.recordings.length === 1 && recognised.recordings[0]?.detected.kind === "unknown";
      if (message !== undefined || (messages.length > 0 && isUnknown && shapes.fit(document.root))) {
        part?.onJoint();
        messages.push(heldMessage(item, isBare(recognised, document.root)));
        continue;
      }
      if (item.record === 0 && isUnknown) {
        held = heldMessage(item, isBare(recognised, document.root));
        continue;
      }
      if (messages.length > 0 && recognised.recordings.some(({ detected }) => detected.kind === "known")) {
        yield* this.#joined(messages, shapes.format);
        messages = [];
        shapes = new MessageShapes();
      }
      const [only] = recognised.recordings;
      const half = recognised.recordings.length === 1 ? only?.recording.half : undefined;
      if (half?.side === "request") part?.onJoint();
      if (half?.side === "request") halves.add(half.id, { ...item, document: document.keep() });
      const other = half?.side === "response" ? halves.take(half.id) : undefined;
      const whole = other === undefined || only === undefined ? recognised : this.#joinWith(other, only.recording, recognised);
      yield { kind: "recordings", documents: [item], others: other === undefined ? [] : [other], ...whole };
    }
    if (held !== undefined) yield this.#alone(held);
    yield* this.#joined(messages, shapes.format);
    clearMemo();
  }

  /** Whether a file is JSON Lines, and nothing is around them. */
  readsLines(chunks: Iterable<Uint8Array>): boolean {
    const { head, whole } = withHead(chunks);
    const isPlain = containers.find((each) => each.sniff(head)) === json;
    return isReadAsLines(whole, { reader: this.#reader, maxBytes: this.#maxBytes }) && isPlain;
  }

  #alone(item: BatchDocument): Batch {
    return { kind: "recordings", documents: [item], others: [], ...this.#recognise(item.document.root) };
  }

  /** The records that are single messages, as one conversation. */
  *#joined(messages: readonly HeldMessage[], format: Format | undefined): Generator<Batch, void, undefined> {
    const [first] = messages;
    if (first === undefined) return;
    const list = composeArray(
      messages.map(({ document: { root }, isBare }) => (isBare ? root : this.#messageIn(root))),
      first.document.root,
    );
    const recognised = this.#recognise(list);
    const [only] = recognised.recordings;
    const isLost = format !== undefined && recognised.recordings.length === 1 && only?.detected.kind === "unknown";
    const claim = isLost && { format, detection: certain("has lines that are messages of this format") };
    const recordings =
      only !== undefined && claim ? [{ ...only, detected: { kind: "known", claim, rivals: [] } as const }] : recognised.recordings;
    yield { kind: "recordings", documents: messages, others: [], ...recognised, recordings };
  }

  /** The message of a record, freed of what a logger put around it. */
  #messageIn(root: JsonNode): JsonNode {
    const [only] = this.#recognise(root).recordings;
    return only?.recording.body ?? root;
  }

  /** The answer of a batch job, with the request that an earlier record holds. */
  #joinWith({ document }: BatchDocument, answer: RecordingInput, recognised: Recognised): Recognised {
    const [only] = this.#recognise(document.root).recordings;
    if (only === undefined) return recognised;
    const recording = joinBatchPair(only.recording, answer);
    return { ...recognised, recordings: [{ recording, detected: this.#claim(recording) }] };
  }

  #recognise(root: JsonNode): Recognised {
    const sure = this.#isOwn(root) ? { recordings: [recordingOf(root)], faults: [], unresolvable: 0, traffic: 0 } : unwrap(root);
    const faults = [...sure.faults];
    let { unresolvable, traffic } = sure;
    const recordings: ReadRecording[] = [];
    for (const recording of sure.recordings) {
      const detected = this.#claim(recording);
      const further = this.#isCertain(recording, detected) ? undefined : unwrapTentatively(recording, (each) => this.#probe(each));
      if (further === undefined) {
        recordings.push({ recording, detected });
        continue;
      }
      for (const each of further.recordings) recordings.push({ recording: each, detected: this.#claim(each) });
      faults.push(...further.faults);
      unresolvable += further.unresolvable;
      traffic += further.traffic;
    }
    const joined = recordings.length > 1 ? joinBatchPairsAmong(recordings, (recording) => this.#claim(recording)) : recordings;
    const found = joined.filter(({ recording, detected }) => detected.kind === "known" || recording.isTraffic !== true);
    for (const { recording, detected } of found) {
      const { unread } = recording;
      if (unread === undefined || detected.kind === "unknown") continue;
      if (unread === "withheld") unresolvable += 1;
      else faults.push(unread);
    }
    return { recordings: found, faults, unresolvable, traffic: traffic + joined.length - found.length };
  }

  /** Whether a format of one's own is certain of a document as it is: then nothing in it is an envelope. */
  #isOwn(root: JsonNode): boolean {
    if (this.#detectOwn === undefined) return false;
    const whole = recordingOf(root);
    if (this.#format !== undefined) return this.#own.has(this.#format) && this.#format.detect(whole).match === "certain";
    const detected = this.#detectOwn(whole);
    return detected.kind === "known" && detected.claim.detection.match === "certain";
  }

  /** What was detected; a format of one's own has no rivals but others of one's own: whoever wrote it knows the log. */
  #detect(recording: RecordingInput): Detected {
    const detected = this.#detectAny(recording);
    if (detected.kind === "unknown" || !this.#own.has(detected.claim.format)) return detected;
    return { ...detected, rivals: detected.rivals.filter(({ format }) => this.#own.has(format)) };
  }

  #isCertain(recording: RecordingInput, detected: Detected): boolean {
    const named = this.#named(recording);
    if (named !== undefined) return named.detect(recording).match === "certain";
    return detected.kind === "known" && detected.claim.detection.match === "certain";
  }

  /** How well a recording is read, whatever is stated about it. */
  #probe(recording: RecordingInput): Detection {
    const named = this.#named(recording);
    if (named !== undefined) return named.detect(recording);
    const detected = this.#detect(recording);
    return detected.kind === "known" ? detected.claim.detection : noMatch;
  }

  #named({ stated }: RecordingInput): Format | undefined {
    if (this.#format !== undefined || stated.format === undefined) return this.#format;
    return this.#formats.find(({ id }) => id === stated.format);
  }

  #claim(recording: RecordingInput): Detected {
    const named = this.#named(recording);
    if (named === undefined) return recording.stated.format === undefined ? this.#detect(recording) : { kind: "unknown" };
    // A format that is asked for is meant for the conversations in recorded traffic, not for all that went by.
    if (recording.isTraffic === true && named.detect(recording).match === "none") return { kind: "unknown" };
    const because = this.#format === undefined ? "its envelope says so" : "--format says so";
    const claim: Claim = { format: named, detection: { ...named.detect(recording), match: "certain", because } };
    return { kind: "known", claim, rivals: [] };
  }
}

/** Key by key: a spread would give each line's object a shape of its own. */
function heldMessage({ document, record, member }: DocumentRecord, isBare: boolean): HeldMessage {
  const kept = document.keep();
  return member === undefined ? { document: kept, record, isBare } : { document: kept, record, member, isBare };
}

function isBare({ recordings: [only] }: Recognised, root: JsonNode): boolean {
  return only === undefined || only.recording.body === root;
}

/** A message that makes a conversation with those of the next records; one inside an envelope stands for itself. */
function isMessage({ recording, detected }: ReadRecording, root: JsonNode): boolean {
  if (detected.kind === "unknown" || detected.claim.detection.unit !== "message") return false;
  return recording.body === root || (recording.isLogged === true && recording.response === undefined);
}

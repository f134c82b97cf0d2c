import { readRecords } from "../containers/index.js";
import { type Claim, createDetect, type Detected } from "../formats/detect.js";
import { unwrap } from "../formats/envelope.js";
import type { Format, Recording } from "../formats/format.js";
import { formats } from "../formats/index.js";
import { composeArray } from "../json/composed.js";
import type { JsonDocument, JsonFault, JsonNode } from "../json/node.js";
import { JsonReader } from "../json/read.js";

/** One document of a batch, and which record of its file it is (0-based; `null` for a file of one document). */
export interface BatchDocument {
  readonly document: JsonDocument;
  readonly record: number | null;
}

/** A recording and the format that it was recognised as. */
export interface ReadRecording {
  readonly recording: Recording;
  readonly detected: Detected;
}

/** What is judged together: a record, or the records that are the messages of one conversation. Lives until the next batch is asked for. */
export type Batch =
  | { readonly kind: "fault"; readonly fault: JsonFault; readonly record: number | null; readonly cutOff: boolean }
  | { readonly kind: "recordings"; readonly documents: readonly BatchDocument[]; readonly recordings: readonly ReadRecording[] };

const detect = createDetect(formats);

/** Reads files one after the other over the same memory. */
export class FileReader {
  readonly #reader = new JsonReader();
  readonly #format: Format | undefined;
  readonly #maxBytes: number;

  /**
   * @param format read everything as this format instead of the detected one
   * @param maxBytes largest document that is read
   */
  constructor(format: Format | undefined, maxBytes: number) {
    this.#format = format;
    this.#maxBytes = maxBytes;
  }

  *read(chunks: Iterable<Uint8Array>): Generator<Batch, void, undefined> {
    let messages: BatchDocument[] = [];
    for (const item of readRecords(chunks, this.#reader, this.#maxBytes)) {
      if (item.kind === "fault") {
        yield* this.#joined(messages);
        messages = [];
        yield item;
        continue;
      }
      const { document, record } = item;
      const recordings = this.#recognise(document.root);
      // A message inside an envelope has its declarations and its answer there: it stands for itself.
      if (recordings.some(({ recording, detected }) => recording.body === document.root && isMessage(detected))) {
        messages.push({ document: document.keep(), record });
        continue;
      }
      yield* this.#joined(messages);
      messages = [];
      yield { kind: "recordings", documents: [{ document, record }], recordings };
    }
    yield* this.#joined(messages);
  }

  /** The records that are single messages, as one conversation. */
  *#joined(messages: readonly BatchDocument[]): Generator<Batch, void, undefined> {
    const [first] = messages;
    if (first === undefined) return;
    const list = composeArray(
      messages.map(({ document }) => document.root),
      first.document.root,
    );
    yield { kind: "recordings", documents: messages, recordings: this.#recognise(list) };
  }

  #recognise(root: JsonNode): readonly ReadRecording[] {
    return unwrap(root).map((recording) => ({ recording, detected: this.#claim(recording) }));
  }

  #claim(recording: Recording): Detected {
    const named = this.#format ?? formats.find(({ id }) => id === recording.stated.format);
    if (named === undefined) return recording.stated.format === undefined ? detect(recording) : { kind: "unknown" };
    const because = this.#format === undefined ? "its envelope says so" : "--format says so";
    const claim: Claim = { format: named, detection: { ...named.detect(recording), match: "certain", because } };
    return { kind: "known", claim, rivals: [], nextBest: undefined };
  }
}

function isMessage(detected: Detected): boolean {
  return detected.kind === "known" && detected.claim.detection.unit === "message";
}

import type { Detected } from "../formats/detect.js";
import type { RecordingInput } from "../formats/format.js";
import type { JsonDocument } from "../json/node.js";
import type { ReadRecording } from "./batch.js";

/** Requests that wait for their answers, in bytes: a batch job may have 50,000 of them. The oldest are given up first; they were judged alone. */
const maxBytes = 64 * 1024 * 1024;

/** Requests of a batch job that an answer in a later record of the same file belongs to. */
export class BatchPairs<Held extends { readonly document: JsonDocument }> {
  readonly #waiting = new Map<string, { readonly held: Held; readonly size: number }>();
  #bytes = 0;

  add(id: string, held: Held): void {
    this.take(id);
    const { root } = held.document;
    const size = root.range.to - root.range.from;
    this.#waiting.set(id, { held, size });
    this.#bytes += size;
    for (const oldest of this.#waiting.keys()) {
      if (this.#bytes <= maxBytes) break;
      this.take(oldest);
    }
  }

  take(id: string): Held | undefined {
    const found = this.#waiting.get(id);
    if (found === undefined) return undefined;
    this.#waiting.delete(id);
    this.#bytes -= found.size;
    return found.held;
  }
}

/** The exchange of a request and the answer that has its id. */
export function joinBatchPair(request: RecordingInput, { body, status, documents, half }: RecordingInput): RecordingInput {
  return {
    ...request,
    ...(half !== undefined && { half }),
    response: body,
    status: request.status ?? status,
    documents: documents ?? [],
  };
}

/** Joins the halves in one document: an answer with a request before it. */
export function joinBatchPairsAmong(
  recordings: readonly ReadRecording[],
  claim: (recording: RecordingInput) => Detected,
): readonly ReadRecording[] {
  if (!recordings.some(({ recording }) => recording.half?.side === "response")) return recordings;
  const joined: ReadRecording[] = [];
  const places = new Map<string, number>();
  for (const each of recordings) {
    const { half } = each.recording;
    const place = half?.side === "response" ? places.get(half.id) : undefined;
    const request = place === undefined ? undefined : joined[place]?.recording;
    if (place !== undefined && request !== undefined && request.response === undefined) {
      const documents = [...(request.documents ?? []), ...(each.recording.documents ?? [])];
      const recording = { ...joinBatchPair(request, each.recording), documents };
      joined[place] = { recording, detected: claim(recording) };
      continue;
    }
    if (half?.side === "request") places.set(half.id, joined.length);
    joined.push(each);
  }
  return joined;
}

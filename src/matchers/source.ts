import { Buffer } from "node:buffer";
import { existsSync } from "node:fs";
import { resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { UsageError } from "../errors.js";
import { readBlocks } from "../input/read-file.js";
import { quote } from "../text/quote.js";

/** The bytes of a transcript, and what messages call it. */
export interface TranscriptSource {
  readonly name: string;
  /** It was given as a value: its lines are ours, not the reader's. */
  readonly isValue: boolean;
  blocks(): Iterable<Uint8Array>;
}

/**
 * Finds out what was given as a transcript: messages or a request as data, the text of a recording, its bytes, a path, a `file:` URL.
 *
 * A text is a path where it is one line that does not begin as JSON does.
 *
 * @throws UsageError for what is none of these
 */
export function sourceOf(transcript: unknown): TranscriptSource {
  if (transcript instanceof Uint8Array) return { name: "transcript", isValue: false, blocks: () => [transcript] };
  if (isUrl(transcript)) return fileSource(pathOf(transcript));
  if (typeof transcript !== "string") return valueSource(transcript);
  if (/^\s*[[{]|\n/.test(transcript)) return { name: "transcript", isValue: false, blocks: () => [Buffer.from(transcript)] };
  if (/^file:\/\//.test(transcript)) return fileSource(pathOf(new URL(transcript)));
  return fileSource(transcript);
}

function fileSource(path: string): TranscriptSource {
  const absolute = resolve(path);
  if (!existsSync(absolute)) throw new UsageError(`${quote(path)} is neither the text of a transcript nor the path of a file`);
  return { name: path, isValue: false, blocks: () => readBlocks(absolute, path) };
}

function pathOf(url: URL): string {
  if (url.protocol !== "file:") throw new UsageError(`Only file: URLs are read, got ${quote(url.href)}`);
  return fileURLToPath(url);
}

/** A URL of another realm counts as well: test frameworks have their own. */
function isUrl(value: unknown): value is URL {
  return value instanceof URL || Object.prototype.toString.call(value) === "[object URL]";
}

function valueSource(value: unknown): TranscriptSource {
  const what = value === null ? "null" : typeof value;
  if (typeof value !== "object" || value === null) {
    throw new UsageError(`A transcript is messages as data, the text of a recording, a path or a URL, got ${what}`);
  }
  if (value instanceof Promise) throw new UsageError("A transcript is needed, got a promise: await it first");
  let text: unknown;
  try {
    text = JSON.stringify(value, null, 2);
  } catch (error) {
    throw new UsageError(`The transcript cannot be written as JSON: ${error instanceof Error ? error.message : String(error)}`, {
      cause: error,
    });
  }
  if (typeof text !== "string") throw new UsageError("The transcript cannot be written as JSON");
  const bytes = Buffer.from(text);
  return { name: "transcript", isValue: true, blocks: () => [bytes] };
}

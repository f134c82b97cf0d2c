import { closeSync, openSync, readSync } from "node:fs";
import { StringDecoder } from "node:string_decoder";
import { InputError, UsageError } from "../errors.js";
import { explainSystemError } from "../input/read-file.js";
import type { Share } from "../parts/deal.js";
import { type BlobHeader, blobVersion } from "./blob-header.js";
import type { ShareLine } from "./judge-share.js";

/** Writes a blob: a header, then each share with what it led to, then a line that proves that all is there. */
export class BlobWriter {
  readonly #write: (text: string) => void;
  readonly #hash = process.getBuiltinModule("node:crypto").createHash("sha256");

  constructor(header: BlobHeader, write: (text: string) => void) {
    this.#write = write;
    this.#line(header);
  }

  begin(share: Share): void {
    this.#line({ share });
  }

  take(line: ShareLine): boolean {
    if (!("sketch" in line)) this.#line(line);
    return true;
  }

  end(): void {
    this.#write(`${JSON.stringify({ end: this.#hash.digest("hex") })}\n`);
  }

  #line(value: object): void {
    const text = `${JSON.stringify(value)}\n`;
    this.#hash.update(text);
    this.#write(text);
  }
}

/** A share in a blob, and where its lines are. */
export interface PlacedShare extends Share {
  readonly start: number;
  readonly end: number;
}

/** A blob that was found whole. */
export interface Blob {
  /** What messages call it. */
  readonly name: string;
  readonly header: BlobHeader;
  readonly shares: readonly PlacedShare[];
  /** The lines of a share. */
  lines(share: PlacedShare): Generator<ShareLine, void, undefined>;
}

const blockSize = 1 << 20;

/**
 * Reads a blob through and proves it whole.
 *
 * @throws UsageError for what is no blob, or one that is torn or damaged; InputError where it cannot be read
 */
export function openBlob(path: string, name: string, version: string): Blob {
  const hash = process.getBuiltinModule("node:crypto").createHash("sha256");
  const shares: (Share & { readonly start: number; end: number })[] = [];
  let header: BlobHeader | undefined;
  let isWhole = false;
  for (const { text, start, end } of linesOf(path, name, 0, Number.POSITIVE_INFINITY)) {
    if (isWhole) throw new UsageError(`${name} goes on after its end: it holds more than one blob, or is damaged`);
    if (header === undefined) header = readHeader(text, name, version);
    else if (text.startsWith('{"share":')) {
      const last = shares.at(-1);
      if (last !== undefined) last.end = start;
      const { share }: { readonly share: Share } = parsed(text, name);
      shares.push({ ...share, start: end, end });
    } else if (text.startsWith('{"end":')) {
      const last = shares.at(-1);
      if (last !== undefined) last.end = start;
      const { end: digest }: { readonly end: string } = parsed(text, name);
      if (digest !== hash.digest("hex"))
        throw new UsageError(`${name} is damaged: its contents do not fit its checksum; run its shard again`);
      isWhole = true;
      continue;
    }
    hash.update(`${text}\n`);
  }
  if (header === undefined) throw notABlob(name);
  if (!isWhole) {
    const { index, count } = header.shard;
    throw new UsageError(`${name} ends early: run shard ${index} of ${count} again`);
  }
  return {
    name,
    header,
    shares,
    *lines({ start, end }) {
      // The checksum vouches for the shape of what the same version of this program wrote.
      for (const { text } of linesOf(path, name, start, end)) yield parsed<ShareLine>(text, name);
    },
  };
}

function readHeader(text: string, name: string, version: string): BlobHeader {
  if (!text.startsWith('{"guardrailsBlob":')) {
    throw notABlob(name);
  }
  const header = parsed<BlobHeader>(text, name);
  if (header.guardrailsBlob !== blobVersion || header.version !== version) {
    throw new UsageError(
      `${name} was written by guardrails ${header.version}, but this is ${version}: use one version for all shards and the merge`,
    );
  }
  return header;
}

function notABlob(name: string): UsageError {
  return new UsageError(`${name} is not a blob, or its first line is torn: \`guardrails check --shard i/n -o blob=FILE\` writes one`);
}

function parsed<T>(text: string, name: string): T {
  try {
    const value: T = JSON.parse(text);
    return value;
  } catch (error) {
    throw new UsageError(`${name} is damaged: one of its lines is not JSON; run its shard again`, { cause: error });
  }
}

/** The lines of a stretch of a file, with their places in it in bytes. What follows the last line feed is no line. */
function* linesOf(
  path: string,
  name: string,
  from: number,
  to: number,
): Generator<{ readonly text: string; readonly start: number; readonly end: number }, void, undefined> {
  const descriptor = attempt(name, () => openSync(path, "r"));
  try {
    const block = Buffer.allocUnsafe(blockSize);
    const decoder = new StringDecoder("utf8");
    let pending: string[] = [];
    let start = from;
    for (let at = from; at < to; ) {
      const length = attempt(name, () => readSync(descriptor, block, 0, Math.min(block.length, to - at), at));
      if (length === 0) return;
      let begin = 0;
      for (let feed = block.indexOf(0x0a); feed !== -1 && feed < length; feed = block.indexOf(0x0a, begin)) {
        pending.push(decoder.write(block.subarray(begin, feed)));
        const end = at + feed + 1;
        yield { text: pending.join(""), start, end };
        pending = [];
        start = end;
        begin = feed + 1;
      }
      pending.push(decoder.write(block.subarray(begin, length)));
      at += length;
    }
  } finally {
    closeSync(descriptor);
  }
}

function attempt<T>(name: string, work: () => T): T {
  try {
    return work();
  } catch (error) {
    throw new InputError(`Cannot read ${name}: ${explainSystemError(error)}`, { cause: error });
  }
}

import { encodeWtf8 } from "./escapes.js";
import { ScanFault } from "./fault.js";
import { Arena } from "./nested.js";
import type { JsonDocument, JsonFault, Position } from "./node.js";
import { countUnits } from "./position.js";
import { scanDocument, TapeDocument } from "./scan-document.js";
import { Scanner } from "./scanner.js";
import { Tape } from "./tape.js";
import { TapeNode } from "./tape-node.js";
import { TapeView } from "./tape-view.js";
import { JsonText } from "./text.js";

/** A document that dies when its reader reads again. */
export interface ReadDocument extends JsonDocument {
  /** A copy of exactly its size that lives as long as it is used. Nodes of this one, also nested ones, stay this one's. */
  keep(): JsonDocument;
}

/** `units`: UTF-16 units of the bytes that were read, so that the next record's offset is known. `end`: the byte after them. */
export type ReadResult =
  | { readonly kind: "document"; readonly document: ReadDocument; readonly units: number; readonly end: number }
  | { readonly kind: "fault"; readonly fault: JsonFault; readonly units: number; readonly end: number };

const NUL = Uint8Array.of(0);

const FILE_START: Position = { line: 1, column: 1, offset: 0 };

/** A document of 2 GiB or more has offsets that no Int32 holds. */
const MAX_BYTES = 2 ** 31 - 2;

/**
 * Reads one document after the other over the same memory: nodes of the one before are dead (they throw) unless it was kept.
 *
 * `origin` is the place of the first byte in its file, `null` where the bytes are none of the file's own. At the start of a file a
 * byte order mark is passed over: it counts in offsets, but not in columns. Byte `to` of the buffer is overwritten during the scan and
 * restored, so it should exist: a text that ends where its buffer ends is copied first.
 */
export class JsonReader {
  private readonly scanner = new Scanner(true);
  private readonly arena = new Arena(this.scanner);
  private readonly tape: Tape;
  private copy = Buffer.alloc(0);
  private last: { readonly bytes: Uint8Array; readonly buffer: Buffer } | undefined;

  /** `allowsSurrogates`: the bytes come from a JavaScript string by `encodeWtf8`. */
  constructor(allowsSurrogates = false) {
    this.tape = new Tape(Buffer.alloc(0), 1024, allowsSurrogates);
  }

  /** Reads the bytes as one document. */
  read(bytes: Uint8Array, from = 0, to = bytes.length, origin: Position | null = FILE_START): ReadResult {
    return this.scan(bytes, from, to, origin, "white-space");
  }

  /** Reads the first document of several that follow each other; `end` says where it ends. */
  readFirst(bytes: Uint8Array, from = 0, to = bytes.length, origin: Position = FILE_START): ReadResult {
    return this.scan(bytes, from, to, origin, "anything");
  }

  private scan(bytes: Uint8Array, from: number, to: number, origin: Position | null, tail: "white-space" | "anything"): ReadResult {
    const { tape } = this;
    this.arena.clear();
    if (to - from > MAX_BYTES) {
      tape.clear(this.bufferOf(bytes));
      return {
        kind: "fault",
        fault: ScanFault.tooLarge(from, new JsonText(tape, from, to, origin)),
        units: countUnits(bytes, from, to),
        end: to,
      };
    }
    if (to === bytes.length || to > MAX_BYTES) {
      if (this.copy.length <= to - from) this.copy = Buffer.allocUnsafeSlow(to - from + 1);
      this.copy.set(bytes.subarray(from, to));
      tape.clear(this.copy);
      return this.scanBuffer(0, to - from, from, origin, tail);
    }
    const buffer = this.bufferOf(bytes);
    tape.clear(buffer);
    return this.scanBuffer(from, to, 0, origin, tail);
  }

  /** `shift`: where the caller's bytes begin in ours. */
  private scanBuffer(from: number, to: number, shift: number, origin: Position | null, tail: "white-space" | "anything"): ReadResult {
    const { scanner, tape } = this;
    const { bytes } = tape;
    const hasMark = origin?.offset === 0 && to - from >= 3 && bytes[from] === 0xef && bytes[from + 1] === 0xbb && bytes[from + 2] === 0xbf;
    const start = hasMark ? from + 3 : from;
    const text = new JsonText(tape, start, to, hasMark ? { ...origin, offset: 1 } : origin);
    const behind = bytes[to] ?? 0;
    bytes[to] = 0;
    const result = scanDocument(scanner, tape, start, to, text, undefined, this.arena, tail);
    bytes[to] = behind;
    const end = tail === "anything" && !(result instanceof ScanFault) ? scanner.end : to;
    if (result instanceof ScanFault) return { kind: "fault", fault: result, units: countUnits(bytes, from, end), end: end + shift };
    const units = end - start - scanner.surplus + (hasMark ? 1 : 0);
    return { kind: "document", document: new FileDocument(result.root, text, start, end), units, end: end + shift };
  }

  /** A Buffer over the same memory, made once for all records of one block. */
  private bufferOf(bytes: Uint8Array): Buffer {
    if (Buffer.isBuffer(bytes)) return bytes;
    if (this.last?.bytes !== bytes) this.last = { bytes, buffer: Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength) };
    return this.last.buffer;
  }
}

/** Reads one whole document whose nodes stay valid: for files of tools, configuration and tests. The bytes are copied. */
export function parseJson(text: string | Uint8Array): ReadResult {
  if (typeof text !== "string") return new JsonReader().read(Buffer.concat([text, NUL]), 0, text.length);
  const bytes = encodeWtf8(text);
  return new JsonReader(true).read(bytes, 0, bytes.length - 1);
}

class FileDocument extends TapeDocument implements ReadDocument {
  private readonly text: JsonText;
  private readonly from: number;
  private readonly to: number;

  constructor(root: TapeNode, text: JsonText, from: number, to: number) {
    super(root);
    this.text = text;
    this.from = from;
    this.to = to;
  }

  keep(): JsonDocument {
    const { view, token } = this.root;
    const copy = view.tape.copy(token, this.from, this.to);
    return new TapeDocument(
      TapeNode.root(
        new TapeView(
          copy,
          { flags: view.flags, suspects: [], seenWords: view.seenWords.keep() },
          this.text.over(copy),
          undefined,
          view.nester.fresh(),
        ),
        0,
      ),
    );
  }
}

import { ScanFault } from "./fault.js";
import { Arena } from "./nested.js";
import type { JsonDocument, JsonFault, JsonNode, Range } from "./node.js";
import { scanDocument } from "./scan-document.js";
import { Scanner } from "./scanner.js";
import { Tape } from "./tape.js";
import type { Text } from "./text.js";

/** A document that was made of another text, or why it is none. */
export type Rewritten =
  | { readonly kind: "document"; readonly document: JsonDocument }
  | { readonly kind: "fault"; readonly fault: JsonFault };

/**
 * A JSON text that is put together from pieces of another one (the data of events, lines), and knows where each piece is there.
 *
 * What is written between the pieces is where the writer says, so that a range that ends with a piece ends with it there as well.
 */
export class Rewriting {
  private readonly original: Buffer;
  private bytes: Buffer;
  private size = 0;
  /** For each piece: its offset here and there; a piece of ours is negative, `~offset`, and is still. */
  private readonly pieces: number[] = [];

  constructor(original: Buffer) {
    this.original = original;
    this.bytes = Buffer.allocUnsafeSlow(original.length + (original.length >> 3) + 64);
  }

  /** Adds bytes of the original. */
  copy(from: number, to: number): void {
    this.reserve(to - from);
    this.pieces.push(this.size, from);
    this.size += this.original.copy(this.bytes, this.size, from, to);
  }

  /** Adds a text of ours, which is at an offset of the original. */
  write(text: string, at: number): void {
    this.reserve(3 * text.length);
    this.pieces.push(this.size, ~at);
    this.size += this.bytes.write(text, this.size, "utf8");
  }

  /**
   * Scans what was put together.
   *
   * @param base the way from the offsets of the original to the file
   * @param within the string that holds the original
   */
  read(base: Text, within: JsonNode | undefined): Rewritten {
    this.reserve(1);
    this.bytes[this.size] = 0;
    const scanner = new Scanner();
    const tape = new Tape(this.bytes, 16 + (this.size >> 3), within !== undefined);
    const text = new RewrittenText(this.pieces, base);
    const result = scanDocument(scanner, tape, 0, this.size, text, within, new Arena(scanner));
    return result instanceof ScanFault ? { kind: "fault", fault: result } : { kind: "document", document: result };
  }

  private reserve(length: number): void {
    if (this.size + length < this.bytes.length) return;
    const larger = Buffer.allocUnsafeSlow(2 * (this.size + length + 1));
    this.bytes.copy(larger, 0, 0, this.size);
    this.bytes = larger;
  }
}

class RewrittenText implements Text {
  private readonly pieces: readonly number[];
  private readonly base: Text;

  constructor(pieces: readonly number[], base: Text) {
    this.pieces = pieces;
    this.base = base;
  }

  range(from: number, to: number): Range {
    return this.base.range(this.original(from), this.original(to));
  }

  private original(offset: number): number {
    const { pieces } = this;
    let low = 0;
    for (let high = pieces.length / 2; high - low > 1; ) {
      const middle = (low + high) >> 1;
      if ((pieces[2 * middle] ?? 0) <= offset) low = middle;
      else high = middle;
    }
    const there = pieces[2 * low + 1] ?? 0;
    return there < 0 ? ~there : there + offset - (pieces[2 * low] ?? 0);
  }
}

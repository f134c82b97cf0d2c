import type { Excerpt, Position, Range, Source } from "./node.js";
import { Lines } from "./position.js";
import type { Tape } from "./tape.js";

/** A text that was scanned, and the way from its byte offsets to the file. */
export interface Text {
  range(from: number, to: number): Range;
}

/** The text of a file, or of one of its records: offsets are those of the tape's bytes. */
export class JsonText implements Text, Source {
  private readonly tape: Tape;
  private readonly generation: number;
  private readonly from: number;
  private readonly to: number;
  private readonly origin: Position | null;
  private lines: Lines | undefined;

  /** @param origin place of the first byte in its file; `null` where the text is none of the file's own (a row of a table) */
  constructor(tape: Tape, from: number, to: number, origin: Position | null) {
    this.tape = tape;
    this.generation = tape.generation;
    this.from = from;
    this.to = to;
    this.origin = origin;
  }

  range(from: number, to: number): Range {
    return { source: this, from, to };
  }

  position(offset: number): Position | undefined {
    return this.linesOf()?.position(offset);
  }

  excerpt(offset: number): Excerpt | undefined {
    return this.linesOf()?.excerpt(offset);
  }

  private linesOf(): Lines | undefined {
    assertLive(this.tape, this.generation);
    if (this.origin === null) return undefined;
    this.lines ??= new Lines(this.tape.bytes, this.from, this.to, this.origin);
    return this.lines;
  }

  /** The same file, read from a copy of this text whose first byte is at 0. */
  over(copy: Tape): JsonText {
    return new JsonText(copy, 0, copy.bytes.length, this.origin);
  }
}

/** A node outlives its document only by a mistake in the program: its bytes are gone or, worse, others. */
export function assertLive(tape: Tape, generation: number): void {
  if (tape.generation !== generation)
    throw new Error("A JSON node was used after its document was replaced; keep() the document to use it longer");
}

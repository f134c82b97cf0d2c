/** How a scalar is written, as the `yaml` package names it. */
export type ScalarStyle = "PLAIN" | "QUOTE_SINGLE" | "QUOTE_DOUBLE" | "BLOCK_LITERAL" | "BLOCK_FOLDED";

/**
 * Where each UTF-16 unit of a scalar's text is in the source: `places[i]` for unit `i`, and one more for its end.
 *
 * The scalar is decoded a second time, remembering places; what comes of it must be the text that the parser gave.
 *
 * @param from offset of its first character: a quote, `|` or `>`, or the text
 * @returns `undefined` where both decodings differ: then only the place of the whole scalar is known
 */
export function placesInScalar(source: string, from: number, to: number, style: ScalarStyle, text: string): Uint32Array | undefined {
  const writer = new Writer(text);
  switch (style) {
    case "PLAIN":
      decodeFlow(source, from, to, style, writer);
      return writer.places(to);
    case "QUOTE_SINGLE":
    case "QUOTE_DOUBLE":
      decodeFlow(source, from + 1, to - 1, style, writer);
      return writer.places(to - 1);
    case "BLOCK_LITERAL":
    case "BLOCK_FOLDED":
      return decodeBlock(source, from, to, style === "BLOCK_FOLDED", text);
  }
}

/** Takes the decoded units with their places and compares them with the text that is expected. */
class Writer {
  size = 0;
  private readonly expected: string;
  private readonly found: Uint32Array;
  /** From here on the units written differ from the text, unless they are taken back. */
  private wrongFrom = Number.POSITIVE_INFINITY;

  constructor(expected: string) {
    this.expected = expected;
    this.found = new Uint32Array(expected.length + 1);
  }

  write(unit: string, at: number): void {
    for (let index = 0; index < unit.length; index++) {
      if (this.size >= this.expected.length || unit[index] !== this.expected[this.size])
        this.wrongFrom = Math.min(this.wrongFrom, this.size);
      else this.found[this.size] = at;
      this.size++;
    }
  }

  /** Takes back what was written after `size`. */
  cut(size: number): void {
    this.size = size;
    if (this.wrongFrom >= size) this.wrongFrom = Number.POSITIVE_INFINITY;
  }

  places(end: number): Uint32Array | undefined {
    if (this.size !== this.expected.length || this.wrongFrom < this.size) return undefined;
    this.found[this.size] = end;
    return this.found;
  }
}

const doubleEscapes: ReadonlyMap<string, string> = new Map([
  ["0", "\0"],
  ["a", "\x07"],
  ["b", "\b"],
  ["t", "\t"],
  ["\t", "\t"],
  ["n", "\n"],
  ["v", "\v"],
  ["f", "\f"],
  ["r", "\r"],
  ["e", "\x1b"],
  [" ", " "],
  ['"', '"'],
  ["/", "/"],
  ["\\", "\\"],
  ["N", "\x85"],
  ["_", "\xa0"],
  ["L", "\u2028"],
  ["P", "\u2029"],
]);

const hexLengths: ReadonlyMap<string, number> = new Map([
  ["x", 2],
  ["u", 4],
  ["U", 8],
]);

/** Plain and quoted text: line breaks fold, white space around them goes (YAML 1.2.2, sections 6.5 and 7.3). */
function decodeFlow(source: string, from: number, to: number, style: ScalarStyle, writer: Writer): void {
  /** Behind the last unit that folding must not trim. */
  let solid = 0;
  for (let at = from; at < to; ) {
    const unit = source.charAt(at);
    if (unit === "\n" || unit === "\r") {
      writer.cut(solid);
      at = fold(source, at, to, writer, 1);
      solid = writer.size;
    } else if (unit === "\\" && style === "QUOTE_DOUBLE") {
      at = decodeEscape(source, at, to, writer);
      solid = writer.size;
    } else {
      writer.write(unit, at);
      at += unit === "'" && style === "QUOTE_SINGLE" ? 2 : 1;
      if (unit !== " " && unit !== "\t") solid = writer.size;
    }
  }
}

/** Passes over line breaks and the white space around them: one is a space (or nothing, `swallowed`), each further one a line break. */
function fold(source: string, from: number, to: number, writer: Writer, space: 0 | 1): number {
  let breaks = 0;
  let at = from;
  for (; at < to; at++) {
    const unit = source.charAt(at);
    if (unit === "\n") breaks++;
    else if (unit !== " " && unit !== "\t" && unit !== "\r") break;
  }
  if (breaks === 1 && space === 1) writer.write(" ", from);
  for (let index = 1; index < breaks; index++) writer.write("\n", from);
  return at;
}

function decodeEscape(source: string, at: number, to: number, writer: Writer): number {
  const letter = source.charAt(at + 1);
  if (letter === "\n" || letter === "\r") return fold(source, at + 1, to, writer, 0);
  const length = hexLengths.get(letter);
  if (length === undefined) {
    writer.write(doubleEscapes.get(letter) ?? letter, at);
    return at + 2;
  }
  const code = Number.parseInt(source.slice(at + 2, at + 2 + length), 16);
  writer.write(code <= 0x10ffff ? String.fromCodePoint(code) : "", at);
  return at + 2 + length;
}

interface BlockLine {
  /** Offset of the text after the indentation. */
  readonly from: number;
  readonly text: string;
  /** Offset of its line break. */
  readonly end: number;
}

/** Literal and folded text (YAML 1.2.2, section 8.1). The indentation is tried from the first line's downwards: an indicator may make it less. */
function decodeBlock(source: string, from: number, to: number, isFolded: boolean, text: string): Uint32Array | undefined {
  const header = source.indexOf("\n", from);
  if (header === -1 || header >= to) return text === "" ? Uint32Array.of(to) : undefined;
  const lines = source.slice(header + 1, to).split("\n");
  const first = lines.find((line) => line.trim() !== "");
  const deepest = first === undefined ? 0 : spacesBefore(first);
  for (let indent = deepest; indent >= 0 && indent > deepest - 10; indent--) {
    const writer = new Writer(text);
    const cut = cutLines(lines, header + 1, indent);
    if (isFolded) decodeFolded(cut, writer);
    else for (const line of cut) writeLine(writer, line, "\n");
    // Chomping takes line breaks from the end.
    if (writer.size > text.length) writer.cut(text.length);
    const places = writer.places(cut.at(-1)?.end ?? to);
    if (places !== undefined) return places;
  }
  return undefined;
}

function cutLines(lines: readonly string[], start: number, indent: number): readonly BlockLine[] {
  let offset = start;
  return lines.map((line) => {
    const end = offset + line.length;
    const spaces = Math.min(indent, spacesBefore(line));
    const text = line.slice(spaces).replace(/\r$/, "");
    const cut = { from: offset + spaces, text, end };
    offset = end + 1;
    return cut;
  });
}

function spacesBefore(line: string): number {
  return line.length - line.replace(/^ +/, "").length;
}

function writeLine(writer: Writer, { from, text, end }: BlockLine, behind: string): void {
  for (let index = 0; index < text.length; index++) writer.write(text.charAt(index), from + index);
  writer.write(behind, end);
}

/** Line breaks between lines that begin with text fold; those around blank and further indented lines stay. */
function decodeFolded(lines: readonly BlockLine[], writer: Writer): void {
  let previous: BlockLine | undefined;
  let blanks: BlockLine[] = [];
  for (const line of lines) {
    if (line.text === "") {
      blanks.push(line);
      continue;
    }
    if (previous !== undefined) {
      const isKept = isIndented(previous) || isIndented(line);
      if (isKept) writer.write("\n", previous.end);
      else if (blanks.length === 0) writer.write(" ", previous.end);
    }
    for (const blank of blanks) writer.write("\n", blank.end);
    blanks = [];
    writeLine(writer, line, "");
    previous = line;
  }
  if (previous !== undefined) writer.write("\n", previous.end);
  for (const blank of blanks) writer.write("\n", blank.end);
}

function isIndented({ text }: BlockLine): boolean {
  return text.startsWith(" ") || text.startsWith("\t");
}

/** Random numbers that a seed repeats (mulberry32): many times faster than those of fast-check, for runs of millions. */
export class Random {
  private state: number;

  constructor(seed: number) {
    this.state = seed;
  }

  /** An integer from 0 to `limit - 1`. */
  below(limit: number): number {
    this.state = (this.state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(this.state ^ (this.state >>> 15), 1 | this.state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) % limit;
  }

  pick<Item>(items: readonly [Item, ...Item[]]): Item {
    return items[this.below(items.length)] ?? items[0];
  }
}

/** A valid document, written as no serialiser would: odd spaces, escapes, repeated and awkward keys, numbers at the edges. */
export function writeDocument(random: Random): string {
  const start = random.below(60) === 0 ? "\ufeff" : "";
  return start + space(random) + writeValue(random, 5) + space(random);
}

function writeValue(random: Random, depth: number): string {
  const choice = random.below(depth > 0 ? 10 : 5);
  if (choice < 2) return writeString(random, random.below(9));
  if (choice < 4) return random.pick(numbers);
  if (choice === 4) return random.pick(["true", "false", "null"]);
  const parts = Array.from({ length: random.below(20) === 0 ? random.below(80) : random.below(5) }, () => {
    const value = space(random) + writeValue(random, depth - 1) + space(random);
    return choice < 7 ? value : `${space(random)}${writeKey(random)}${space(random)}:${value}`;
  });
  return choice < 7 ? `[${parts.join(",") || space(random)}]` : `{${parts.join(",") || space(random)}}`;
}

function writeKey(random: Random): string {
  return random.below(3) === 0 ? writeString(random, random.below(4)) : random.pick(keys);
}

function writeString(random: Random, length: number): string {
  let text = "";
  for (let i = random.below(12) === 0 ? 12 * length : length; i > 0; i--) text += random.pick(pieces);
  return `"${text}"`;
}

function space(random: Random): string {
  return random.below(6) === 0 ? random.pick([" ", "\n", "\r\n", "\t", "  \n\t ", "\r"]) : "";
}

const keys = [
  '"role"',
  '"content"',
  '"r\\u006fle"',
  '"__proto__"',
  '"constructor"',
  '"1"',
  '"2"',
  '"é"',
  '"\\u00e9"',
  '"Ã©"',
  '"Γ"',
  '""',
  '"a/b"',
  '"a~b"',
  '"toString"',
  '"\\ud83d"',
  '"🙂"',
  '"\\ud83d\\ude42"',
] as const;

const pieces = [
  "a",
  "word ",
  "Z9",
  " ",
  "é",
  "ß",
  "東",
  "🙂",
  "\u2028",
  "\ud7ff",
  "\uffff",
  "\u{10ffff}",
  "\ud83d",
  "\ude42",
  "\u0080",
  "\u007f",
  "\ufeff",
  '\\"',
  "\\\\",
  "\\/",
  "\\n",
  "\\r",
  "\\t",
  "\\b",
  "\\f",
  "\\u0041",
  "\\u00e9",
  "\\u6771",
  "\\u0000",
  "\\ud83d\\ude42",
  "\\uD83D\\uDE42",
  "\\ud83d",
  "\\ude42",
  "\\udbff\\udfff",
  "{",
  "}",
  "[",
  "]",
  ",",
  ":",
  "'",
  "//",
  '{\\"a\\":1}',
] as const;

const numbers = [
  "0",
  "-0",
  "1",
  "42",
  "-7",
  "0.5",
  "-0.0",
  "1e5",
  "1E+5",
  "1e-5",
  "12.25e2",
  "9007199254740993",
  "9007199254740992",
  "123456789012345678901234567890",
  "1e400",
  "-1e400",
  "0.1234567890123456789",
  "1e-400",
  "100000000000000000000",
] as const;

/** Spells a text as a string literal, escaping what must be escaped and now and then what need not be. */
export function writeLiteral(random: Random, text: string): string {
  let literal = "";
  for (const character of text) {
    if (random.below(10) === 0)
      for (let i = 0; i < character.length; i++) literal += `\\u${character.charCodeAt(i).toString(16).padStart(4, "0")}`;
    else literal += character === "/" && random.below(2) === 0 ? "\\/" : JSON.stringify(character).slice(1, -1);
  }
  return `"${literal}"`;
}

/** Changes some bytes of a text; `donor` is another text to take parts from. */
export function mutate(random: Random, text: Uint8Array, donor: Uint8Array): Uint8Array {
  let bytes = Buffer.from(text);
  for (let count = random.below(4); count >= 0; count--) {
    const at = random.below(bytes.length + 1);
    const to = Math.min(bytes.length, at + random.below(8));
    switch (random.below(8)) {
      case 0:
        bytes = Buffer.concat([bytes.subarray(0, at), bytes.subarray(to)]);
        break;
      case 1:
        bytes = bytes.subarray(0, at);
        break;
      case 2:
        if (at < bytes.length) bytes[at] = random.below(256);
        break;
      case 3: {
        const from = random.below(donor.length + 1);
        bytes = Buffer.concat([bytes.subarray(0, at), donor.subarray(from, from + random.below(12)), bytes.subarray(at)]);
        break;
      }
      case 4:
        bytes = Buffer.concat([bytes.subarray(0, to), bytes.subarray(at)]);
        break;
      default:
        bytes = Buffer.concat([bytes.subarray(0, at), Buffer.from(random.pick(inserts)), bytes.subarray(random.below(2) === 0 ? at : to)]);
    }
  }
  return bytes;
}

const inserts = [
  '"',
  "{",
  "}",
  "[",
  "]",
  ",",
  ":",
  "\\",
  "\\u",
  "\\ud83d",
  "\\udc00",
  "\\u12",
  "\\x",
  "-",
  "+",
  ".",
  "e",
  "E",
  "0",
  "1",
  "9",
  "tru",
  "true",
  "True",
  "None",
  "nul",
  "null",
  "NaN",
  "Infinity",
  "'",
  "//",
  "/*",
  "#",
  " ",
  "\n",
  "\t",
  "\r",
  "\u0000",
  "\u0000\u0000",
  "\u0001",
  "\u001f",
  "\u007f",
  "\ufeff",
  "é",
  "\u00a0",
  "\u2028",
  "🙂",
  '{"a":1}',
  '"a":',
  "[[[[",
  "]]]]",
  "".padEnd(520, "["),
  "".padEnd(300, "["),
] as const;

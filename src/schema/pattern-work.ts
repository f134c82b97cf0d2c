/**
 * How much a backtracking matcher can have to do for a pattern: at most `factor · (n + 1)^degree` ways through a text of
 * `n` characters. `factor` is infinite where the ways can double with every character, or where we can't tell.
 */
export interface PatternWork {
  readonly factor: number;
  readonly degree: number;
}

const one: PatternWork = { factor: 1, degree: 0 };
const unbounded: PatternWork = { factor: Number.POSITIVE_INFINITY, degree: 0 };

/**
 * An upper bound for a pattern's work, from its text alone.
 *
 * Ways multiply along a sequence and add up over alternatives; a repetition of something with a single way has one way for
 * each count; a repetition without end of something with several ways (`(a+)+`, `(a|ab)*`) has no bound here, though many
 * of these are harmless. Linear in the pattern; a pattern that we can't read has no bound either.
 */
export function patternWork(source: string): PatternWork {
  const reader = { source, at: 0, depth: 0 };
  const work = readAlternatives(reader);
  if (reader.at < source.length) return unbounded;
  const anchored = source.startsWith("^") && !source.includes("|");
  return anchored ? work : { factor: work.factor, degree: work.degree + 1 };
}

/** The longest text that a pattern surely gets through in so many steps; 0 if there is no such length. */
export function harmlessLength({ factor, degree }: PatternWork, source: string, steps: number): number {
  const fits = (length: number) => factor * (length + 1) ** degree * (length + source.length) <= steps;
  if (!fits(1)) return 0;
  let low = 1;
  let high = steps;
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if (fits(middle)) low = middle;
    else high = middle - 1;
  }
  return low;
}

interface Reader {
  readonly source: string;
  at: number;
  depth: number;
}

function readAlternatives(reader: Reader): PatternWork {
  let work = readSequence(reader);
  while (reader.source[reader.at] === "|") {
    reader.at++;
    const other = readSequence(reader);
    work = { factor: work.factor + other.factor, degree: Math.max(work.degree, other.degree) };
  }
  return work;
}

function readSequence(reader: Reader): PatternWork {
  let work = one;
  while (reader.at < reader.source.length && !/[|)]/.test(reader.source.charAt(reader.at))) {
    const next = repeated(reader, readAtom(reader));
    work = { factor: work.factor * next.factor, degree: work.degree + next.degree };
  }
  return work;
}

function readAtom(reader: Reader): PatternWork {
  const { source } = reader;
  const character = source.charAt(reader.at++);
  if (character === "\\") reader.at++;
  else if (character === "[") skipClass(reader);
  else if (character === "(") return readGroup(reader);
  return one;
}

function readGroup(reader: Reader): PatternWork {
  if (++reader.depth > 200) return giveUp(reader);
  const opening = /^\?(?:[:=!]|<[=!]|<[^>]*>)/.exec(reader.source.slice(reader.at, reader.at + 100));
  if (opening !== null) reader.at += opening[0].length;
  const work = readAlternatives(reader);
  if (reader.source[reader.at] !== ")") return giveUp(reader);
  reader.at++;
  reader.depth--;
  return work;
}

function giveUp(reader: Reader): PatternWork {
  reader.at = reader.source.length;
  return unbounded;
}

function skipClass(reader: Reader): void {
  const { source } = reader;
  while (reader.at < source.length && source[reader.at] !== "]") reader.at += source[reader.at] === "\\" ? 2 : 1;
  reader.at++;
}

/** A quantifier after an atom, if there is one; lazy or greedy makes no difference to the bound. */
function repeated(reader: Reader, body: PatternWork): PatternWork {
  const found = /^(?:[*+?]|\{(\d+)(?:(,)(\d*))?\})\??/.exec(reader.source.slice(reader.at, reader.at + 40));
  if (found === null) return body;
  reader.at += found[0].length;
  const [sign, least, comma, most] = found;
  if (sign.startsWith("?")) return { factor: body.factor + 1, degree: body.degree };
  const endless = sign.startsWith("*") || sign.startsWith("+") || (comma !== undefined && most === "");
  const single = body.factor === 1 && body.degree === 0;
  if (endless) return single ? { factor: 1, degree: 1 } : unbounded;
  const from = Number(least);
  const to = most === undefined || most === "" ? from : Number(most);
  if (single) return { factor: Math.max(1, to - from + 1), degree: 0 };
  return { factor: (to - from + 1) * body.factor ** to, degree: body.degree * to };
}

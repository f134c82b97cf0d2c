/** A piece of a laid out JSON text. `from`: where it is in the text; `null` for white space that the layout adds. */
export interface LaidOut {
  readonly text: string;
  readonly from: number | null;
  readonly kind: "key" | "string" | "number" | "word" | "mark" | "space";
}

interface Token {
  readonly text: string;
  readonly from: number;
  readonly kind: "key" | "string" | "number" | "word" | "mark";
}

/** Objects and lists that fit into so many characters stay on one line, but the outermost never does where it has members. */
const lineLength = 56;

/**
 * Lays a JSON text out with one member a line. Only white space outside of strings changes, so that each piece is known by its place;
 * `undefined` for what is no JSON, which is best shown as it is.
 */
export function layOut(text: string): readonly LaidOut[] | undefined {
  const tokens = tokensOf(text);
  if (tokens === undefined) return undefined;
  const widths = widthsOf(tokens);
  if (widths === undefined) return undefined;
  const out: LaidOut[] = [];
  const open: boolean[] = [];
  const space = (white: string) => out.push({ text: white, from: null, kind: "space" });
  const newLine = () => space(`\n${"  ".repeat(open.length)}`);
  for (const [index, token] of tokens.entries()) {
    const next = tokens[index + 1];
    if (token.text === "}" || token.text === "]") {
      if (open.pop() === true) newLine();
      out.push(token);
      continue;
    }
    out.push(token);
    if (token.text === "{" || token.text === "[") {
      const isSpread = next?.text !== "}" && next?.text !== "]" && (open.length === 0 || (widths.get(index) ?? 0) > lineLength);
      open.push(isSpread);
      if (isSpread) newLine();
    } else if (token.kind === "mark" && token.text === ",") {
      if (open.at(-1) === true) newLine();
      else space(" ");
    } else if (token.kind === "mark" && token.text === ":") space(" ");
  }
  return out;
}

const tokenPattern = /\s*(?:("(?:[^"\\]|\\[\s\S])*")(?=(\s*:)?)|(-?\d[\d.eE+-]*)|(true|false|null)|([{}[\],:]))/y;

function tokensOf(text: string): readonly Token[] | undefined {
  const tokens: Token[] = [];
  tokenPattern.lastIndex = 0;
  while (tokenPattern.lastIndex < text.length) {
    const at = tokenPattern.lastIndex;
    const match = tokenPattern.exec(text);
    if (match === null) return text.slice(at).trim() === "" && tokens.length > 0 ? tokens : undefined;
    const [whole, string, colon, number, word, mark] = match;
    const piece = string ?? number ?? word ?? mark ?? "";
    const kind =
      string !== undefined
        ? colon === undefined
          ? "string"
          : "key"
        : number !== undefined
          ? "number"
          : word !== undefined
            ? "word"
            : "mark";
    tokens.push({ text: piece, from: at + whole.length - piece.length, kind });
  }
  return tokens.length === 0 ? undefined : tokens;
}

/** How wide the value of each opening bracket is on one line; `undefined` where brackets do not match. */
function widthsOf(tokens: readonly Token[]): ReadonlyMap<number, number> | undefined {
  const widths = new Map<number, number>();
  const open: { readonly index: number; readonly width: number; readonly close: string }[] = [];
  let width = 0;
  for (const [index, { text, kind }] of tokens.entries()) {
    width += text.length + (kind === "mark" && (text === "," || text === ":") ? 1 : 0);
    if (kind !== "mark") continue;
    if (text === "{" || text === "[") open.push({ index, width, close: text === "{" ? "}" : "]" });
    if (text === "}" || text === "]") {
      const begun = open.pop();
      if (begun?.close !== text) return undefined;
      widths.set(begun.index, width - begun.width + 1);
    }
  }
  return open.length === 0 ? widths : undefined;
}

/**
 * The characters of the value at a JSON pointer, for findings without a place of their own; `undefined` where there is none.
 */
export function spanAt(text: string, pointer: string): readonly [number, number] | undefined {
  const tokens = tokensOf(text);
  if (tokens === undefined || pointer === "") return undefined;
  const steps = pointer
    .slice(1)
    .split("/")
    .map((step) => step.replaceAll("~1", "/").replaceAll("~0", "~"));
  let at = 0;
  for (const step of steps) {
    const found = child(tokens, at, step);
    if (found === undefined) return undefined;
    at = found;
  }
  const [first, last] = [tokens[at], tokens[endOf(tokens, at)]];
  return first === undefined || last === undefined ? undefined : [first.from, last.from + last.text.length];
}

/** Index of the last token of the value that begins at a token. */
function endOf(tokens: readonly Token[], at: number): number {
  let depth = 0;
  for (let index = at; index < tokens.length; index += 1) {
    const { text, kind } = tokens[index] ?? { text: "", kind: "word" };
    if (kind === "mark" && (text === "{" || text === "[")) depth += 1;
    if (kind === "mark" && (text === "}" || text === "]")) depth -= 1;
    if (depth === 0) return index;
  }
  return tokens.length - 1;
}

function child(tokens: readonly Token[], at: number, step: string): number | undefined {
  const opening = tokens[at];
  if (opening?.kind !== "mark") return undefined;
  let number = 0;
  for (let index = at + 1; index < tokens.length; ) {
    const token = tokens[index];
    if (token === undefined || token.text === "}" || token.text === "]") return undefined;
    if (token.kind === "mark" && token.text === ",") {
      index += 1;
      continue;
    }
    const value = opening.text === "{" ? index + 2 : index;
    const isMeant = opening.text === "{" ? JSON.parse(token.text) === step : String(number) === step;
    if (isMeant) return value;
    number += 1;
    index = endOf(tokens, value) + 1;
  }
  return undefined;
}

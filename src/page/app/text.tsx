import { useState } from "preact/hooks";
import type { PageText } from "../page-data.js";
import { type LaidOut, layOut } from "./json-layout.js";
import { type Mark, stretches, visible } from "./marked.js";
import { counted } from "./words.js";

/** Lines and characters of a text that are shown before one asks for the rest. */
const shownLines = 14;
const shownCharacters = 1100;

/** A text with its findings marked: by a wavy line and a box, not by color alone. */
export function MarkedText({ pieces, marks }: { readonly pieces: readonly LaidOut[]; readonly marks: readonly Mark[] }) {
  return (
    <>
      {stretches(pieces, marks).map(({ text, kind, mark }) => {
        const shown = visible(text).map((piece) => (piece.isCode ? <span class="control">{piece.text}</span> : piece.text));
        if (mark !== undefined) {
          return (
            <mark class={`${mark.severity} ${kind}`} aria-describedby={`finding-${mark.finding}`}>
              {shown}
            </mark>
          );
        }
        return kind === "mark" || kind === "space" || kind === "plain" ? shown : <span class={kind}>{shown}</span>;
      })}
    </>
  );
}

interface TextProps {
  readonly text: PageText;
  readonly marks: readonly Mark[];
  /** Lay it out where it is JSON. */
  readonly isJson: boolean;
}

/** A text of the recording: the beginning of a long one, or what is around its first finding. */
export function RecordedText({ text: { text, before, after }, marks, isJson }: TextProps) {
  const [isWhole, setWhole] = useState(false);
  const laidOut = isJson && before === 0 && after === 0 ? layOut(text) : undefined;
  const pieces = laidOut ?? [{ text, from: 0, kind: "mark" } as const];
  const shown = isWhole ? pieces : shortened(pieces, marks);
  const isCut = shown !== pieces;
  return (
    <div class="recorded">
      {before > 0 && <p class="left-out">{counted(before, "character")} in front left out</p>}
      <pre class={laidOut === undefined ? "prose" : "json"}>
        {isCut && shown[0] !== pieces[0] && "… "}
        <MarkedText pieces={shown} marks={marks} />
        {isCut && " …"}
      </pre>
      {(isCut || isWhole) && (
        <button type="button" class="quiet" onClick={() => setWhole(!isWhole)}>
          {isWhole ? "Show less" : `Show all ${counted(text.length, "character")}`}
        </button>
      )}
      {after > 0 && <p class="left-out">{counted(after, "further character")} left out</p>}
    </div>
  );
}

/** The part of a long text that is shown at first; the same list where it is not long. */
function shortened(pieces: readonly LaidOut[], marks: readonly Mark[]): readonly LaidOut[] {
  const lines = pieces.reduce((sum, { text }) => sum + text.split("\n").length - 1, 1);
  const length = pieces.reduce((sum, { text }) => sum + text.length, 0);
  if (lines <= shownLines + 6 && length <= shownCharacters * 1.5) return pieces;
  const first = Math.min(...marks.map(({ from }) => from));
  const begin = Number.isFinite(first) ? startOf(pieces, first) : 0;
  const shown: LaidOut[] = [];
  let room = shownCharacters;
  let left = shownLines;
  let skipped = 0;
  for (const piece of pieces) {
    const { text, from } = piece;
    const skip = Math.max(0, Math.min(text.length, begin - skipped));
    skipped += text.length;
    if (skip === text.length && text !== "") continue;
    const rest = cutLines(text.slice(skip, skip + room), left);
    shown.push({ ...piece, text: rest, from: from === null ? null : from + skip });
    room -= rest.length;
    left -= rest.split("\n").length - 1;
    if (room <= 0 || left <= 0 || rest.length < text.length - skip) break;
  }
  return shown;
}

/** Where the shown part begins, in laid out characters: a little in front of the first mark, at the start of a line. */
function startOf(pieces: readonly LaidOut[], unit: number): number {
  let passed = 0;
  let all = "";
  for (const { text, from } of pieces) {
    if (from !== null && from + text.length > unit) {
      const at = passed + unit - from;
      all += text;
      if (at < shownCharacters / 2 && all.slice(0, at).split("\n").length < shownLines - 4) return 0;
      const near = Math.max(0, at - 240);
      const line = all.indexOf("\n", near);
      return line !== -1 && line < at ? line + 1 : near;
    }
    passed += text.length;
    all += text;
  }
  return 0;
}

function cutLines(text: string, lines: number): string {
  let end = -1;
  for (let line = 0; line < lines; line += 1) {
    end = text.indexOf("\n", end + 1);
    if (end === -1) return text;
  }
  return text.slice(0, end);
}

import type { PageCall, PageData, PageFinding, PagePart, PageResult } from "../page-data.js";
import { Declaration } from "./declaration.js";
import { spanAt } from "./json-layout.js";
import type { Mark } from "./marked.js";
import { RecordedText } from "./text.js";

interface PartProps<P> {
  readonly part: P;
  readonly findings: readonly PageFinding[];
  readonly data: PageData;
  /** Numbers of the conversation's declarations among those of the page. */
  readonly declarations: readonly number[];
  goToMessage(message: number): void;
}

/** A part of a message: text, thinking, a call, a result. */
export function PartView(props: PartProps<PagePart>) {
  const { part, findings } = props;
  switch (part.kind) {
    case "text":
      return (
        <div class={`part text${isWhole(findings) ? " at-fault" : ""}`}>
          <RecordedText text={part.text} marks={marksIn(findings, part.text.text)} isJson={false} />
        </div>
      );
    case "thinking":
      return (
        <details class="part thinking" open={findings.length > 0}>
          <summary>Thinking</summary>
          <RecordedText text={part.text} marks={marksIn(findings, part.text.text)} isJson={false} />
        </details>
      );
    case "other":
      return <p class="part other">{part.type}</p>;
    case "call":
      return <Call {...props} part={part} />;
    case "result":
      return <Result {...props} part={part} />;
  }
}

/** Words for where a call stands: shape and word, not color alone. */
const callStates = {
  answered: { sign: "↓", words: "answered in" },
  pending: { sign: "○", words: "pending: the recording ends before its result" },
  unanswered: { sign: "✕", words: "no result: the conversation goes on without it" },
  "owes-none": { sign: "–", words: "needs no result" },
} as const satisfies Readonly<Record<PageCall["state"], { readonly sign: string; readonly words: string }>>;

function Call({ part, findings, data, declarations, goToMessage }: PartProps<PageCall>) {
  const { sign, words } = callStates[part.state];
  const declaration = part.declaration === null ? undefined : data.declarations[declarations[part.declaration] ?? -1];
  const faulty = new Set(findings.flatMap(({ argument }) => (argument === null || argument === "" ? [] : [argument.split("/")[1] ?? ""])));
  return (
    <div class={`part call ${part.state}${findings.length > 0 ? " at-fault" : ""}`}>
      <p class="part-head">
        <span class="glyph" aria-hidden="true">
          ƒ
        </span>
        <span class="unseen">Call to </span>
        <strong class={slotClass(findings, "name")}>{part.tool ?? `(${part.type})`}</strong>
        <span class={`id ${slotClass(findings, "id")}`}>{part.id ?? "no id"}</span>
        <span class={`badge state ${part.state}`}>
          <span aria-hidden="true">{sign}</span> {words}{" "}
          {part.state === "answered" &&
            part.results.map(({ message }, index) => (
              <>
                {index > 0 && ", "}
                <button type="button" class="link" onClick={() => goToMessage(message)}>
                  message {message + 1}
                </button>
              </>
            ))}
        </span>
      </p>
      <div class="sides">
        <div class="arguments">
          <h4>Arguments{part.notChecked !== null && <small> not checked: {part.notChecked}</small>}</h4>
          <RecordedText text={part.arguments} marks={marksIn(findings, part.arguments.text)} isJson />
        </div>
        <Declaration declaration={declaration} isOpen={findings.length > 0} faulty={faulty} />
      </div>
    </div>
  );
}

const resultStates = {
  answers: { sign: "↑", words: "answers" },
  misplaced: { sign: "⇅", words: "misplaced: answers" },
  duplicate: { sign: "⇈", words: "duplicate: a second result for" },
  orphaned: { sign: "?", words: "orphaned:" },
  standalone: { sign: "–", words: "stands alone" },
} as const satisfies Readonly<Record<PageResult["state"], { readonly sign: string; readonly words: string }>>;

function Result({ part, findings, goToMessage }: PartProps<PageResult>) {
  const { sign, words } = resultStates[part.state];
  const { call } = part;
  return (
    <div class={`part result ${part.state}${isWhole(findings) ? " at-fault" : ""}`}>
      <p class="part-head">
        <span class="glyph" aria-hidden="true">
          ↩
        </span>
        <span>
          Result{part.tool !== null && " of "}
          {part.tool !== null && <strong class={slotClass(findings, "name")}>{part.tool}</strong>}
        </span>
        <span class={`id ${slotClass(findings, "id")}`}>{part.id ?? "no id"}</span>
        {part.isError && <span class="badge failed">error result</span>}
        <span class={`badge state ${part.state}`}>
          <span aria-hidden="true">{sign}</span> {words} {part.state === "orphaned" && part.because}
          {call !== null && (
            <>
              {part.state === "orphaned" && ", most likely "}
              <button type="button" class="link" onClick={() => goToMessage(call.message)}>
                {part.state === "orphaned" ? "meant for" : "the call in"} message {call.message + 1}
              </button>
            </>
          )}
        </span>
      </p>
      <RecordedText text={part.content} marks={marksIn(findings, part.content.text)} isJson />
    </div>
  );
}

/** The characters of a part's text that its findings are about. */
function marksIn(findings: readonly PageFinding[], text: string): readonly Mark[] {
  return findings.flatMap(({ id, severity, pin, argument }): readonly Mark[] => {
    if (pin.at !== "part") return [];
    const range = pin.range ?? (argument === null || argument === "" ? undefined : spanAt(text, argument));
    if (range === undefined || (range[0] === 0 && range[1] === text.length)) return [];
    return [{ from: range[0], to: range[1], severity, finding: id }];
  });
}

function slotClass(findings: readonly PageFinding[], slot: "id" | "name"): string {
  const worst = findings.find(({ pin }) => pin.at === "part" && pin.slot === slot);
  return worst === undefined ? "" : `marked ${worst.severity}`;
}

/** Something is wrong with the part as a whole, not with characters in it. */
function isWhole(findings: readonly PageFinding[]): boolean {
  return findings.some(({ pin }) => pin.at === "part" && pin.range === null);
}

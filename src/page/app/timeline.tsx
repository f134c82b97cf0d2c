import { useMemo } from "preact/hooks";
import type { PageData, PageDetail, PageFinding, PagePart } from "../page-data.js";
import { FindingCard } from "./finding.js";
import { callsIn, foldMessages } from "./folds.js";
import { type LanePiece, lanesOf, type Row, rowsOf } from "./lanes.js";
import { PartView } from "./part.js";
import { counted } from "./words.js";

interface TimelineProps {
  readonly data: PageData;
  readonly detail: PageDetail;
  readonly opened: ReadonlySet<number>;
  openMessages(from: number, to: number): void;
  goToMessage(message: number): void;
  readonly wanted: string | null;
}

/** The messages down the page; beside them runs a line from each call to its result. */
export function Timeline({ data, detail, opened, openMessages, goToMessage, wanted }: TimelineProps) {
  const { messages } = detail;
  const shown = useMemo(() => foldMessages(detail, opened), [detail, opened]);
  const rows = useMemo(() => rowsOf(shown, messages), [shown, messages]);
  const lanes = useMemo(() => lanesOf(rows, messages), [rows, messages]);
  const findings = useMemo(() => byPlace(detail.findings), [detail]);
  const beside = (index: number) => <LaneColumn pieces={lanes.pieces[index] ?? []} count={lanes.count} />;
  const content = (row: Row) => {
    if (row.kind === "fold") {
      const folded = messages.slice(row.from, row.to);
      const calls = callsIn(folded);
      return (
        <button type="button" class="fold" onClick={() => openMessages(row.from, row.to)}>
          {counted(folded.length, "message")} without findings
          <small>
            {" "}
            {row.from + 1}–{row.to}
            {calls > 0 && `, ${counted(calls, "call")}`} · show
          </small>
        </button>
      );
    }
    if (row.kind === "head") {
      const message = messages[row.message];
      return (
        <>
          <h3 class={`role ${message?.role}`} id={`message-${row.message}`} tabIndex={-1}>
            <span class="who">{message?.role}</span> <small>message {row.message + 1}</small>
            {message?.fromResponse === true && <small class="badge">response</small>}
          </h3>
          {message?.parts.length === 0 && <p class="empty">Empty message</p>}
          {(findings.get(`${row.message}`) ?? []).map((finding) => (
            <FindingCard finding={finding} data={data} isChosen={finding.id === wanted} showsExcerpt />
          ))}
        </>
      );
    }
    const { message, part } = row.place;
    const each = messages[message]?.parts[part];
    if (each === undefined) return null;
    const own = findings.get(`${message} ${part}`) ?? [];
    return (
      <>
        <PartView part={each} findings={own} data={data} declarations={detail.declarations} goToMessage={goToMessage} />
        {own.map((finding) => (
          <FindingCard finding={finding} data={data} isChosen={finding.id === wanted} showsExcerpt={isBesideText(finding, each)} />
        ))}
      </>
    );
  };
  return (
    <section class="timeline" aria-label="Timeline" style={{ "--lanes": Math.max(1, lanes.count) }}>
      {rows.map((row, index) => (
        <div key={keyOf(row)} class={`line line-${row.kind}`}>
          {beside(index)}
          <div class="content">{content(row)}</div>
        </div>
      ))}
    </section>
  );
}

/** What is around a text, such as the id of its item, is not shown: the line of the file stands in. */
function isBesideText({ pin }: PageFinding, { kind }: PagePart): boolean {
  return pin.at === "part" && pin.slot === "whole" && (kind === "text" || kind === "thinking" || kind === "other");
}

function keyOf(row: Row): string {
  if (row.kind === "fold") return `fold ${row.from}`;
  return row.kind === "head" ? `head ${row.message}` : `part ${row.place.message} ${row.place.part}`;
}

/** By `message part`, or by `message` where a finding is about the message. */
function byPlace(findings: readonly PageFinding[]): ReadonlyMap<string, readonly PageFinding[]> {
  const places = new Map<string, PageFinding[]>();
  for (const finding of findings) {
    const { pin } = finding;
    if (pin.at === "conversation") continue;
    const key = pin.at === "message" ? `${pin.message}` : `${pin.message} ${pin.part}`;
    const there = places.get(key);
    if (there === undefined) places.set(key, [finding]);
    else there.push(finding);
  }
  return places;
}

/** The lines beside one row: the first lane is next to the content. */
function LaneColumn({ pieces, count }: { readonly pieces: readonly LanePiece[]; readonly count: number }) {
  return (
    <div class="lanes" aria-hidden="true">
      {pieces.map(({ lane, piece, style }) => (
        <i class={`lane ${piece} ${style}`} style={{ "--own": lane + 1, zIndex: count - lane }} />
      ))}
    </div>
  );
}

import { useEffect, useMemo, useRef, useState } from "preact/hooks";
import type { PageData, PageDetail, PageRow } from "../page-data.js";
import { type Address, writeAddress } from "./address.js";
import { FindingCard, FindingList } from "./finding.js";
import { useKeys } from "./keys.js";
import { Overview as Strip } from "./strip.js";
import { Timeline } from "./timeline.js";
import type { GoTo } from "./use-address.js";
import { counted } from "./words.js";

interface ConversationProps {
  readonly data: PageData;
  readonly row: PageRow;
  readonly detail: PageDetail | undefined;
  /** The rows of the list, as it is filtered: what is next and previous. */
  readonly rows: readonly PageRow[];
  readonly address: Address;
  readonly goTo: GoTo;
  readonly isOnly: boolean;
}

/** One conversation: its findings, and its messages down the page. */
export function ConversationView({ data, row, detail, rows, address, goTo, isOnly }: ConversationProps) {
  const title = useRef<HTMLHeadingElement>(null);
  const place = rows.findIndex(({ id }) => id === row.id);
  const previous = place > 0 ? rows[place - 1] : undefined;
  const next = place === -1 ? rows[0] : rows[place + 1];
  const openRow = (other: PageRow | undefined) => {
    if (other === undefined) return;
    goTo({ conversation: other.id, finding: null });
    scrollTo(0, 0);
  };
  const back = () => {
    if (!isOnly) goTo({ conversation: null, finding: null });
  };
  const findings = detail?.findings ?? [];
  const step = (by: 1 | -1) => {
    const now = findings.findIndex(({ id }) => id === address.finding);
    const wanted = now === -1 ? (by === 1 ? 0 : findings.length - 1) : (now + by + findings.length) % findings.length;
    const finding = findings[wanted];
    if (finding !== undefined) goTo({ conversation: row.id, finding: finding.id }, "replace");
  };
  useKeys({ Escape: back, n: () => step(1), p: () => step(-1), "]": () => openRow(next), "[": () => openRow(previous) });
  useEffect(() => {
    if (address.finding === null && !isOnly) title.current?.focus({ preventScroll: true });
  }, [address.finding, isOnly]);
  return (
    <article class="conversation" aria-labelledby="conversation-title">
      {!isOnly && (
        <nav class="steps" aria-label="Conversations">
          <a
            href={writeAddress({ ...address, conversation: null, finding: null })}
            onClick={(event) => {
              event.preventDefault();
              back();
            }}
          >
            ← All conversations
          </a>
          <span>
            <button type="button" class="quiet" disabled={previous === undefined} onClick={() => openRow(previous)} aria-keyshortcuts="[">
              Previous
            </button>
            <button type="button" class="quiet" disabled={next === undefined} onClick={() => openRow(next)} aria-keyshortcuts="]">
              Next
            </button>
          </span>
        </nav>
      )}
      <h1 id="conversation-title" class="path" tabIndex={-1} ref={title}>
        <bdi>{row.path}</bdi>
        {isOneOfMany(row, data) && <span class="number"> #{row.number}</span>}
      </h1>
      {detail === undefined ? (
        <p class="left-out">
          The timeline of this conversation is not in the page, which has room for those with findings first.{" "}
          <code>guardrails inspect --html</code> shows it alone.
        </p>
      ) : (
        <Detail data={data} row={row} detail={detail} address={address} goTo={goTo} step={step} />
      )}
    </article>
  );
}

/** Whether the file holds other conversations: else there is nothing to number. */
function isOneOfMany({ path, number }: PageRow, { rows }: PageData): boolean {
  return number !== null && rows.some((other) => other.path === path && other.number !== null && other.number !== number);
}

interface DetailProps {
  readonly data: PageData;
  readonly row: PageRow;
  readonly detail: PageDetail;
  readonly address: Address;
  readonly goTo: GoTo;
  step(by: 1 | -1): void;
}

function Detail({ data, row, detail, address, goTo, step }: DetailProps) {
  const [opened, setOpened] = useState<ReadonlySet<number>>(new Set());
  const whole = useMemo(
    () => detail.findings.filter(({ pin }) => pin.at === "conversation" || detail.messages[pin.message] === undefined),
    [detail],
  );
  const goToFinding = (finding: string) => goTo({ conversation: row.id, finding });
  const wanted = address.finding;

  useEffect(() => {
    if (wanted === null) return;
    const card = document.getElementById(`finding-${wanted}`);
    card?.scrollIntoView({ block: "center" });
    card?.focus({ preventScroll: true });
  }, [wanted]);
  const openMessages = (from: number, to: number) => {
    const all = new Set(opened);
    for (let message = from; message < to; message += 1) all.add(message);
    setOpened(all);
  };
  const goToMessage = (message: number) => {
    openMessages(message - 1, message + 2);
    requestAnimationFrame(() => {
      const target = document.getElementById(`message-${message}`);
      target?.scrollIntoView({ block: "center" });
      target?.focus({ preventScroll: true });
    });
  };
  return (
    <div class="detail">
      <aside>
        <FindingList
          data={data}
          detail={detail}
          chosen={wanted}
          goTo={goToFinding}
          step={step}
          link={(finding) => writeAddress({ ...address, conversation: row.id, finding })}
        />
        {row.number !== null && <Facts row={row} detail={detail} />}
        {detail.messages.length > 0 && <Legend />}
      </aside>
      <div class="lines">
        {whole.length > 0 && (
          <section
            class="whole"
            aria-label={row.number === null ? "Findings about the file" : "Findings about the conversation as a whole"}
          >
            {whole.map((finding) => (
              <FindingCard finding={finding} data={data} isChosen={finding.id === wanted} showsExcerpt />
            ))}
          </section>
        )}
        {detail.messages.length > 0 && (
          <>
            <Strip detail={detail} goToMessage={goToMessage} />
            <Timeline data={data} detail={detail} opened={opened} openMessages={openMessages} goToMessage={goToMessage} wanted={wanted} />
          </>
        )}
        {detail.moreMessages > 0 && (
          <p class="left-out">{counted(detail.moreMessages, "further message")} of this conversation left out.</p>
        )}
      </div>
    </div>
  );
}

function Facts({ row, detail }: { readonly row: PageRow; readonly detail: PageDetail }) {
  return (
    <dl class="facts">
      <div>
        <dt>Messages</dt>
        <dd>{detail.messages.length + detail.moreMessages}</dd>
      </div>
      <div>
        <dt>Calls</dt>
        <dd>{row.calls}</dd>
      </div>
      {detail.facts.map(({ name, value }) => (
        <div>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}

/** What the lines between calls and results mean. */
function Legend() {
  return (
    <details class="legend">
      <summary>Lines and keys</summary>
      <dl>
        <dt>
          <i class="sample answers" />
        </dt>
        <dd>a call and its result</dd>
        <dt>
          <i class="sample misplaced" />
        </dt>
        <dd>the result is not where it must be</dd>
        <dt>
          <i class="sample duplicate" />
        </dt>
        <dd>a second result of one call</dd>
        <dt>
          <i class="sample open" />
        </dt>
        <dd>a call without a result</dd>
        <dt>
          <i class="sample orphaned" />
        </dt>
        <dd>a result without a call</dd>
        <dt>
          <kbd>n</kbd> <kbd>p</kbd>
        </dt>
        <dd>next and previous finding</dd>
        <dt>
          <kbd>]</kbd> <kbd>[</kbd>
        </dt>
        <dd>next and previous conversation</dd>
        <dt>
          <kbd>Esc</kbd>
        </dt>
        <dd>back to the list</dd>
      </dl>
    </details>
  );
}

import { useEffect, useLayoutEffect, useRef, useState } from "preact/hooks";
import type { PageData, PageRow } from "../page-data.js";
import { type Address, writeAddress } from "./address.js";
import { SeverityCount } from "./severity.js";
import { counted } from "./words.js";

/** Rows drawn beyond both edges of the window, so that scrolling shows no gaps. */
const spare = 10;

/** Rows that are printed: paper has no scroll bar. */
const printed = 300;

interface RowListProps {
  readonly rows: readonly PageRow[];
  readonly data: PageData;
  readonly address: Address;
  open(id: string): void;
}

/** The list of conversations: of any number, only those in the window are in the document. */
export function RowList({ rows, data, address, open }: RowListProps) {
  const list = useRef<HTMLUListElement>(null);
  const [height, setHeight] = useState(76);
  const [window, setWindow] = useState({ from: 0, to: 40 });
  const [isPrinting, setPrinting] = useState(false);
  const focused = useRef<number | null>(null);

  useLayoutEffect(() => {
    const measured = list.current?.querySelector("li")?.getBoundingClientRect().height ?? 0;
    if (measured > 0 && Math.abs(measured - height) > 0.5) setHeight(measured);
  });

  useEffect(() => {
    const look = () => {
      const top = list.current?.getBoundingClientRect().top ?? 0;
      const from = Math.max(0, Math.floor(-top / height) - spare);
      const to = Math.ceil((innerHeight - top) / height) + spare;
      setWindow((now) => (now.from === from && now.to === to ? now : { from, to }));
    };
    look();
    addEventListener("scroll", look, { passive: true });
    addEventListener("resize", look);
    return () => {
      removeEventListener("scroll", look);
      removeEventListener("resize", look);
    };
  }, [height, rows]);

  useEffect(() => {
    const before = () => setPrinting(true);
    const after = () => setPrinting(false);
    addEventListener("beforeprint", before);
    addEventListener("afterprint", after);
    return () => {
      removeEventListener("beforeprint", before);
      removeEventListener("afterprint", after);
    };
  }, []);

  useLayoutEffect(() => {
    if (focused.current === null) return;
    list.current?.querySelector<HTMLAnchorElement>(`[data-index="${focused.current}"]`)?.focus();
    focused.current = null;
  });

  const step = (event: KeyboardEvent, index: number) => {
    const moves: Readonly<Record<string, number>> = {
      ArrowDown: index + 1,
      ArrowUp: index - 1,
      PageDown: index + 10,
      PageUp: index - 10,
      Home: 0,
      End: rows.length - 1,
    };
    const wanted = Object.hasOwn(moves, event.key) ? moves[event.key] : undefined;
    if (wanted === undefined || event.ctrlKey || event.altKey || event.metaKey) return;
    event.preventDefault();
    const next = Math.min(rows.length - 1, Math.max(0, wanted));
    const top = (list.current?.getBoundingClientRect().top ?? 0) + scrollY + next * height;
    if (top < scrollY + height) scrollTo(0, top - 2 * height);
    else if (top + 2 * height > scrollY + innerHeight) scrollTo(0, top + 2 * height - innerHeight);
    focused.current = next;
    setWindow({ from: Math.max(0, next - 2 * spare), to: next + 2 * spare });
  };

  if (rows.length === 0) return <p class="empty">No conversation fits these filters.</p>;
  const from = isPrinting ? 0 : Math.min(window.from, rows.length);
  const to = Math.min(isPrinting ? printed : window.to, rows.length);
  return (
    <>
      <ul
        class="rows"
        ref={list}
        style={isPrinting ? {} : { paddingTop: `${from * height}px`, paddingBottom: `${(rows.length - to) * height}px` }}
      >
        {rows.slice(from, to).map((row, index) => (
          <li key={row.id} aria-setsize={rows.length} aria-posinset={from + index + 1}>
            <a
              class="row"
              data-index={from + index}
              href={writeAddress({ ...address, conversation: row.id, finding: null })}
              onClick={(event) => {
                if (event.ctrlKey || event.metaKey || event.shiftKey || event.button !== 0) return;
                event.preventDefault();
                open(row.id);
              }}
              onKeyDown={(event) => step(event, from + index)}
            >
              <RowLine row={row} data={data} />
            </a>
          </li>
        ))}
      </ul>
      {isPrinting && rows.length > printed && <p>{counted(rows.length - printed, "further line")} not printed.</p>}
    </>
  );
}

function RowLine({ row, data }: { readonly row: PageRow; readonly data: PageData }) {
  const { path, number, format, messages, calls, errors, warnings, infos, headline, detail } = row;
  return (
    <>
      <span class="counts">
        {errors + warnings + infos === 0 && (
          <span class="count none">
            ✓<span class="unseen"> nothing found</span>
          </span>
        )}
        <SeverityCount severity="error" count={errors} />
        <SeverityCount severity="warning" count={warnings} />
        <SeverityCount severity="info" count={infos} />
      </span>
      <span class="what">
        <span class="path">
          <Path path={path} />
          {number !== null && number > 1 && <span class="number"> #{number}</span>}
        </span>
        <span class="headline">{headline === null ? "Nothing found" : `${data.rules[headline.rule]?.id}: ${headline.message}`}</span>
      </span>
      <span class="size">
        {format === null ? "the file itself" : `${format} · ${counted(messages, "message")} · ${counted(calls, "call")}`}
        {detail === null && " · timeline left out"}
      </span>
    </>
  );
}

/** Where there is no room for all of it, the folder gives way: the file's name tells more. */
function Path({ path }: { readonly path: string }) {
  const slash = path.lastIndexOf("/") + 1;
  return (
    <>
      {slash > 0 && <bdi class="folder">{path.slice(0, slash)}</bdi>}
      <bdi class="file">{path.slice(slash)}</bdi>
    </>
  );
}

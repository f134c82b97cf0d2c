import { useState } from "preact/hooks";
import type { PageData } from "../page-data.js";
import { SeverityMark } from "./severity.js";
import { counted, number } from "./words.js";

const verdicts = { pass: "Passed", fail: "Failed", incomplete: "Incomplete" } as const;

/** Verdict and counts of the run. `isWhole`: nothing else is the page's title. */
export function PageHeader({ data, isWhole }: { readonly data: PageData; readonly isWhole: boolean }) {
  const { summary, status, notices } = data;
  const Title = isWhole ? "h1" : "p";
  return (
    <header class="page">
      <div class="bar">
        <Title class="title">
          <span class={`verdict ${status}`}>{verdicts[status]}</span> <span class="name">Tool calls checked by {data.tool.name}</span>
        </Title>
        <ThemeChoice />
      </div>
      <ul class="figures">
        <Figure count={summary.errors} one="error" severity="error" />
        <Figure count={summary.warnings} one="warning" severity="warning" />
        <Figure count={summary.infos} one="note" severity="info" />
        <Figure count={summary.conversations} one="conversation" />
        <Figure count={summary.calls} one="call" />
        <Figure count={summary.files} one="file" />
      </ul>
      {notices.length > 0 && (
        <ul class="notices">
          {notices.map(({ level, message }) => (
            <li class={level}>
              <SeverityMark severity={level} /> <span class="unseen">{level}: </span>
              {message}
            </li>
          ))}
        </ul>
      )}
      <details class="remarks">
        <summary>What was checked, and what was not</summary>
        <ul>
          {summary.remarks.map((remark) => (
            <li>{remark}</li>
          ))}
          {leftOutInWords(data).map((remark) => (
            <li>{remark}</li>
          ))}
        </ul>
      </details>
    </header>
  );
}

function Figure({
  count,
  one,
  severity,
}: {
  readonly count: number;
  readonly one: string;
  readonly severity?: "error" | "warning" | "info";
}) {
  return (
    <li class={severity !== undefined && count > 0 ? severity : ""}>
      <strong>
        {severity !== undefined && count > 0 && <SeverityMark severity={severity} />}
        {number(count)}
      </strong>{" "}
      {count === 1 ? one : `${one}s`}
    </li>
  );
}

/** What the page does not hold, and why. */
export function leftOutInWords({ leftOut }: PageData): readonly string[] {
  const { rows, details, findings, bound } = leftOut;
  const megabytes = Math.max(1, Math.round(bound / 1e6));
  return [
    ...(details > 0
      ? [
          `Left out: the timelines of ${counted(details, "conversation")}, since a page holds ${megabytes} MB of them; those with findings come first`,
        ]
      : []),
    ...(rows > 0 ? [`Left out: ${counted(rows, "conversation")} beyond the length of the list; those with findings come first`] : []),
    ...(findings > 0 ? [`Left out: ${counted(findings, "finding")} of conversations that have very many`] : []),
  ];
}

function ThemeChoice() {
  const [theme, setTheme] = useState("light dark");
  const choose = (next: string) => {
    document.documentElement.style.colorScheme = next;
    setTheme(next);
  };
  return (
    <label class="theme">
      Theme{" "}
      <select value={theme} onChange={({ currentTarget }) => choose(currentTarget.value)}>
        <option value="light dark">as the system</option>
        <option value="light">light</option>
        <option value="dark">dark</option>
      </select>
    </label>
  );
}

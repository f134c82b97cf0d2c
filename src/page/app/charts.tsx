import { useState } from "preact/hooks";
import type { PageData } from "../page-data.js";
import { type Facet, total } from "./filter.js";
import { argumentInWords, counted, number, percent } from "./words.js";

/** Bars shown of a chart before one asks for all. */
const shownBars = 6;

interface FindingBarsProps {
  readonly title: string;
  readonly facets: readonly Facet[];
  nameOf(index: number): string;
  hintOf(index: number): string | null;
  readonly chosen: string | null;
  choose(name: string | null): void;
}

/** Findings by rule or by tool: each bar is a filter. */
export function FindingBars({ title, facets, nameOf, hintOf, chosen, choose }: FindingBarsProps) {
  const most = Math.max(1, ...facets.map(total));
  return (
    <Chart title={title} count={facets.length} empty="Nothing was found here.">
      {(shown) =>
        facets.slice(0, shown).map((facet) => {
          const name = nameOf(facet.index);
          const isChosen = name === chosen;
          return (
            <li>
              <button
                type="button"
                class="bar-row"
                aria-pressed={isChosen}
                title={hintOf(facet.index) ?? undefined}
                onClick={() => choose(isChosen ? null : name)}
              >
                <span class="label">{name}</span>
                <span class="bar-track" aria-hidden="true">
                  <Part kind="error" count={facet.errors} most={most} />
                  <Part kind="warning" count={facet.warnings} most={most} />
                  <Part kind="info" count={facet.infos} most={most} />
                </span>
                <span class="value">
                  {number(total(facet))}
                  <span class="unseen"> {total(facet) === 1 ? "finding" : "findings"}</span>
                </span>
              </button>
            </li>
          );
        })
      }
    </Chart>
  );
}

function Part({ kind, count, most }: { readonly kind: string; readonly count: number; readonly most: number }) {
  return count === 0 ? null : <span class={`bit ${kind}`} style={{ width: `${(100 * count) / most}%` }} />;
}

/** How many calls of each tool are as its declaration wants them, the worst first. */
export function ValidShares({
  data,
  chosen,
  choose,
}: {
  readonly data: PageData;
  readonly chosen: string | null;
  choose(name: string | null): void;
}) {
  return (
    <Chart title="Valid calls by tool" count={data.validCalls.length} empty="No tool was called.">
      {(shown) =>
        data.validCalls.slice(0, shown).map(({ tool, calls, checked, valid }) => {
          const name = data.tools[tool] ?? "";
          const words = checked === 0 ? `${counted(calls, "call")} not checked` : `of ${counted(checked, "call")}`;
          return (
            <li>
              <button type="button" class="bar-row" aria-pressed={name === chosen} onClick={() => choose(name === chosen ? null : name)}>
                <span class="label">{name}</span>
                <span class={`bar-track share${checked === 0 ? " none" : ""}`} aria-hidden="true">
                  {checked > 0 && <span class="bit valid" style={{ width: `${(100 * valid) / checked}%` }} />}
                </span>
                <span class="value">
                  {checked > 0 && percent(valid, checked)} <small>{words}</small>
                </span>
              </button>
            </li>
          );
        })
      }
    </Chart>
  );
}

/** The arguments that are at fault most often. */
export function FailingArguments({ data, choose }: { readonly data: PageData; choose(tool: string): void }) {
  const { failingArguments, tools } = data;
  if (failingArguments.length === 0) return null;
  const most = Math.max(...failingArguments.map(({ count }) => count));
  return (
    <Chart title="Arguments that fail most" count={failingArguments.length} empty="">
      {(shown) =>
        failingArguments.slice(0, shown).map(({ tool, argument, count }) => (
          <li>
            <button type="button" class="bar-row" onClick={() => choose(tools[tool] ?? "")}>
              <span class="label">
                <span class="argument">{argumentInWords(argument)}</span> <small>{tools[tool]}</small>
              </span>
              <span class="bar-track" aria-hidden="true">
                <Part kind="error" count={count} most={most} />
              </span>
              <span class="value">
                {number(count)}
                <span class="unseen"> {count === 1 ? "finding" : "findings"}</span>
              </span>
            </button>
          </li>
        ))
      }
    </Chart>
  );
}

/** Days shown at most: the last ones. */
const shownDays = 92;

/** Findings by day, a column each; days on which nothing was found keep their place. */
export function FindingDays({ days, facets }: { readonly days: readonly string[]; readonly facets: readonly Facet[] }) {
  const from = Math.max(0, days.length - shownDays);
  const byDay = new Map(facets.map((facet) => [facet.index, facet]));
  const most = Math.max(1, ...facets.filter(({ index }) => index >= from).map(total));
  return (
    <section class="chart by-day" aria-label="Findings by day">
      <h2>Findings by day</h2>
      <ol class="days">
        {days.slice(from).map((day, index) => {
          const facet = byDay.get(from + index);
          const count = facet === undefined ? 0 : total(facet);
          return (
            <li title={`${day}: ${counted(count, "finding")}`}>
              <span class="unseen">
                {day}: {counted(count, "finding")}
              </span>
              <span class="column" aria-hidden="true" style={{ height: `${(100 * count) / most}%` }}>
                {facet !== undefined && <Share kind="info" count={facet.infos} />}
                {facet !== undefined && <Share kind="warning" count={facet.warnings} />}
                {facet !== undefined && <Share kind="error" count={facet.errors} />}
              </span>
            </li>
          );
        })}
      </ol>
      <p class="ends" aria-hidden="true">
        <small>{days[from]}</small>
        <small>most: {counted(most, "finding")} a day</small>
        <small>{days.at(-1)}</small>
      </p>
      {from > 0 && <p class="left-out">{counted(from, "earlier day")} not shown.</p>}
    </section>
  );
}

function Share({ kind, count }: { readonly kind: string; readonly count: number }) {
  return count === 0 ? null : <span class={`bit ${kind}`} style={{ flexGrow: count }} />;
}

interface ChartProps {
  readonly title: string;
  readonly count: number;
  readonly empty: string;
  children(shown: number): preact.ComponentChildren;
}

function Chart({ title, count, empty, children }: ChartProps) {
  const [isWhole, setWhole] = useState(false);
  return (
    <section class="chart" aria-label={title}>
      <h2>{title}</h2>
      {count === 0 ? <p class="empty">{empty}</p> : <ol>{children(isWhole ? count : shownBars)}</ol>}
      {count > shownBars && (
        <button type="button" class="quiet" onClick={() => setWhole(!isWhole)}>
          {isWhole ? "Show fewer" : `Show all ${number(count)}`}
        </button>
      )}
    </section>
  );
}

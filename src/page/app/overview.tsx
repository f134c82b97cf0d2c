import { useRef } from "preact/hooks";
import type { PageData, PageRow } from "../page-data.js";
import type { Address } from "./address.js";
import { FailingArguments, FindingBars, FindingDays, ValidShares } from "./charts.js";
import { type Filter, facets } from "./filter.js";
import { FilterBar } from "./filter-bar.js";
import { leftOutInWords } from "./header.js";
import { useKeys } from "./keys.js";
import { RowList } from "./row-list.js";
import type { GoTo } from "./use-address.js";
import { counted, number } from "./words.js";

interface OverviewProps {
  readonly data: PageData;
  readonly rows: readonly PageRow[];
  readonly filter: Filter;
  readonly address: Address;
  readonly goTo: GoTo;
  open(id: string): void;
}

/** What one would rather look at than read, and the list that it leads to. */
export function Overview({ data, rows, filter, address, goTo, open }: OverviewProps) {
  const search = useRef<HTMLInputElement>(null);
  useKeys({ "/": () => search.current?.focus() });
  const hasFindings = data.summary.errors + data.summary.warnings + data.summary.infos > 0;
  return (
    <>
      <section class="charts" aria-label="Overview">
        {hasFindings && (
          <FindingBars
            title="Findings by rule"
            facets={facets(data.rows, "rule", filter)}
            nameOf={(index) => data.rules[index]?.id ?? ""}
            hintOf={(index) => data.rules[index]?.summary ?? null}
            chosen={address.rule}
            choose={(rule) => goTo({ rule })}
          />
        )}
        {hasFindings && (
          <FindingBars
            title="Findings by tool"
            facets={facets(data.rows, "tool", filter)}
            nameOf={(index) => data.tools[index] ?? ""}
            hintOf={() => null}
            chosen={address.tool}
            choose={(tool) => goTo({ tool })}
          />
        )}
        {hasFindings && data.days.length > 1 && <FindingDays days={data.days} facets={facets(data.rows, "day", filter)} />}
        <ValidShares data={data} chosen={address.tool} choose={(tool) => goTo({ tool })} />
        <FailingArguments data={data} choose={(tool) => goTo({ tool })} />
      </section>
      <section class="conversations" aria-labelledby="conversations">
        <h2 id="conversations">Conversations</h2>
        <FilterBar data={data} address={address} goTo={goTo} search={search} />
        <p class="shown" role="status">
          {rows.length === data.rows.length ? "" : `${number(rows.length)} of `}
          {data.rows.every((row) => row.number !== null)
            ? counted(data.rows.length, "conversation")
            : counted(data.rows.length, "conversation or file", "conversations and files")}
          {address.sort === "worst" ? ", the most errors first" : ", by path"}
        </p>
        {leftOutInWords(data).map((remark) => (
          <p class="left-out">{remark}.</p>
        ))}
        <RowList rows={rows} data={data} open={open} address={address} />
      </section>
    </>
  );
}

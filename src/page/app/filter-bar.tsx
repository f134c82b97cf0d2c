import type { RefObject } from "preact";
import type { PageData, PageSeverity } from "../page-data.js";
import type { Address } from "./address.js";
import { SeverityMark } from "./severity.js";
import type { GoTo } from "./use-address.js";

interface FilterBarProps {
  readonly data: PageData;
  readonly address: Address;
  readonly goTo: GoTo;
  readonly search: RefObject<HTMLInputElement | null>;
}

const levels = [
  { severity: "error", words: "Errors" },
  { severity: "warning", words: "Warnings" },
  { severity: "info", words: "Notes" },
] as const satisfies readonly { readonly severity: PageSeverity; readonly words: string }[];

/** Everything that narrows the list; the address holds it, so that a link shows the same. */
export function FilterBar({ data, address, goTo, search }: FilterBarProps) {
  const { severities, rule, tool, path, sort } = address;
  const toggle = (severity: PageSeverity) =>
    goTo({ severities: severities.includes(severity) ? severities.filter((each) => each !== severity) : [...severities, severity] });
  const isFiltered = severities.length > 0 || rule !== null || tool !== null || path !== "";
  return (
    <search class="filters">
      <fieldset>
        <legend class="unseen">PageSeverity</legend>
        {levels.map(({ severity, words }) => (
          <button type="button" class="toggle" aria-pressed={severities.includes(severity)} onClick={() => toggle(severity)}>
            <SeverityMark severity={severity} /> {words}
          </button>
        ))}
      </fieldset>
      <Choice name="Rule" all="All rules" value={rule} values={data.rules.map(({ id }) => id)} choose={(next) => goTo({ rule: next })} />
      <Choice name="Tool" all="All tools" value={tool} values={data.tools} choose={(next) => goTo({ tool: next })} />
      <label class="field grow">
        <span>Path holds</span>
        <input
          ref={search}
          type="search"
          value={path}
          placeholder="refund"
          spellcheck={false}
          aria-keyshortcuts="/"
          onInput={({ currentTarget }) => goTo({ path: currentTarget.value }, "replace")}
        />
      </label>
      <label class="field">
        <span>Order</span>
        <select value={sort} onChange={({ currentTarget }) => goTo({ sort: currentTarget.value === "path" ? "path" : "worst" })}>
          <option value="worst">Most errors first</option>
          <option value="path">By path</option>
        </select>
      </label>
      {isFiltered && (
        <button type="button" class="quiet" onClick={() => goTo({ severities: [], rule: null, tool: null, path: "" })}>
          Clear filters
        </button>
      )}
    </search>
  );
}

interface ChoiceProps {
  readonly name: string;
  readonly all: string;
  readonly value: string | null;
  readonly values: readonly string[];
  choose(value: string | null): void;
}

function Choice({ name, all, value, values, choose }: ChoiceProps) {
  const sorted = values.toSorted();
  // What the address names is shown, be it unknown to this page.
  const shown = value === null || values.includes(value) ? sorted : [value, ...sorted];
  return (
    <label class="field">
      <span>{name}</span>
      <select
        value={value === null ? "" : `=${value}`}
        onChange={({ currentTarget }) => choose(currentTarget.value === "" ? null : currentTarget.value.slice(1))}
      >
        <option value="">{all}</option>
        {shown.map((each) => (
          <option value={`=${each}`}>{each}</option>
        ))}
      </select>
    </label>
  );
}

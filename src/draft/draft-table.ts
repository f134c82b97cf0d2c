import type { FormatTable } from "../formats/table/table.js";
import { tableFormat } from "../formats/table/table-format.js";
import type { JsonValue } from "../json/value.js";
import { around } from "./around.js";
import { type TablePlan, tableOf } from "./assemble.js";
import { type CallSite, callSites } from "./call-site.js";
import { type LogLevel, levelsOf } from "./levels.js";
import { resultPlans } from "./results.js";
import { type DraftReading, scoreOf, tryOut } from "./try-out.js";
import { sampled } from "./values.js";

/** A first table for a log, how much it reads, and what is unsure about it. */
export interface TableDraft {
  readonly table: FormatTable;
  readonly reading: DraftReading;
  /** Sentences, each with the key of the table that it is about. */
  readonly unsure: readonly { readonly key: string; readonly says: string }[];
}

/** Plans that are tried out. */
const maxTried = 60;

/** Entries that are looked at to find where calls are. */
const maxSurveyed = 2000;

/**
 * Drafts a table for the documents of a log that nobody knows: looks for all lists that may be its entries, all places in them where calls
 * may be, and all ways in which their results may be kept; makes a table of each combination, reads the log with it, and takes the one that
 * reads most.
 *
 * @param id that the format gets
 * @param source what the table says of where such logs come from
 * @returns `undefined` where nothing looks like calls
 */
export function draftTable(whole: readonly JsonValue[], id: string, source: string): TableDraft | undefined {
  const documents = whole.slice(0, maxSurveyed).map((document) => sampled(document, true));
  const asWritten = whole.slice(0, maxSurveyed).map((document) => sampled(document, false));
  let best: { readonly plan: TablePlan; readonly table: FormatTable; readonly reading: DraftReading; readonly score: number } | undefined;
  for (const plan of plansFor(documents)) {
    const table = tableOf(plan, { id, source, ...around(documents, plan.level) });
    const reading = tryOut(tableFormat(table), asWritten, plan.level.isLines);
    const score = scoreOf(reading, plan);
    if (best === undefined || score > best.score) best = { plan, table, reading, score };
  }
  if (best === undefined || best.reading.calls === 0) return undefined;
  return { table: best.table, reading: best.reading, unsure: unsureOf(best.plan, best.reading) };
}

function plansFor(documents: readonly JsonValue[]): readonly TablePlan[] {
  return likeliest(levelsOf(documents))
    .flatMap(({ level, sites }) =>
      sites.flatMap((site) =>
        resultPlans(site, level.lists.flat(), conversationsOf(documents, level)).map((results): TablePlan => ({ level, site, results })),
      ),
    )
    .slice(0, maxTried);
}

/** The levels with calls in them, those with the likeliest calls first. */
function likeliest(levels: readonly LogLevel[]): readonly { readonly level: LogLevel; readonly sites: readonly CallSite[] }[] {
  return levels
    .map((level) => ({ level, sites: callSites(level.lists.flat().slice(0, maxSurveyed)).slice(0, 3) }))
    .filter(({ sites }) => sites.length > 0)
    .sort((one, other) => (other.sites[0]?.weight ?? 0) - (one.sites[0]?.weight ?? 0))
    .slice(0, 10);
}

/** The objects in which a map of results may be, beside the entries. */
function conversationsOf(documents: readonly JsonValue[], { conversations, isLines }: LogLevel): readonly JsonValue[] {
  return isLines || conversations !== undefined ? [] : documents;
}

function unsureOf({ level, site, results }: TablePlan, { calls, results: read }: DraftReading): TableDraft["unsure"] {
  const unsure: { key: string; says: string }[] = [];
  if (site.isGuessed === true)
    unsure.push({ key: "name", says: "The names of tools and the arguments are guessed from their shape: no key is called so" });
  if (results.kind === "none") unsure.push({ key: "harness", says: "No results were found: the table says that the log keeps none" });
  else if (results.kind === "apart" && results.id === undefined) {
    unsure.push({ key: "idsOptional", says: "No id links results to calls: they are paired by name and order" });
  } else if (read < calls) unsure.push({ key: "result", says: `${calls - read} of ${calls} calls have no result` });
  if (level.entries === "" || level.conversations !== undefined) {
    unsure.push({
      key: level.conversations === undefined ? "entries" : "conversations",
      says: "Each of these is taken for a conversation of its own",
    });
  }
  return unsure;
}

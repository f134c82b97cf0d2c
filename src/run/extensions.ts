import type { PluginIds } from "../config/read-config.js";
import type { Format } from "../formats/format.js";
import type { FormatTable } from "../formats/table/table.js";
import { watchedFormat } from "../formats/table/table-format.js";
import type { TableWatch, UnmatchedPlace } from "../formats/table/watch.js";
import type { Notice } from "../model/violation.js";
import type { ConversationRule } from "../rules/rule.js";
import { counted } from "../text/counted.js";
import { quote } from "../text/quote.js";

/** What plugins bring. */
export interface PluginParts {
  readonly formats: readonly Format[];
  readonly rules: readonly ConversationRule[];
}

/** What a configuration adds to the built-in formats and rules. */
export interface Extensions extends PluginParts {
  /** The tables of the configuration by the id of their format. */
  readonly watches: ReadonlyMap<string, TableWatch>;
}

/** Nothing. */
export const noExtensions: Extensions = { formats: [], rules: [], watches: new Map() };

/** The ids of what plugins bring. */
export function idsOf({ formats, rules }: PluginParts): PluginIds {
  return { formats: formats.map(({ id }) => id), rules: rules.map(({ id }) => id) };
}

/** The tables of a configuration, as formats in front of those of its plugins. */
export function extensionsOf(tables: readonly FormatTable[], plugins: PluginParts): Extensions {
  const watched = tables.map(watchedFormat);
  return {
    formats: [...watched.map(({ format }) => format), ...plugins.formats],
    rules: plugins.rules,
    watches: new Map(watched.map(({ format, watch }) => [format.id, watch])),
  };
}

/** A notice for each place of a table that led to nothing, wherever it was looked for. */
export function unmatchedNotices({ watches }: Extensions): readonly Notice[] {
  return [...watches].flatMap(([id, watch]) =>
    watch.unmatched().map((unmatched) => ({ code: "unmatched-place", level: "warning" as const, message: inWords(id, unmatched) })),
  );
}

function inWords(id: string, { places, sought, count, among }: UnmatchedPlace): string {
  const format = `Format ${quote(id)}`;
  if (among === "conversation") return `${format} reads no calls in ${counted(count, "conversation")}: see where its table looks for them`;
  const where = places.map((place) => (place === "" ? "the call itself" : quote(place))).join(" or ");
  const of = count === 1 ? `the one ${among}` : `any of ${counted(count, among)}`;
  return `${format} finds no ${sought} at ${where} in ${of} that it reads`;
}

import { formats } from "../formats/index.js";
import type { FormatTable } from "../formats/table/table.js";
import type { JsonNode } from "../json/node.js";
import { quote } from "../text/quote.js";
import type { Field } from "./fields.js";
import { manyOf } from "./shape.js";
import { tableField } from "./table-fields.js";

const builtInIds: ReadonlySet<string> = new Set(formats.map(({ id }) => id));

/** Tables whose ids are new: no built-in format, no plugin and no other table has them. */
export function ownFormats(pluginFormats: readonly string[]): Field<readonly FormatTable[]> {
  const tables = manyOf(tableField);
  return {
    schema: tables.schema,
    read(node, report) {
      const taken = new Set(pluginFormats);
      for (const entry of node.items()) {
        const at = entry.get("id");
        const id = at?.string();
        if (at === undefined || id === undefined) continue;
        const why = whyTaken(id, taken);
        if (why !== undefined) report({ at, message: why });
        taken.add(id);
      }
      return tables.read(node, report);
    },
  };
}

/** Why an id cannot be that of a new format: a sentence; `undefined` where it can. */
export function whyTaken(id: string, taken: ReadonlySet<string>): string | undefined {
  if (builtInIds.has(id)) return `Id ${quote(id)} is the id of a built-in format, did you mean ${quote(`my-${id}`)}?`;
  return taken.has(id) ? `Id ${quote(id)} is the id of another format of this configuration` : undefined;
}

/** The ids that the tables of a configuration have, right or wrong. */
export function idsOfFormats(node: JsonNode | undefined): readonly string[] {
  return (node?.items() ?? []).flatMap((entry) => entry.get("id")?.string() ?? []);
}

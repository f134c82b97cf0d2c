import { configSchema } from "../config/config-schema.js";
import { UsageError } from "../errors.js";
import { reporters } from "../reporters/index.js";
import { reportSchema } from "../reporters/report-schema.js";
import { baselineSchema } from "../run/baseline-file.js";
import { nearestName } from "../text/nearest-name.js";
import { quote } from "../text/quote.js";
import type { Io } from "./io.js";

/**
 * The `schema` command: a JSON Schema for editors and for programs that read reports.
 *
 * @throws UsageError for anything but `config`, `report` and `baseline`
 */
export function showSchema(which: string, io: Io): number {
  const schemas = new Map([
    ["config", () => configSchema(reporters.map(({ id }) => id))],
    ["report", () => reportSchema],
    ["baseline", baselineSchema],
  ]);
  const schema = schemas.get(which);
  if (schema === undefined) {
    const near = nearestName(which, schemas.keys());
    throw new UsageError(
      `Unknown schema ${quote(which)}, ${near === undefined ? "it must be config, report or baseline" : `did you mean ${quote(near)}?`}`,
    );
  }
  io.stdout.write(`${JSON.stringify(schema(), null, 2)}\n`);
  return 0;
}

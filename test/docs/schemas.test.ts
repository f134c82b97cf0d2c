import { join, resolve } from "node:path";
import { expect, it } from "vitest";
import { configSchema } from "../../src/config/config-schema.js";
import { reporters } from "../../src/reporters/index.js";
import { reportSchema } from "../../src/reporters/report-schema.js";
import { baselineSchema } from "../../src/run/baseline-file.js";

const folder = resolve(import.meta.dirname, "../../schemas");
const schemas = { config: configSchema(reporters.map(({ id }) => id)), report: reportSchema, baseline: baselineSchema() };

it.each(Object.entries(schemas))("schemas/%s.schema.json is what the program prints", async (name, schema) => {
  await expect(`${JSON.stringify(schema, null, 2)}\n`).toMatchFileSnapshot(join(folder, `${name}.schema.json`));
});

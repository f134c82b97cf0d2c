import { readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { expect, it } from "vitest";
import { configSchema } from "../../src/config/config-schema.js";
import { reporters } from "../../src/reporters/index.js";
import { reportSchema } from "../../src/reporters/report-schema.js";
import { baselineSchema } from "../../src/run/baseline-file.js";

const folder = resolve(import.meta.dirname, "../../dist/schemas");
const schemas = { config: configSchema(reporters.map(({ id }) => id)), report: reportSchema, baseline: baselineSchema() };

it.each(Object.entries(schemas))("the schema of the %s is in the package", (name, schema) => {
  expect(JSON.parse(readFileSync(join(folder, `${name}.schema.json`), "utf8"))).toEqual(schema);
});

import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import type { JsonValue } from "../../src/json/value.js";
import type { Dialect } from "../../src/schema/dialect.js";
import { type CompileOptions, compileSchema } from "../../src/schema/validator.js";
import { requiredCases } from "./required-cases.js";

function verdict(schema: JsonValue, value: JsonValue, options: CompileOptions): boolean | string {
  const compiled = compileSchema(schema, options);
  if (compiled.kind === "invalid") return `invalid schema: ${compiled.faults[0]?.message}`;
  const violations = compiled.validate(value);
  return violations === "not-checked" ? violations : violations.length === 0;
}

describe("what the specifications require", () => {
  for (const { about, dialects, schema, valid, invalid, documents = {} } of requiredCases) {
    const namesDialect = typeof schema === "object" && schema !== null && "$schema" in schema;
    it.each(dialects)(`${about} (%s)`, (dialect) => {
      const options = { ...(!namesDialect && { dialect }), documents: new Map(Object.entries(documents)) };
      for (const value of valid) expect({ value, verdict: verdict(schema, value, options) }).toEqual({ value, verdict: true });
      for (const value of invalid) expect({ value, verdict: verdict(schema, value, options) }).toEqual({ value, verdict: false });
    });
  }

  it("a reference to a document that nobody handed over is a fault of the schema", () => {
    const remote = requiredCases.filter(({ documents, schema }) => documents !== undefined && JSON.stringify(schema).includes("$ref"));
    expect(remote.length).toBeGreaterThan(0);
    for (const { schema } of remote) expect(verdict(schema, {}, {})).toMatch(/^invalid schema: .*(?:remote|does not exist)/);
  });
});

/** Where the suite is: a checkout that the environment names, or Debian's package `libtest-json-schema-acceptance-perl`. */
const suite = process.env.JSON_SCHEMA_TEST_SUITE ?? "/usr/share/perl5/auto/share/dist/Test-JSON-Schema-Acceptance";

const folders = {
  "draft-04": "draft4",
  "draft-06": "draft6",
  "draft-07": "draft7",
  "2019-09": "draft2019-09",
  "2020-12": "draft2020-12",
} as const satisfies Partial<Record<Dialect, string>>;

interface Group {
  readonly description: string;
  readonly schema: JsonValue;
  readonly tests: readonly { readonly description: string; readonly data: JsonValue; readonly valid: boolean }[];
}

describe.skipIf(!existsSync(suite))("the JSON Schema Test Suite", () => {
  const documents = existsSync(suite) ? servedDocuments() : new Map<string, JsonValue>();

  function differing(file: string, dialect: Dialect): readonly string[] {
    const groups: readonly Group[] = JSON.parse(readFileSync(file, "utf8"));
    return groups.flatMap(({ description, schema, tests }) => {
      const options: CompileOptions = {
        documents,
        assertFormats: file.includes("/format/"),
        ...(!file.endsWith("/vocabulary.json") && { dialect }),
      };
      return tests.flatMap((each) => {
        const found = verdict(schema, each.data, options);
        return found === each.valid ? [] : [`${description}: ${each.description}: ${found}`];
      });
    });
  }

  for (const dialect of ["draft-04", "draft-06", "draft-07", "2019-09", "2020-12"] as const) {
    const folder = join(suite, "tests", folders[dialect]);
    const files = existsSync(folder) ? filesIn(folder) : [];

    it.each(files.filter((file) => !file.startsWith("optional/")))(`is passed for ${dialect}: %s`, (file) => {
      expect(differing(join(folder, file), dialect)).toEqual([]);
    });
  }

  it("differs from its optional cases where docs/json-schema.md says so, and only there", () => {
    const page = readFileSync(fileURLToPath(new URL("../../docs/json-schema.md", import.meta.url)), "utf8");
    const differ = new Set<string>();
    for (const dialect of ["draft-04", "draft-06", "draft-07", "2019-09", "2020-12"] as const) {
      const folder = join(suite, "tests", folders[dialect], "optional");
      for (const file of filesIn(folder))
        if (differing(join(folder, file), dialect).length > 0) differ.add(file.replace(/^format\/.*/, "format/*.json"));
    }
    expect([...differ].sort()).toEqual([...page.matchAll(/^\| `(.+\.json)` \|/gm)].map(([, file]) => file).sort());
  });
});

function filesIn(folder: string): readonly string[] {
  return readdirSync(folder, { recursive: true, encoding: "utf8" }).filter((file) => file.endsWith(".json"));
}

/** What the suite expects at `http://localhost:1234`. */
function servedDocuments(): ReadonlyMap<string, JsonValue> {
  const folder = join(suite, "remotes");
  return new Map(filesIn(folder).map((file) => [`http://localhost:1234/${file}`, JSON.parse(readFileSync(join(folder, file), "utf8"))]));
}

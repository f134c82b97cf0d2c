import { Ajv } from "ajv";
import { Ajv2019 } from "ajv/dist/2019.js";
import { Ajv2020 } from "ajv/dist/2020.js";
import draft06 from "ajv/dist/refs/json-schema-draft-06.json" with { type: "json" };
import Draft04 from "ajv-draft-04";
import fc from "fast-check";
import { describe, expect, it, vi } from "vitest";
import type { JsonNode } from "../../src/json/node.js";
import { valueNode } from "../../src/json/plain-node.js";
import { parsePointer } from "../../src/json/pointer.js";
import { parseJson } from "../../src/json/read.js";
import { isObject, type JsonValue, ownValue } from "../../src/json/value.js";
import { checkSchema } from "../../src/schema/check-schema.js";
import type { Dialect } from "../../src/schema/dialect.js";
import { resolveReferences } from "../../src/schema/references.js";
import { walkSchemas } from "../../src/schema/schema-walk.js";
import { buildFastValidator } from "../../src/schema/surely-valid.js";
import { compileSchema } from "../../src/schema/validator.js";
import { shownText } from "../../src/text/sentence.js";
import { someDialect, someObject, someValue, validSchema, wildSchema } from "../schema/arbitrary-schemas.js";

vi.setConfig({ testTimeout: 60_000 });

const options = { strict: false, logger: false, ownProperties: true, allErrors: true, validateFormats: false } as const;

describe("checkSchema", () => {
  const instances = {
    "draft-04": new Draft04.default(options),
    "draft-06": new Ajv({ ...options, meta: false }).addMetaSchema(draft06),
    "draft-07": new Ajv(options),
    "2019-09": new Ajv2019(options),
    "2020-12": new Ajv2020(options),
  };
  const uris = {
    "draft-04": "http://json-schema.org/draft-04/schema",
    "draft-06": "http://json-schema.org/draft-06/schema",
    "draft-07": "http://json-schema.org/draft-07/schema",
    "2019-09": "https://json-schema.org/draft/2019-09/schema",
    "2020-12": "https://json-schema.org/draft/2020-12/schema",
  };

  for (const dialect of ["draft-04", "draft-06", "draft-07", "2019-09", "2020-12"] as const) {
    it(`agrees with the meta-schema of ${dialect}`, () => {
      const accepts = instances[dialect].getSchema(uris[dialect]);
      fc.assert(
        fc.property(wildSchema(dialect), (schema) => {
          fc.pre(!takesLiberties(schema, dialect));
          expect(checkSchema(schema, dialect).faults.length === 0).toBe(accepts?.(schema));
        }),
        { numRuns: 3_000 },
      );
    });
  }
});

/** Where we are more lenient than a meta-schema on purpose (keywords.ts), and patterns, which ajv's meta-schemas leave to `format`. */
function takesLiberties(schema: JsonValue, dialect: Dialect): boolean {
  return [...walkSchemas(schema, dialect)].some(([, each]) => {
    if (!isObject(each)) return false;
    const { enum: members, pattern, patternProperties } = each;
    const isOdd =
      Array.isArray(members) &&
      dialect < "draft-08" &&
      dialect > "draft" &&
      (members.length === 0 || new Set(members.map((member) => JSON.stringify(member))).size < members.length);
    return isOdd || pattern === "(" || (isObject(patternProperties) && Object.hasOwn(patternProperties, "("));
  });
}

/** The value as it stands in a file. */
function nodeOf(value: JsonValue): JsonNode {
  const parsed = parseJson(JSON.stringify(value));
  return parsed.kind === "document" ? parsed.document.root : valueNode(value);
}

describe("the quick judge", () => {
  it("never contradicts ajv", () => {
    const ajv = new Ajv2020(options);
    fc.assert(
      fc.property(validSchema, fc.array(someValue, { minLength: 1, maxLength: 6 }), (schema, values) => {
        const judge = buildFastValidator(schema, "2020-12", resolveReferences(schema, "2020-12"));
        const validate = ajv.compile(withoutNullable(schema));
        for (const value of values) {
          const verdict = judge.judge(nodeOf(value));
          const isValid = verdictOf(validate, value);
          if (verdict !== "unsure" && isValid !== undefined) expect(verdict).toBe(isValid ? "valid" : "invalid");
        }
        ajv.removeSchema();
      }),
      { numRuns: 400 },
    );
  });

  it("is sure of most schemas without unevaluated keywords", () => {
    let sure = 0;
    let all = 0;
    fc.assert(
      fc.property(validSchema, someValue, (schema, value) => {
        if (JSON.stringify(schema).includes("unevaluated")) return;
        all++;
        const verdict = buildFastValidator(schema, "2020-12", resolveReferences(schema, "2020-12")).judge(valueNode(value));
        if (verdict !== "unsure") sure++;
      }),
    );
    expect(sure).toBe(all);
  });
});

describe("compileSchema", () => {
  it("finds fault with a value exactly if ajv does", () => {
    const ajv = new Ajv2020(options);
    fc.assert(
      fc.property(validSchema, fc.array(someValue, { minLength: 1, maxLength: 4 }), (schema, values) => {
        fc.pre(!/"unevaluated|"if"/.test(JSON.stringify(schema))); // where ajv itself is wrong: see test/schema/lower.test.ts
        const compiled = compileSchema(schema);
        const validate = ajv.compile(withoutNullable(schema));
        for (const value of values) {
          const violations = compiled.kind === "valid" ? compiled.validate(value) : compiled.faults;
          const isValid = verdictOf(validate, value);
          if (isValid !== undefined) expect({ value, isValid: violations.length === 0 }).toEqual({ value, isValid });
        }
        ajv.removeSchema();
      }),
      { numRuns: 200 },
    );
  });

  it("places every violation in the value and in the schema, and each fault in the schema", () => {
    fc.assert(
      fc.property(validSchema, someValue, (schema, value) => {
        const compiled = compileSchema(schema);
        if (compiled.kind === "invalid") return;
        const violations = compiled.validate(value);
        if (violations === "not-checked") return;
        for (const { pointer, schemaPointer, message } of violations) {
          expect(valueAt(value, pointer)).not.toBe(undefined);
          expect(valueAt(schema, schemaPointer)).not.toBe(undefined);
          expect(shownText(message)).toMatch(/^[^\n]+[^.\n]$/);
        }
      }),
      { numRuns: 300 },
    );
  });

  it("has an answer for any JSON value as a schema, and for any value judged by it", () => {
    const schemas = fc.oneof(fc.jsonValue(), someDialect.chain(wildSchema));
    fc.assert(
      fc.property(schemas.map(asJson), fc.jsonValue().map(asJson), fc.option(someDialect, { nil: undefined }), (schema, value, dialect) => {
        const compiled = compileSchema(schema, dialect === undefined ? {} : { dialect });
        if (compiled.kind === "valid") compiled.validate(value);
        else for (const { schemaPointer } of compiled.faults) expect(valueAt(schema, schemaPointer)).not.toBe(undefined);
      }),
      { numRuns: 300 },
    );
  });

  it("calls a schema uncallable only if it refuses every object", () => {
    fc.assert(
      fc.property(validSchema, fc.array(someObject, { minLength: 5, maxLength: 10 }), (schema, values) => {
        const compiled = compileSchema(schema);
        if (compiled.kind === "invalid" || !compiled.isUncallable) return;
        for (const value of values) expect(compiled.validate(value)).not.toEqual([]);
      }),
      { numRuns: 500 },
    );
  });
});

/** Plain ajv throws a TypeError for some schemas with `patternProperties` beside `oneOf`. */
function verdictOf(validate: (value: JsonValue) => unknown, value: JsonValue): boolean | undefined {
  try {
    return validate(value) === true;
  } catch {
    return undefined;
  }
}

/** ajv gives `nullable` a meaning of its own. */
function withoutNullable(schema: JsonValue): JsonValue & (object | boolean) {
  const text = JSON.stringify(schema, (key, value: unknown) => (key === "nullable" ? undefined : value));
  const copy: JsonValue = JSON.parse(text);
  return typeof copy === "boolean" || isObject(copy) ? copy : {};
}

function asJson(value: unknown): JsonValue {
  const copy: JsonValue = JSON.parse(JSON.stringify(value));
  return copy;
}

function valueAt(root: JsonValue, pointer: string): JsonValue | undefined {
  let value: JsonValue | undefined = root;
  for (const step of parsePointer(pointer) ?? []) {
    if (Array.isArray(value)) value = value[Number(step)];
    else value = isObject(value) ? ownValue(value, step) : undefined;
  }
  return value;
}

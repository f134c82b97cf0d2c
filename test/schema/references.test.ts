import { describe, expect, it } from "vitest";
import { isObject, type JsonObject, type JsonValue } from "../../src/json/value.js";
import type { Dialect } from "../../src/schema/dialect.js";
import { resolveReferences } from "../../src/schema/references.js";

const faults = (schema: JsonValue, dialect: Dialect = "2020-12") =>
  resolveReferences(schema, dialect).faults.map(({ schemaPointer, message }) => `${schemaPointer}: ${message}`);

function pointerOf(schema: JsonObject, dialect: Dialect = "2020-12", keyword = "$ref"): string | undefined {
  const at = isObject(schema.not) ? schema.not : schema;
  const target = resolveReferences(schema, dialect).target(at, keyword);
  return target?.kind === "schema" ? target.pointer : target?.dialect;
}

describe("resolveReferences", () => {
  it("follows JSON Pointers, also percent-encoded ones and into unknown keywords", () => {
    expect(pointerOf({ $ref: "#/$defs/a", $defs: { a: true } })).toBe("/$defs/a");
    expect(pointerOf({ not: { $ref: "#" } })).toBe("");
    expect(pointerOf({ $ref: "#/$defs/a%20b~1c", $defs: { "a b/c": {} } })).toBe("/$defs/a b~1c");
    expect(pointerOf({ $ref: "#/components/schemas/a", components: { schemas: { a: {} } } })).toBe("/components/schemas/a");
    expect(pointerOf({ $ref: "#/anyOf/1", anyOf: [true, {}] })).toBe("/anyOf/1");
  });

  it("follows anchors and identifiers, relative ones as well", () => {
    expect(pointerOf({ $ref: "#tree", $defs: { a: { $anchor: "tree" } } })).toBe("/$defs/a");
    expect(pointerOf({ $ref: "#tree", definitions: { a: { $id: "#tree" } } }, "draft-07")).toBe("/definitions/a");
    expect(pointerOf({ $id: "https://example.com/root.json", $ref: "item.json", $defs: { a: { $id: "item.json" } } })).toBe("/$defs/a");
    expect(pointerOf({ $id: "https://example.com/x", not: { $ref: "https://example.com/x#/$defs/a" }, $defs: { a: {} } })).toBe("/$defs/a");
    expect(pointerOf({ $ref: "urn:item", definitions: { a: { id: "urn:item" } } }, "draft-04")).toBe("/definitions/a");
  });

  it("reads a pointer from the nearest identifier around it", () => {
    const inner = { $ref: "#/$defs/b" };
    const schema = { $defs: { a: { $id: "inner", not: inner, $defs: { b: {} } }, b: true } };
    const target = resolveReferences(schema, "2020-12").target(inner, "$ref");
    expect(target).toMatchObject({ pointer: "/$defs/a/$defs/b" });
  });

  it("reports dangling references at their place, with the definition that was probably meant", () => {
    expect(faults({ properties: { f: { $ref: "#/$defs/FilterType" } } })).toEqual([
      '/properties/f/$ref: `$ref` "#/$defs/FilterType" does not exist',
    ]);
    const meant = resolveReferences({ $ref: "#/$defs/Filtr", $defs: { Filter: {} } }, "2020-12").faults[0]?.nearest;
    expect(meant).toBe("#/$defs/Filter");
    const moved = resolveReferences({ $ref: "#/definitions/Filter", $defs: { Filter: {} } }, "2020-12").faults[0]?.nearest;
    expect(moved).toBe("#/$defs/Filter");
    expect(faults({ $ref: "#nowhere" })).toHaveLength(1);
    expect(faults({ $ref: "#/title", title: "x" })).toEqual(['/$ref: `$ref` "#/title" does not lead to a schema']);
  });

  it("never fetches, and says so", () => {
    expect(faults({ items: { $ref: "https://example.com/schema.json" } })).toEqual([
      '/items/$ref: `$ref` "https://example.com/schema.json" is remote, and remote schemas are never fetched',
    ]);
    expect(faults({ $ref: "other.json" })).toEqual(['/$ref: `$ref` "other.json" does not exist']);
  });

  it("knows the meta-schemas", () => {
    expect(pointerOf({ $ref: "http://json-schema.org/draft-07/schema#" })).toBe("draft-07");
    const part = { $ref: "http://json-schema.org/draft-07/schema#/definitions/schemaArray" };
    const references = resolveReferences(part, "2020-12");
    expect(references.faults).toEqual([]);
    expect(references.target(part, "$ref")).toBe(undefined);
  });

  it("lets a declaration take the identifier of a meta-schema", () => {
    expect(
      pointerOf(
        { $id: "http://json-schema.org/draft-07/schema#", not: { $ref: "http://json-schema.org/draft-07/schema#/a" }, a: {} },
        "draft-07",
      ),
    ).toBe("/a");
  });

  it("checks a schema that only a reference makes one", () => {
    expect(faults({ $ref: "#/x-defs/a", "x-defs": { a: { type: "strng" } } })[0]).toMatch(/^\/x-defs\/a\/type: /);
    expect(faults({ $ref: "#/x-defs/a", "x-defs": { a: { $ref: "#/nowhere" } } })[0]).toMatch(/^\/x-defs\/a\/\$ref: /);
  });

  it("finds references that lead back without going into the value", () => {
    const claim = "`$ref` leads back to itself without going into the value";
    expect(faults({ $ref: "#" })).toEqual([`/$ref: ${claim}`]);
    expect(faults({ $defs: { a: { allOf: [{ $ref: "#/$defs/b" }] }, b: { anyOf: [true, { $ref: "#/$defs/a" }] } } })).toEqual([
      `/$defs/b/anyOf/1/$ref: ${claim}`,
    ]);
    expect(faults({ dependencies: { a: { $ref: "#" } } }, "draft-07")).toEqual([`/dependencies/a/$ref: ${claim}`]);
    expect(faults({ dependencies: { a: { $ref: "#" } } })).toEqual([]); // no keyword in 2020-12
  });

  it("takes recursion into the value for what it is", () => {
    expect(faults({ properties: { next: { $ref: "#" } }, items: { anyOf: [{ $ref: "#" }] } })).toEqual([]);
  });

  it("gets through long chains and wide graphs in linear time", () => {
    const chain = Object.fromEntries(Array.from({ length: 20_000 }, (_, index) => [`a${index}`, { $ref: `#/$defs/a${index + 1}` }]));
    expect(faults({ $ref: "#/$defs/a0", $defs: { ...chain, a20000: {} } })).toEqual([]);
    const twice = Object.fromEntries(
      Array.from({ length: 60 }, (_, index) => [
        `a${index}`,
        { anyOf: [{ $ref: `#/$defs/a${index + 1}` }, { $ref: `#/$defs/a${index + 1}` }] },
      ]),
    );
    expect(faults({ $ref: "#/$defs/a0", $defs: { ...twice, a60: {} } })).toEqual([]);
  });

  it("ignores what stands beside $ref up to draft-07", () => {
    const schema = { $ref: "#/definitions/a", allOf: [{ $ref: "#" }], definitions: { a: {} } };
    expect(faults(schema, "draft-07")).toEqual([]);
    expect(faults(schema, "2020-12")).toHaveLength(1);
  });

  it("leaves a dynamic reference with several meanings to the way that leads there, and only that", () => {
    const next = { $dynamicRef: "#node" };
    const one = { $dynamicAnchor: "node", properties: { next } };
    expect(resolveReferences(one, "2020-12").target(next, "$dynamicRef")).toMatchObject({ schema: one });
    const other = { $id: "other", $dynamicAnchor: "node", properties: { next } };
    const both = resolveReferences({ ...one, $defs: { other } }, "2020-12");
    expect(both.faults).toEqual([]);
    expect(both.target(next, "$dynamicRef")).toBe(undefined);
    expect(both.resolve(next, "$dynamicRef", both.enter(other, undefined))).toMatchObject({ schema: other });
  });

  it("follows references into documents that were handed over, and into no others", () => {
    const address = {
      $id: "https://example.com/address.json",
      $defs: { zip: { type: "string" } },
      properties: { zip: { $ref: "#/$defs/zip" } },
    };
    const documents = new Map([["https://example.com/address.json", address]]);
    const schema = { properties: { home: { $ref: "https://example.com/address.json" } } };
    expect(resolveReferences(schema, "2020-12", documents).faults).toEqual([]);
    expect(resolveReferences(schema, "2020-12").faults).toMatchObject([{ message: expect.stringContaining("remote") }]);
  });
});

// biome-ignore-all lint/suspicious/noThenProperty: a keyword's name
import type { JsonValue } from "../../src/json/value.js";
import type { Dialect } from "../../src/schema/dialect.js";

/** What one schema takes and refuses, in some dialects. */
export interface RequiredCase {
  readonly about: string;
  readonly dialects: readonly Dialect[];
  readonly schema: JsonValue;
  readonly valid: readonly JsonValue[];
  readonly invalid: readonly JsonValue[];
  /** Documents that references lead to, by URI. */
  readonly documents?: Readonly<Record<string, JsonValue>>;
}

const order = ["draft-04", "draft-06", "draft-07", "2019-09", "2020-12"] as const;
const all: readonly Dialect[] = order;
const from = (first: (typeof order)[number]): readonly Dialect[] => order.slice(order.indexOf(first));
const upTo = (last: (typeof order)[number]): readonly Dialect[] => order.slice(0, order.indexOf(last) + 1);
const between = (first: (typeof order)[number], last: (typeof order)[number]) => order.slice(order.indexOf(first), order.indexOf(last) + 1);

/** The same schema with the reserved words of a dialect, such as `definitions`. */
function of(
  about: string,
  dialects: readonly Dialect[],
  schema: JsonValue,
  valid: readonly JsonValue[],
  invalid: readonly JsonValue[],
  documents?: Readonly<Record<string, JsonValue>>,
): RequiredCase {
  return { about, dialects, schema, valid, invalid, ...(documents !== undefined && { documents }) };
}

const remote = { "https://cases.example/whole.json": { type: "integer" } };

/**
 * What the required cases of the JSON Schema Test Suite ask, in our own words: one entry for each thing that they tell apart.
 *
 * `test/schema/official-suite.test.ts` runs the suite itself where it is installed.
 */
export const requiredCases: readonly RequiredCase[] = [
  of("type: integer", all, { type: "integer" }, [1, 1.0, -3, 1e300], [1.5, "1", {}, [], true, null]),
  of("type: number", all, { type: "number" }, [1, 1.5], ["1", {}, [], true, null]),
  of("type: string", all, { type: "string" }, ["", "1"], [1, {}, [], true, null]),
  of("type: object", all, { type: "object" }, [{}, { a: 1 }], ["x", [], 1, null]),
  of("type: array", all, { type: "array" }, [[], [1]], ["x", {}, 1, null]),
  of("type: boolean", all, { type: "boolean" }, [true, false], [0, 1, "true", "", null, [], {}]),
  of("type: null", all, { type: "null" }, [null], [0, "", false, [], {}]),
  of("several types", all, { type: ["integer", "string"] }, [1, "x"], [1.1, null, {}, []]),
  of("boolean schemas", from("draft-06"), { properties: { yes: true, no: false } }, [{}, { yes: 1 }], [{ no: 1 }, { yes: 1, no: null }]),
  of("enum", all, { enum: [6, "six", [], true, { six: 12 }] }, [6, "six", [], { six: 12 }, true], [7, "Six", [6], { six: 13 }, false]),
  of("enum tells false from 0 and 1 from true", all, { enum: [false, 1] }, [false, 1, 1.0], [0, true, [false], [1]]),
  of("enum with arrays and nested zeros", all, { enum: [[false], { a: 1 }] }, [[false], { a: 1.0 }], [[0], { a: true }, false]),
  of("enum with a NUL character", all, { enum: ["hello\u0000there"] }, ["hello\u0000there"], ["hellothere"]),
  of("const", from("draft-06"), { const: { a: [1, null], b: 2 } }, [{ b: 2, a: [1, null] }], [{ a: [1] }, [1, null], {}]),
  of(
    "const null, false and 0",
    from("draft-06"),
    { properties: { a: { const: null }, b: { const: false }, c: { const: 0 } } },
    [{ a: null, b: false, c: -0 }],
    [{ a: 0 }, { b: 0 }, { b: [] }, { c: false }, { c: "" }],
  ),
  of("minimum", all, { minimum: -2 }, [-2, -1.99, "x"], [-2.0001, -3]),
  of("maximum", all, { maximum: 3.0 }, [3, 2.6, "x"], [3.5]),
  of(
    "exclusive limits as flags",
    ["draft-04"],
    { minimum: 1.1, exclusiveMinimum: true, maximum: 3, exclusiveMaximum: true },
    [1.2, 2.9],
    [1.1, 3],
  ),
  of(
    "exclusive flags that are false",
    ["draft-04"],
    { minimum: 1.1, exclusiveMinimum: false, maximum: 3, exclusiveMaximum: false },
    [1.1, 3],
    [1, 3.1],
  ),
  of("exclusive limits", from("draft-06"), { exclusiveMinimum: 1.1, exclusiveMaximum: 3 }, [1.2, 2.9, "x"], [1.1, 0.6, 3, 3.5]),
  of("multipleOf", all, { multipleOf: 1.5 }, [0, 4.5, "x"], [35]),
  of("multipleOf small and large numbers", all, { multipleOf: 0.0001 }, [0.0075, 1e308], [0.00751]),
  of(
    "maxLength and minLength count characters",
    all,
    { maxLength: 2, minLength: 2.0 },
    ["ab", "\u{1f4a9}\u{1f4a9}", 100],
    ["a", "\u{1f4a9}", "abc"],
  ),
  of("pattern is found anywhere", all, { pattern: "a+" }, ["xxaayy", 1, {}, null], ["xyz"]),
  of("pattern with classes of Unicode", all, { pattern: "^\\p{Letter}+$" }, ["étude", "Ωmega"], ["a1"]),
  of("maxItems and minItems", all, { maxItems: 2, minItems: 1.0 }, [[1], [1, 2], "longer", {}], [[], [1, 2, 3]]),
  of(
    "uniqueItems",
    all,
    { uniqueItems: true },
    [
      [1, 2],
      [1, true],
      [0, false],
      [{ a: 1 }, { a: 2 }],
      [[1], [true]],
      [{ a: false }, { a: 0 }],
    ],
    [
      [1, 1.0],
      ["a", "a"],
      [
        { a: 1, b: 2 },
        { b: 2, a: 1 },
      ],
      [
        [1, [2]],
        [1, [2]],
      ],
      [null, null],
    ],
  ),
  of("uniqueItems: false", all, { uniqueItems: false }, [[1, 1]], []),
  of("required", all, { properties: { foo: {} }, required: ["foo"] }, [{ foo: 1 }, [], "x", 12], [{ bar: 1 }, {}]),
  of(
    "required names of JavaScript",
    all,
    { required: ["__proto__", "toString", "constructor"] },
    [[], "x", JSON.parse('{"__proto__": 1, "toString": 2, "constructor": 3}')],
    [{}, JSON.parse('{"__proto__": 1}'), { toString: 1 }, { constructor: { length: 1 } }],
  ),
  of("required with escapes", all, { required: ["a\nb", 'c"d', "e\\f"] }, [{ "a\nb": 1, 'c"d': 1, "e\\f": 1 }], [{ "a\nb": 1 }]),
  of(
    "maxProperties and minProperties",
    all,
    { maxProperties: 2, minProperties: 1 },
    [{ a: 1 }, [1, 2, 3], "xxx"],
    [{}, { a: 1, b: 2, c: 3 }],
  ),
  of(
    "properties",
    all,
    { properties: { foo: { type: "integer" }, bar: { type: "string" } } },
    [{ foo: 1, bar: "x" }, { quux: [] }, [], 12],
    [{ foo: [], bar: {} }, { foo: "x" }],
  ),
  of(
    "properties called like what JavaScript gives objects",
    all,
    {
      properties: JSON.parse(
        '{"__proto__": {"type": "number"}, "toString": {"properties": {"length": {"type": "string"}}}, "constructor": {"type": "number"}}',
      ),
    },
    [{}, [], JSON.parse('{"__proto__": 1, "toString": {"length": "x"}, "constructor": 37}')],
    [JSON.parse('{"__proto__": "x"}'), { toString: { length: 37 } }, { constructor: { length: 37 } }],
  ),
  of(
    "patternProperties",
    all,
    { patternProperties: { "f.*o": { type: "integer" }, "^x": { maximum: 5 } } },
    [{ foo: 1 }, { foooo: 1, bar: "x" }, ["foo"], { x1: 5 }],
    [{ foo: "bar" }, { foo: 1, fooo: 1.5 }, { x1: 6 }],
  ),
  of(
    "additionalProperties beside properties and patterns",
    all,
    { properties: { foo: {} }, patternProperties: { "^v": {}, "^á": {} }, additionalProperties: false },
    [{ foo: 1, vroom: 2 }, [1, 2], "x", { ármányos: 2 }],
    [{ quux: 1 }, { élmény: 2 }],
  ),
  of(
    "additionalProperties does not look into combinators",
    all,
    { allOf: [{ properties: { foo: {} } }], additionalProperties: { type: "boolean" } },
    [{ foo: true }],
    [{ foo: 1 }],
  ),
  of(
    "propertyNames",
    from("draft-06"),
    { propertyNames: { maxLength: 3, pattern: "^a" } },
    [{ a: 1, ab: 2 }, {}, [1], "x"],
    [{ abcd: 1 }, { b: 1 }],
  ),
  of("propertyNames: false", from("draft-06"), { propertyNames: false }, [{}], [{ a: 1 }]),
  of("items", all, { items: { type: "integer" } }, [[1, 2], { "0": "x" }], [[1, "x"]]),
  of(
    "items by place, and additionalItems",
    upTo("2019-09"),
    { items: [{ type: "integer" }, { type: "string" }], additionalItems: { type: "boolean" } },
    [[1, "x"], [1], [], [1, "x", true]],
    [
      ["x", 1],
      [1, "x", 2],
    ],
  ),
  of("additionalItems: false", upTo("2019-09"), { items: [{}, {}], additionalItems: false }, [[1, 2], []], [[1, 2, 3]]),
  of(
    "additionalItems without items by place",
    upTo("2019-09"),
    { items: { type: "integer" }, additionalItems: { type: "string" } },
    [[1, 2]],
    [["x"]],
  ),
  of(
    "prefixItems and items",
    ["2020-12"],
    { prefixItems: [{ type: "integer" }, { type: "string" }], items: false },
    [[1, "x"], [1], []],
    [
      ["x", 1],
      [1, "x", 2],
    ],
  ),
  of("items: false", from("draft-06"), { items: false }, [[], {}], [[1]]),
  of("contains", from("draft-06"), { contains: { minimum: 5 } }, [[3, 5], [6], {}, 42], [[2, 3], []]),
  of("contains: false", from("draft-06"), { contains: false }, ["x"], [[], [1]]),
  of(
    "minContains and maxContains",
    from("2019-09"),
    { contains: { const: 1 }, minContains: 2, maxContains: 3 },
    [
      [1, 1],
      [1, 2, 1, 1],
    ],
    [[], [1], [1, 1, 1, 1]],
  ),
  of("minContains: 0", from("2019-09"), { contains: { const: 1 }, minContains: 0, maxContains: 1 }, [[], [2], [1]], [[1, 1]]),
  of("minContains without contains", from("2019-09"), { minContains: 5, maxContains: 0 }, [[], [1]], []),
  of(
    "minContains before 2019-09",
    between("draft-06", "draft-07"),
    { contains: { const: 1 }, minContains: 0, maxContains: 1 },
    [[1, 1]],
    [[], [2]],
  ),
  of(
    "dependencies",
    upTo("draft-07"),
    { dependencies: { bar: ["foo"], quux: { properties: { foo: { type: "integer" } } } } },
    [{}, { bar: 1, foo: 2 }, ["bar"], { quux: 1, foo: 2 }],
    [{ bar: 1 }, { quux: 1, foo: "x" }],
  ),
  of(
    "dependencies with boolean schemas",
    between("draft-06", "draft-07"),
    { dependencies: { foo: true, bar: false, none: [] } },
    [{ foo: 1 }, {}, { none: 1 }],
    [{ bar: 1 }],
  ),
  of(
    "dependentRequired and dependentSchemas",
    from("2019-09"),
    { dependentRequired: { bar: ["foo", "a'b"] }, dependentSchemas: { quux: { minProperties: 3 } } },
    [{}, { bar: 1, foo: 2, "a'b": 3 }, ["bar"]],
    [{ bar: 1 }, { bar: 1, foo: 2 }, { quux: 1, foo: 2 }],
  ),
  of(
    "allOf",
    all,
    {
      properties: { bar: { type: "integer" } },
      required: ["bar"],
      allOf: [{ required: ["foo"] }, { properties: { foo: { type: "string" } } }],
    },
    [{ foo: "x", bar: 2 }],
    [{ bar: 2 }, { foo: 1, bar: 2 }, { foo: "x" }],
  ),
  of("anyOf", all, { type: "string", anyOf: [{ maxLength: 2 }, { minLength: 4 }] }, ["ab", "abcd"], ["abc", 1]),
  of("oneOf", all, { oneOf: [{ type: "integer" }, { minimum: 2 }] }, [1, 2.5], [3, 1.5]),
  of(
    "oneOf with required",
    all,
    { oneOf: [{ required: ["a", "b"] }, { required: ["a", "c"] }] },
    [
      { a: 1, b: 2 },
      { a: 1, c: 2 },
    ],
    [{ b: 1 }, { a: 1, b: 2, c: 3 }],
  ),
  of(
    "combinators inside one another",
    all,
    { allOf: [{ multipleOf: 2 }], anyOf: [{ multipleOf: 3 }], oneOf: [{ multipleOf: 5 }] },
    [30],
    [1, 5, 3, 15, 2, 10, 6],
  ),
  of("not", all, { not: { type: ["integer", "boolean"] } }, ["x", 1.5], [1, true]),
  of("not twice", all, { not: { not: {} } }, [1, null], []),
  of(
    "if, then and else",
    from("draft-07"),
    { if: { exclusiveMaximum: 0 }, then: { minimum: -10 }, else: { multipleOf: 2 } },
    [-1, 4],
    [-100, 3],
  ),
  of("then or else without if", from("draft-07"), { then: { const: 0 }, else: { const: 1 } }, [0, "x"], []),
  of("if alone", from("draft-07"), { if: { const: 0 } }, [0, 1], []),
  of("else without then", from("draft-07"), { if: { exclusiveMaximum: 0 }, else: { multipleOf: 2 } }, [-1, 4], [3]),
  of("if before draft-07", upTo("draft-06"), { if: {}, then: false }, [1], []),
  of(
    "$ref to the root, a pointer and an escaped one",
    all,
    {
      properties: {
        foo: { $ref: "#" },
        a: { $ref: "#/definitions/tilde~0field" },
        b: { $ref: "#/definitions/slash~1field" },
        c: { $ref: "#/definitions/percent%25field" },
      },
      definitions: { "tilde~field": { type: "integer" }, "slash/field": { type: "integer" }, "percent%field": { type: "integer" } },
      additionalProperties: false,
    },
    [{ foo: { foo: {} }, a: 1, b: 2, c: 3 }],
    [{ foo: { bar: 1 } }, { a: "x" }, { b: "x" }, { c: "x" }],
  ),
  of(
    "$ref into an array and through another one",
    all,
    {
      items: { $ref: "#/definitions/c" },
      definitions: { a: { allOf: [{ type: "integer" }] }, b: { $ref: "#/definitions/a/allOf/0" }, c: { $ref: "#/definitions/b" } },
    },
    [[1]],
    [["x"]],
  ),
  of(
    "nothing beside $ref counts",
    upTo("draft-07"),
    { definitions: { list: { type: "array" } }, properties: { foo: { $ref: "#/definitions/list", maxItems: 2 } } },
    [{ foo: [1, 2, 3] }],
    [{ foo: "x" }],
  ),
  of(
    "what stands beside $ref counts",
    from("2019-09"),
    { $defs: { list: { type: "array" } }, properties: { foo: { $ref: "#/$defs/list", maxItems: 2 } } },
    [{ foo: [1, 2] }],
    [{ foo: [1, 2, 3] }, { foo: "x" }],
  ),
  of("a property called $ref", all, { properties: { $ref: { type: "string" } } }, [{ $ref: "x" }], [{ $ref: 2 }]),
  of(
    "$ref to a boolean",
    from("draft-06"),
    { properties: { a: { $ref: "#/definitions/no" } }, definitions: { no: false } },
    [{}],
    [{ a: 1 }],
  ),
  of(
    "$ref under enum and const is a value",
    from("draft-06"),
    { const: { $ref: "#/definitions/a" }, definitions: { a: { type: "string" } } },
    [{ $ref: "#/definitions/a" }],
    ["x"],
  ),
  of(
    "identifiers change what references are relative to",
    ["draft-04"],
    {
      id: "https://cases.example/root/",
      properties: { list: { id: "folder/", items: { $ref: "item.json" } } },
      definitions: {
        a: { id: "https://cases.example/root/folder/item.json", type: "integer" },
        b: { id: "https://cases.example/item.json", type: "string" },
      },
    },
    [{ list: [1] }],
    [{ list: ["x"] }],
  ),
  of(
    "identifiers change what references are relative to",
    from("draft-06"),
    {
      $id: "https://cases.example/root/",
      properties: { list: { $id: "folder/", items: { $ref: "item.json" } } },
      definitions: {
        a: { $id: "https://cases.example/root/folder/item.json", type: "integer" },
        b: { $id: "https://cases.example/item.json", type: "string" },
      },
    },
    [{ list: [1] }],
    [{ list: ["x"] }],
  ),
  of(
    "$id beside $ref means nothing",
    between("draft-06", "draft-07"),
    {
      $id: "https://cases.example/sibling/",
      definitions: { a: { $id: "https://cases.example/sibling/foo.json", type: "string" }, b: { $id: "foo.json", type: "number" } },
      allOf: [{ $id: "https://cases.example/other/", $ref: "foo.json" }],
    },
    ["x"],
    [1],
  ),
  of(
    "plain names as identifiers",
    ["draft-04"],
    { allOf: [{ $ref: "#foo" }], definitions: { a: { id: "#foo", type: "integer" } } },
    [1],
    ["x"],
  ),
  of(
    "plain names as identifiers",
    between("draft-06", "draft-07"),
    { allOf: [{ $ref: "#foo" }], definitions: { a: { $id: "#foo", type: "integer" } } },
    [1],
    ["x"],
  ),
  of(
    "plain names behind another identifier",
    between("draft-06", "draft-07"),
    {
      $id: "https://cases.example/root",
      allOf: [{ $ref: "https://cases.example/nested.json#foo" }],
      definitions: { a: { $id: "nested.json", definitions: { b: { $id: "#foo", type: "integer" } } } },
    },
    [1],
    ["x"],
  ),
  of(
    "$anchor",
    from("2019-09"),
    {
      $id: "https://cases.example/root",
      allOf: [{ $ref: "nested.json#foo" }, { $ref: "#foo" }],
      $defs: { a: { $id: "nested.json", $defs: { b: { $anchor: "foo", type: "integer" } } }, c: { $anchor: "foo", minimum: 3 } },
    },
    [3],
    ["x", 2],
  ),
  of(
    "identifiers under enum and const name nothing",
    from("2019-09"),
    {
      $defs: {
        a: { enum: [{ $id: "https://cases.example/real", type: "null" }] },
        b: { $id: "https://cases.example/real", type: "string" },
      },
      anyOf: [{ $ref: "https://cases.example/real" }],
    },
    ["x"],
    [null, 1],
  ),
  of(
    "unknown keywords hold no identifiers",
    from("2019-09"),
    {
      $defs: {
        a: { unknown: { $id: "https://cases.example/one", type: "null" } },
        b: { $id: "https://cases.example/one", type: "string" },
      },
      $ref: "https://cases.example/one",
    },
    ["x"],
    [null],
  ),
  of("a meta-schema", ["draft-07"], { $ref: "http://json-schema.org/draft-07/schema#" }, [{ minLength: 1 }], [{ minLength: -1 }]),
  of(
    "a meta-schema",
    ["2020-12"],
    { $ref: "https://json-schema.org/draft/2020-12/schema" },
    [{ $defs: { a: { type: "integer" } } }],
    [{ $defs: { a: { type: 1 } } }],
  ),
  of(
    "documents that were handed over",
    from("draft-06"),
    { properties: { a: { $ref: "https://cases.example/whole.json" } } },
    [{ a: 1 }],
    [{ a: "x" }],
    remote,
  ),
  of(
    "documents that refer to others",
    from("2019-09"),
    { $id: "https://cases.example/start", properties: { list: { $ref: "list.json" } } },
    [{ list: [{ list: [] }] }],
    [{ list: [1] }, { list: [{ list: 1 }] }],
    { "https://cases.example/list.json": { type: "array", items: { type: "object", $ref: "start" } } },
  ),
  of(
    "recursion through several schemas",
    from("2019-09"),
    {
      $id: "https://cases.example/tree",
      type: "object",
      properties: { nodes: { items: { $ref: "node" } } },
      $defs: { node: { $id: "node", properties: { value: { type: "number" }, subtree: { $ref: "tree" } }, required: ["value"] } },
    },
    [{ nodes: [{ value: 1, subtree: { nodes: [{ value: 2 }] } }] }],
    [{ nodes: [{ value: 1, subtree: { nodes: [{ value: "x" }] } }] }],
  ),
  of(
    "the same schema twice is no loop",
    all,
    {
      definitions: { int: { type: "integer" } },
      allOf: [{ properties: { foo: { $ref: "#/definitions/int" } } }, { additionalProperties: { $ref: "#/definitions/int" } }],
    },
    [{ foo: 1 }],
    [{ foo: "x" }],
  ),
  of("annotations ask nothing", all, { title: "t", description: "d", default: [], format: "email", foo: "unknown" }, [1, "x", {}], []),
  of("content is a note", from("draft-07"), { contentMediaType: "application/json", contentEncoding: "base64" }, ["{", "%", 1], []),
  of(
    "a vocabulary without validation",
    from("2019-09"),
    { $schema: "https://cases.example/meta.json", properties: { no: false, number: { minimum: 10 } } },
    [{ number: 1 }, {}],
    [{ no: 1 }],
    {
      "https://cases.example/meta.json": {
        $schema: "https://json-schema.org/draft/2020-12/schema",
        $vocabulary: {
          "https://json-schema.org/draft/2020-12/vocab/applicator": true,
          "https://json-schema.org/draft/2020-12/vocab/core": true,
        },
      },
    },
  ),

  of(
    "unevaluatedProperties beside others",
    from("2019-09"),
    { properties: { foo: {} }, patternProperties: { "^b": {} }, unevaluatedProperties: false },
    [{ foo: 1, bar: 2 }, [], 1],
    [{ qux: 1 }],
  ),
  of(
    "unevaluatedProperties behind additionalProperties",
    from("2019-09"),
    { properties: { foo: {} }, additionalProperties: true, unevaluatedProperties: false },
    [{ foo: 1, bar: 2 }],
    [],
  ),
  of(
    "unevaluatedProperties with a schema",
    from("2019-09"),
    { unevaluatedProperties: { minLength: 3 } },
    [{}, { foo: "long" }],
    [{ foo: "x" }],
  ),
  of(
    "unevaluatedProperties sees into allOf, also nested",
    from("2019-09"),
    {
      properties: { foo: {} },
      allOf: [{ properties: { bar: {} } }, { $ref: "#/$defs/more" }],
      unevaluatedProperties: false,
      $defs: { more: { allOf: [{ properties: { baz: {} } }] } },
    },
    [{ foo: 1, bar: 2, baz: 3 }],
    [{ foo: 1, quux: 2 }],
  ),
  of(
    "unevaluatedProperties sees no cousins",
    from("2019-09"),
    { allOf: [{ properties: { foo: true } }, { unevaluatedProperties: false }] },
    [{}],
    [{ foo: 1 }],
  ),
  of(
    "unevaluatedProperties counts branches that fit",
    from("2019-09"),
    {
      anyOf: [
        { properties: { a: { const: 1 } }, required: ["a"] },
        { properties: { b: { const: 2 } }, required: ["b"] },
      ],
      unevaluatedProperties: false,
    },
    [{ a: 1 }, { a: 1, b: 2 }],
    [
      { a: 1, b: 3 },
      { a: 1, c: 1 },
    ],
  ),
  of(
    "unevaluatedProperties counts the one branch that fits",
    from("2019-09"),
    {
      oneOf: [
        { properties: { a: { const: 1 } }, required: ["a"] },
        { properties: { b: { const: 2 } }, required: ["b"] },
      ],
      unevaluatedProperties: false,
    },
    [{ a: 1 }, { b: 2 }],
    [{ a: 1, b: 3 }],
  ),
  of(
    "unevaluatedProperties counts nothing under not",
    from("2019-09"),
    { properties: { foo: {} }, not: { not: { properties: { bar: { const: "x" } }, required: ["bar"] } }, unevaluatedProperties: false },
    [],
    [{ foo: 1, bar: "x" }],
  ),
  of(
    "unevaluatedProperties and conditions",
    from("2019-09"),
    {
      if: { properties: { foo: { const: "then" } }, required: ["foo"] },
      then: { properties: { bar: {} } },
      else: { properties: { baz: {} } },
      unevaluatedProperties: false,
    },
    [{ foo: "then", bar: 1 }, { baz: 1 }],
    [
      { foo: "then", baz: 1 },
      { foo: "else", baz: 1 },
    ],
  ),
  of(
    "unevaluatedProperties and a condition without else",
    from("2019-09"),
    { if: { patternProperties: { foo: { type: "string" } } }, unevaluatedProperties: false },
    [{ foo: "x" }],
    [{ bar: 1 }, { foo: 1 }],
  ),
  of(
    "unevaluatedProperties and dependentSchemas",
    from("2019-09"),
    {
      properties: { foo: {} },
      dependentSchemas: { foo: { properties: { bar: { const: "x" } }, required: ["bar"] } },
      unevaluatedProperties: false,
    },
    [{ foo: 1, bar: "x" }],
    [{ bar: "x" }],
  ),
  of(
    "unevaluatedProperties inside properties",
    from("2019-09"),
    {
      properties: { foo: { properties: { faz: {} }, unevaluatedProperties: false } },
      anyOf: [{ properties: { foo: { properties: { faz: {} } } } }],
    },
    [{ foo: { faz: 1 } }],
    [{ foo: { bar: 1 } }],
  ),
  of(
    "names of JavaScript are unevaluated as others are",
    from("2019-09"),
    { unevaluatedProperties: false },
    [{}],
    [{ toString: 1 }, { constructor: 1 }, JSON.parse('{"__proto__": 1}')],
  ),
  of(
    "unevaluatedProperties outside counts what is inside",
    from("2019-09"),
    { allOf: [{ properties: { foo: {} }, unevaluatedProperties: true }], unevaluatedProperties: false },
    [{ foo: 1, bar: 2 }],
    [],
  ),
  of(
    "unevaluatedProperties through a property of recursive schemas",
    from("2019-09"),
    { properties: { x: { $ref: "#" } }, unevaluatedProperties: false },
    [{}, { x: { x: {} } }],
    [{ x: { y: {} } }, { y: 1 }],
  ),

  of(
    "unevaluatedItems alone and beside items",
    from("2019-09"),
    { properties: { a: { unevaluatedItems: false }, b: { items: {}, unevaluatedItems: false } } },
    [{ a: [] }, { b: [1, 2] }, { a: {} }],
    [{ a: [1] }],
  ),
  of(
    "unevaluatedItems behind items by place",
    ["2019-09"],
    { items: [{ type: "string" }], unevaluatedItems: { type: "number" } },
    [["x"], ["x", 1], []],
    [["x", "y"]],
  ),
  of(
    "unevaluatedItems behind prefixItems",
    ["2020-12"],
    { prefixItems: [{ type: "string" }], unevaluatedItems: { type: "number" } },
    [["x"], ["x", 1], []],
    [["x", "y"]],
  ),
  of(
    "unevaluatedItems behind additionalItems",
    ["2019-09"],
    { items: [{}], additionalItems: true, unevaluatedItems: false },
    [[1, 2, 3]],
    [],
  ),
  of(
    "unevaluatedItems and combinators",
    ["2020-12"],
    {
      prefixItems: [{ const: "a" }],
      anyOf: [{ prefixItems: [true, { const: "b" }] }, { prefixItems: [true, true, { const: "c" }] }],
      unevaluatedItems: false,
    },
    [["a", "b"], ["a", "b", "c"], ["a"]],
    [
      ["a", "b", "x"],
      ["a", "b", "c", "d"],
    ],
  ),
  of(
    "unevaluatedItems and a condition",
    ["2020-12"],
    {
      prefixItems: [{}],
      if: { prefixItems: [true, { const: "b" }] },
      then: { prefixItems: [true, true, {}] },
      else: { prefixItems: [true, true, true, {}] },
      unevaluatedItems: false,
    },
    [
      [1, "b", 3],
      [1, 2, 3, 4],
    ],
    [
      [1, "b", 3, 4],
      [1, 2, 3, 4, 5],
    ],
  ),
  of(
    "unevaluatedItems counts what contains found",
    ["2020-12"],
    { contains: { type: "string" }, unevaluatedItems: { multipleOf: 2 } },
    [["x", 2], ["x"]],
    [["x", 3], [2]],
  ),
  of(
    "unevaluatedItems and several contains",
    ["2020-12"],
    { allOf: [{ contains: { multipleOf: 2 } }, { contains: { multipleOf: 3 } }], unevaluatedItems: { multipleOf: 5 } },
    [[2, 3, 4, 5, 6]],
    [[2, 3, 4, 7, 8]],
  ),
  of(
    "contains found nothing for unevaluatedItems before",
    ["2019-09"],
    { contains: { type: "string" }, unevaluatedItems: false },
    [],
    [["x"]],
  ),
  of(
    "unevaluatedItems inside a branch that fits counts",
    from("2019-09"),
    { anyOf: [{ unevaluatedItems: { type: "string" } }], unevaluatedItems: false },
    [["x"], []],
    [[1]],
  ),
  of("unevaluatedItems sees no cousins", ["2020-12"], { allOf: [{ prefixItems: [true] }, { unevaluatedItems: false }] }, [[]], [[1]]),
  of("unevaluatedItems depends on nothing but the array", from("2019-09"), { unevaluatedItems: false }, [{ "0": 1 }, "x"], [[null]]),

  of(
    "$recursiveRef without an anchor is $ref",
    ["2019-09"],
    { properties: { foo: { $recursiveRef: "#" } }, additionalProperties: false },
    [{ foo: { foo: {} } }],
    [{ foo: { bar: 1 } }],
  ),
  of(
    "$recursiveRef to the outermost anchor",
    ["2019-09"],
    {
      $id: "https://cases.example/outer",
      $recursiveAnchor: true,
      $ref: "inner",
      unevaluatedProperties: false,
      $defs: { inner: { $id: "inner", $recursiveAnchor: true, properties: { next: { $recursiveRef: "#" } } } },
    },
    [{ next: { next: {} } }],
    [{ next: { other: 1 } }],
  ),
  of(
    "$recursiveRef past a schema without an anchor",
    ["2019-09"],
    {
      $id: "https://cases.example/outer2",
      $recursiveAnchor: false,
      $ref: "inner2",
      unevaluatedProperties: false,
      $defs: { inner: { $id: "inner2", $recursiveAnchor: true, properties: { next: { $recursiveRef: "#" } } } },
    },
    [{ next: { other: 1 } }],
    [{ other: 1 }],
  ),
  of(
    "$recursiveRef whose target has no anchor",
    ["2019-09"],
    {
      $id: "https://cases.example/outer3",
      $recursiveAnchor: true,
      $defs: { inner: { $id: "inner3", properties: { next: { $recursiveRef: "#" } } } },
      $ref: "inner3",
      maxProperties: 1,
    },
    [{ next: { a: 1, b: 2 } }],
    [{ next: 1, a: 2 }],
  ),
  of(
    "$dynamicRef to an $anchor is $ref",
    ["2020-12"],
    { $id: "https://cases.example/plain", items: { $dynamicRef: "#items" }, $defs: { a: { $anchor: "items", type: "string" } } },
    [["x"]],
    [[1]],
  ),
  of(
    "$dynamicRef to a pointer is $ref",
    ["2020-12"],
    {
      $id: "https://cases.example/pointer",
      items: { $dynamicRef: "#/$defs/a" },
      $defs: { a: { $dynamicAnchor: "items", type: "string" } },
    },
    [["x"]],
    [[1]],
  ),
  of(
    "$dynamicRef to the outermost $dynamicAnchor",
    ["2020-12"],
    {
      $id: "https://cases.example/strings",
      $ref: "list",
      $defs: {
        own: { $dynamicAnchor: "items", type: "string" },
        list: { $id: "list", items: { $dynamicRef: "#items" }, $defs: { default: { $dynamicAnchor: "items" } } },
      },
    },
    [["x"]],
    [[1]],
  ),
  of(
    "$dynamicRef passes over anchors that are not dynamic",
    ["2020-12"],
    {
      $id: "https://cases.example/strings2",
      $ref: "list2",
      $defs: {
        own: { $anchor: "items", type: "string" },
        list: { $id: "list2", items: { $dynamicRef: "#items" }, $defs: { default: { $dynamicAnchor: "items" } } },
      },
    },
    [["x"], [1]],
    [],
  ),
  of(
    "$dynamicRef without a $dynamicAnchor where it stands",
    ["2020-12"],
    {
      $id: "https://cases.example/strings3",
      $ref: "list3",
      $defs: {
        own: { $dynamicAnchor: "items", type: "string" },
        list: { $id: "list3", items: { $dynamicRef: "#items" }, $defs: { default: { $anchor: "items" } } },
      },
    },
    [["x"], [1]],
    [],
  ),
  of(
    "$dynamicRef sees only the way, not the declaration",
    ["2020-12"],
    {
      $id: "https://cases.example/way",
      if: { $id: "first", $defs: { thingy: { $id: "inner", $dynamicAnchor: "thingy", type: "number" } } },
      then: { $id: "second", $ref: "start", $defs: { thingy: { $id: "inner2", $dynamicAnchor: "thingy", type: "null" } } },
      $defs: { start: { $id: "start", $dynamicRef: "inner3#thingy" }, thingy: { $id: "inner3", $dynamicAnchor: "thingy", type: "string" } },
    },
    ["x"],
    [1, null],
  ),
  of(
    "$dynamicRef in a tree that is closed from outside",
    ["2020-12"],
    {
      $id: "https://cases.example/strict-tree",
      $dynamicAnchor: "node",
      $ref: "tree",
      unevaluatedProperties: false,
      $defs: {
        tree: {
          $id: "tree",
          $dynamicAnchor: "node",
          type: "object",
          properties: { data: true, children: { type: "array", items: { $dynamicRef: "#node" } } },
        },
      },
    },
    [{ children: [{ data: 1 }] }],
    [{ children: [{ daat: 1 }] }],
  ),
  of(
    "$dynamicRef from a document that was handed over",
    ["2020-12"],
    { $id: "https://cases.example/numbers", $ref: "extendible", $defs: { elements: { $dynamicAnchor: "elements", type: "number" } } },
    [{ elements: [1] }],
    [{ elements: ["x"] }],
    {
      "https://cases.example/extendible": {
        $id: "extendible",
        type: "object",
        properties: { elements: { type: "array", items: { $dynamicRef: "#elements" } } },
        $defs: { elements: { $dynamicAnchor: "elements" } },
      },
    },
  ),
];

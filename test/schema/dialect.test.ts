import { describe, expect, it } from "vitest";
import { declaredDialect, dialectNamed } from "../../src/schema/dialect.js";

describe("dialectNamed", () => {
  it("knows each meta-schema, over http and https, with and without an empty fragment", () => {
    expect(dialectNamed("http://json-schema.org/draft-07/schema#")).toBe("draft-07");
    expect(dialectNamed("https://json-schema.org/draft-07/schema")).toBe("draft-07");
    expect(dialectNamed("http://json-schema.org/draft-03/schema#")).toBe("draft-03");
    expect(dialectNamed("https://json-schema.org/draft/2020-12/schema#")).toBe("2020-12");
  });

  it("knows no others", () => {
    expect(dialectNamed("https://example.com/schema")).toBeUndefined();
    expect(dialectNamed("")).toBeUndefined();
  });
});

describe("declaredDialect", () => {
  it("reads $schema, whatever the schema is", () => {
    expect(declaredDialect({ $schema: "https://json-schema.org/draft/2019-09/schema" })).toBe("2019-09");
    for (const schema of [{}, { $schema: 7 }, { $schema: "other" }, [], null, true, "x"]) expect(declaredDialect(schema)).toBeUndefined();
  });
});

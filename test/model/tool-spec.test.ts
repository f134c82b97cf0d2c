import { describe, expect, it } from "vitest";
import { placeOf, readTools } from "../../src/declarations/index.js";
import { ToolSpec } from "../../src/model/tool-spec.js";
import { nodeOf } from "../declarations/node-of.js";

const getUser = ToolSpec.fromFunction({
  name: "get_user",
  description: "Fetch a user by ID.",
  parameters: [
    { name: "user_id", type: "str" },
    { name: "include_email", type: "bool", optional: true },
  ],
  returns: "dict",
});

describe("ToolSpec.fromFunction", () => {
  it("requires the parameters that have no default", () => {
    expect(getUser.toSchema()).toEqual({
      name: "get_user",
      description: "Fetch a user by ID.",
      parameters: {
        type: "object",
        properties: { user_id: { type: "string" }, include_email: { type: "boolean" } },
        required: ["user_id"],
      },
      returns: { type: "object" },
    });
    expect(getUser.parameterNames).toEqual(["user_id", "include_email"]);
  });

  it.each([
    ["str", "string"],
    ["int", "integer"],
    ["float", "number"],
    ["bool", "boolean"],
    ["list", "array"],
    ["dict", "object"],
    ["integer", "integer"],
  ] as const)("writes %s as %s", (type, expected) => {
    const spec = ToolSpec.fromFunction({ name: "f", parameters: [{ name: "x", type, optional: true }], returns: type });
    expect(spec.parameters).toEqual({ type: "object", properties: { x: { type: expected } } });
    expect(spec.returns).toEqual({ type: expected });
  });

  it("takes whole schemas and descriptions", () => {
    const spec = ToolSpec.fromFunction({ name: "f", parameters: [{ name: "x", type: { enum: [1, 2] }, description: "which" }] });
    expect(spec.parameters).toEqual({ type: "object", properties: { x: { enum: [1, 2], description: "which" } }, required: ["x"] });
    expect(spec.description).toBe("");
  });

  it("refuses what it cannot map", () => {
    const twice = [
      { name: "x", type: "str" },
      { name: "x", type: "int" },
    ] as const;
    expect(() => ToolSpec.fromFunction({ name: "f", parameters: twice })).toThrow('Tool "f" has two parameters called "x"');
    expect(() => ToolSpec.fromFunction({ name: "" })).toThrow(TypeError);
    // @ts-expect-error a type of no known name, as a caller without types may write it
    expect(() => ToolSpec.fromFunction({ name: "f", returns: "Decimal" })).toThrow('got "Decimal"');
  });
});

describe("ToolSpec.buildInput", () => {
  it("maps positional and named arguments", () => {
    expect(getUser.buildInput(["u1"], { include_email: true })).toEqual({ user_id: "u1", include_email: true });
    expect(getUser.buildInput(["u1", false])).toEqual({ user_id: "u1", include_email: false });
    expect(getUser.buildInput([], { user_id: "u1" })).toEqual({ user_id: "u1" });
  });

  it("counts null as given", () => {
    expect(getUser.buildInput([null])).toEqual({ user_id: null });
  });

  it("refuses surplus, unknown, doubled and missing arguments", () => {
    expect(() => getUser.buildInput(["u1", true, 3])).toThrow('Tool "get_user" takes at most 2 arguments, got 3');
    expect(() => getUser.buildInput(["u1"], { mail: true })).toThrow('Tool "get_user" has no parameter "mail"');
    expect(() => getUser.buildInput(["u1"], { user_id: "u2" })).toThrow('Parameter "user_id" of tool "get_user" has two values');
    expect(() => getUser.buildInput()).toThrow('Tool "get_user" requires "user_id"');
  });

  it("maps by the order of properties where no order is given", () => {
    const spec = new ToolSpec({ name: "f", description: "", parameters: { type: "object", properties: { b: {}, a: {} } }, returns: {} });
    expect(spec.buildInput([1, 2])).toEqual({ b: 1, a: 2 });
  });

  it("keeps a parameter called like a member of every object", () => {
    const spec = ToolSpec.fromFunction({ name: "f", parameters: [{ name: "__proto__", type: "str" }] });
    expect(Object.entries(spec.buildInput(["x"]))).toEqual([["__proto__", "x"]]);
  });
});

describe("ToolSpec from declarations", () => {
  const parameters = { type: "object", properties: { tz: { type: "string" } } };

  it("reads OpenAI's, nested and flat", () => {
    const expected = { name: "f", description: "d", parameters, returns: { type: "object" } };
    expect(ToolSpec.fromOpenAI({ type: "function", function: { name: "f", description: "d", parameters } }).toSchema()).toEqual(expected);
    expect(ToolSpec.fromOpenAI({ type: "function", name: "f", description: "d", parameters }).toSchema()).toEqual(expected);
  });

  it("takes missing parameters for none", () => {
    expect(ToolSpec.fromOpenAI({ function: { name: "f" } }).parameters).toEqual({ type: "object", properties: {} });
    expect(ToolSpec.fromAnthropic({ name: "f" }).parameters).toEqual({ type: "object", properties: {} });
  });

  it("reads Anthropic's", () => {
    expect(ToolSpec.fromAnthropic({ name: "f", description: "d", input_schema: parameters })).toMatchObject({
      name: "f",
      parameters,
      parameterNames: ["tz"],
    });
  });

  it("refuses what is no declaration", () => {
    expect(() => ToolSpec.fromOpenAI([])).toThrow(TypeError);
    expect(() => ToolSpec.fromOpenAI({ function: {} })).toThrow("must be a non-empty string");
    expect(() => ToolSpec.fromAnthropic({ name: "f", input_schema: [] })).toThrow('`input_schema` of "f" must be a JSON Schema');
  });
});

describe("ToolSpec.toTool", () => {
  it("is the tool that readTools reads from its schema", () => {
    const [tool] = readTools(nodeOf([getUser.toSchema()])).tools;
    expect(getUser.toTool()).toEqual({
      ...tool,
      at: { entry: "", name: "/name", argumentsSchema: "/parameters", resultSchema: "/returns" },
    });
    expect(placeOf([nodeOf(getUser.toSchema())], getUser.toTool(), "argumentsSchema")?.value()).toEqual(getUser.parameters);
  });

  it("declares no result that nobody described", () => {
    expect(ToolSpec.fromOpenAI({ name: "f" }).toTool().resultSchema).toBeNull();
  });
});

import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { placeOf, placeOfFault, type ReadListOptions, readTools } from "../../src/declarations/index.js";
import type { Tool, Toolset } from "../../src/model/tool.js";
import { nodeOf, nodeOfText } from "./node-of.js";

const schema = { type: "object", properties: { tz: { type: "string" } }, required: ["tz"] };

function read(value: unknown, options?: ReadListOptions): Toolset {
  return readTools(nodeOf(value), options);
}

function only(value: unknown): Tool {
  const { tools, faults } = read(value);
  expect(faults).toEqual([]);
  expect(tools).toHaveLength(1);
  const [tool] = tools;
  if (tool === undefined) throw new Error("no tool");
  return tool;
}

function messages(value: unknown): readonly string[] {
  return read(value).faults.map((fault) =>
    fault.kind === "invalid" ? `${fault.pointer} ${fault.message}` : `duplicate ${fault.tool.key}`,
  );
}

describe("readTools", () => {
  it.each([
    [
      "OpenAI Chat",
      { type: "function", function: { name: "get_time", description: "d", parameters: schema, strict: true } },
      { strict: true },
    ],
    ["Mistral, without a type", { function: { name: "get_time", description: "d", parameters: schema } }, {}],
    ["OpenAI Responses", { type: "function", name: "get_time", description: "d", parameters: schema, strict: false }, { strict: false }],
    ["Anthropic", { name: "get_time", description: "d", input_schema: schema }, {}],
    ["Anthropic, typed custom", { type: "custom", name: "get_time", description: "d", input_schema: schema }, {}],
    [
      "MCP",
      { name: "get_time", description: "d", inputSchema: schema, outputSchema: { type: "object" } },
      { resultSchema: { type: "object" } },
    ],
    ["Bedrock", { toolSpec: { name: "get_time", description: "d", inputSchema: { json: schema } } }, {}],
    ["Gemini", { functionDeclarations: [{ name: "get_time", description: "d", parameters: schema }] }, { dialect: "openapi" }],
    ["Gemini JSON Schema", { functionDeclarations: [{ name: "get_time", description: "d", parametersJsonSchema: schema }] }, {}],
    [
      "Gemini from Python",
      {
        function_declarations: [{ name: "get_time", description: "d", parameters: null, parameters_json_schema: schema }],
        google_search: null,
      },
      {},
    ],
    ["AI SDK", { type: "function", name: "get_time", description: "d", inputSchema: { jsonSchema: schema } }, {}],
    [
      "021labs ToolSpec",
      { name: "get_time", description: "d", parameters: schema, returns: { type: "object" } },
      { resultSchema: { type: "object" } },
    ],
    ["legacy functions", { name: "get_time", description: "d", parameters: schema }, {}],
    ["Pydantic AI", { name: "get_time", description: "d", parameters_json_schema: schema, strict: null }, {}],
    ["Cohere v1", { name: "get_time", description: "d", parameter_definitions: { tz: { type: "str", required: true } } }, {}],
    ["xLAM", { name: "get_time", description: "d", parameters: { tz: { type: "str" } } }, {}],
    ["BFCL", { name: "get_time", description: "d", parameters: { ...schema, type: "dict" } }, {}],
  ])("reads %s", (_, entry, differing) => {
    expect(only([entry])).toMatchObject({
      name: "get_time",
      key: "get_time",
      type: "function",
      description: "d",
      argumentsSchema: schema,
      resultSchema: null,
      strict: null,
      hosted: false,
      input: "json",
      dialect: "json-schema",
      source: 0,
      availableFrom: 0,
      removedAt: null,
      ...differing,
    });
  });

  it.each([
    ["absent", { name: "ping", description: "d" }],
    ["null", { type: "function", function: { name: "ping", parameters: null } }],
    ["absent in a flat function", { type: "function", name: "ping" }],
    ["absent in Gemini", { functionDeclarations: [{ name: "ping" }] }],
  ])("declares no arguments where the schema is %s", (_, entry) => {
    expect(only([entry])).toMatchObject({ key: "ping", argumentsSchema: null, hosted: false });
  });

  it("keeps boolean schemas", () => {
    expect(only([{ type: "function", name: "any", parameters: true }]).argumentsSchema).toBe(true);
  });

  it.each([
    ["OpenAI", { type: "web_search", filters: null }, { name: null, key: "web_search", type: "web_search" }],
    [
      "Anthropic, with a name",
      { type: "web_search_20250305", name: "web_search" },
      { name: "web_search", key: "web_search", type: "web_search_20250305" },
    ],
    ["Anthropic's client tools", { type: "bash_20250124", name: "bash" }, { name: "bash", key: "bash" }],
    [
      "an MCP server, by its label",
      { type: "mcp", server_label: "wiki", server_url: "https://w" },
      { name: "wiki", key: "wiki", type: "mcp" },
    ],
    [
      "a gateway's tool, whose parameters are settings",
      { type: "openrouter:web_search", parameters: { max_results: 3 } },
      { key: "openrouter:web_search", argumentsSchema: null },
    ],
    [
      "an AI SDK provider tool",
      { type: "provider", id: "openai.web_search", name: "web_search", args: {} },
      { key: "web_search", type: "provider" },
    ],
    ["Gemini, in camel case", { google_search: {} }, { name: null, key: "googleSearch", type: "googleSearch" }],
    ["Bedrock", { systemTool: { name: "nova_grounding" } }, { key: "nova_grounding", type: "systemTool" }],
  ])("reads a hosted tool of %s", (_, entry, expected) => {
    expect(only([entry])).toMatchObject({ hosted: true, input: "json", argumentsSchema: null, ...expected });
  });

  it("reads the schema of a client's tool search", () => {
    expect(only([{ type: "tool_search", execution: "client", parameters: schema }])).toMatchObject({
      hosted: true,
      key: "tool_search",
      argumentsSchema: schema,
    });
  });

  it.each([
    ["nested", { type: "custom", custom: { name: "sql", format: { type: "text" } } }],
    ["flat", { type: "custom", name: "sql", format: { type: "grammar" } }],
  ])("reads a %s custom tool as free text", (_, entry) => {
    expect(only([entry])).toMatchObject({ name: "sql", type: "custom", input: "text", argumentsSchema: null, hosted: false });
  });

  it("reads several declarations and hosted tools of one Gemini object", () => {
    const { tools } = read([{ functionDeclarations: [{ name: "a" }, { name: "b" }], googleSearch: {}, codeExecution: null }]);
    expect(tools.map(({ key }) => key)).toEqual(["a", "b", "googleSearch"]);
  });

  it("reads dialects mixed in one list", () => {
    const { tools } = read([
      { type: "web_search" },
      { name: "a", input_schema: schema },
      { function: { name: "b" } },
      { cachePoint: { type: "default" } },
    ]);
    expect(tools.map(({ key }) => key)).toEqual(["web_search", "a", "b"]);
  });

  it.each([
    ["an MCP response", { jsonrpc: "2.0", id: 1, result: { tools: [{ name: "a", inputSchema: schema }] } }, "/result/tools/0"],
    ["its result", { tools: [{ name: "a", inputSchema: schema }] }, "/tools/0"],
    ["a Bedrock toolConfig", { toolConfig: { tools: [{ toolSpec: { name: "a" } }] } }, "/toolConfig/tools/0"],
    ["a request body", { model: "m", messages: [], tools: [{ type: "function", function: { name: "a" } }] }, "/tools/0"],
    ["legacy functions of a request", { model: "m", functions: [{ name: "a" }] }, "/functions/0"],
    ["JSON text inside it", { tools: '[{"name": "a"}]' }, "/tools/0"],
    ["one declaration", { type: "function", function: { name: "a" } }, ""],
    ["one Gemini object", { functionDeclarations: [{ name: "a" }] }, "/functionDeclarations/0"],
    ["a map", { a: { description: "d", inputSchema: schema } }, "/a"],
    ["a map whose values repeat the name", { a: { name: "a", inputSchema: schema } }, "/a"],
    ["a map inside a request", { tools: { a: { inputSchema: { jsonSchema: schema } } } }, "/tools/a"],
  ])("finds the list in %s", (_, value, entry) => {
    expect(only(value)).toMatchObject({ key: "a", at: { entry } });
  });

  it("reads a list that is JSON text, and resolves places inside the text", () => {
    const node = nodeOf('[{"name":"a","parameters":{"type":"object"}}]');
    const [tool] = readTools(node).tools;
    expect(tool?.key).toBe("a");
    expect(tool && placeOf([node], tool, "argumentsSchema", "/type")?.raw()).toBe('"object"');
  });

  it("reads entries that are JSON text each", () => {
    const node = nodeOf(['{"function": {"name": "a", "parameters": {"type": "object"}}}']);
    const [tool] = readTools(node).tools;
    expect(tool).toMatchObject({ key: "a", at: { name: "/0/function/name" } });
    expect(tool && placeOf([node], tool, "name")?.raw()).toBe('"a"');
  });

  it("unites the pages of a list, and knows when the last one is missing", () => {
    const first = { result: { tools: [{ name: "a", inputSchema: schema }], nextCursor: "2" } };
    const last = { result: { tools: [{ name: "b", inputSchema: schema }] } };
    expect(read([first, last])).toMatchObject({ completeness: "declared", tools: [{ key: "a" }, { key: "b" }] });
    expect(read(first).completeness).toBe("partial");
  });

  it("takes a map from names to tools, provider tools included", () => {
    const { tools, faults } = read({
      "get-time": { description: "d", inputSchema: schema },
      web: { type: "provider", id: "openai.web_search", args: {} },
      bad: 1,
    });
    expect(tools).toMatchObject([
      { name: "get-time", hosted: false, argumentsSchema: schema, at: { entry: "/get-time", name: "/get-time" } },
      { name: "web", hosted: true, argumentsSchema: null },
    ]);
    expect(faults).toMatchObject([{ kind: "invalid", pointer: "/bad" }]);
  });

  it("tells an empty list from none", () => {
    expect(read([]).completeness).toBe("declared");
    expect(read({}).completeness).toBe("declared");
    expect(read(null).completeness).toBe("absent");
    expect(read({ tools: null }).completeness).toBe("absent");
    // What tools did, as Agno keeps it under the same key.
    expect(read([{ tool_call_id: "c1", tool_name: "ping", tool_args: {}, result: "pong" }])).toMatchObject({
      completeness: "absent",
      faults: [],
    });
    expect(messages([{ tool_name: "ping", tool_args: {} }])).toEqual([expect.stringContaining("A tool has neither a name")]);
    expect(read({ tools: [] }).completeness).toBe("declared");
  });

  it("is partial where a declaration lets the model call tools that no list names", () => {
    expect(read([{ computerUse: { environment: "ENVIRONMENT_BROWSER" } }]).completeness).toBe("partial");
  });

  it("keeps source, first message and completeness of its options", () => {
    const { tools, completeness } = read([{ name: "a" }], { source: 2, availableFrom: 4, completeness: "partial" });
    expect(tools).toMatchObject([{ source: 2, availableFrom: 4 }]);
    expect(completeness).toBe("partial");
  });

  it("opens namespaces, and qualifies only names that are not unique", () => {
    const namespace = (name: string, ...tools: readonly string[]) => ({
      type: "namespace",
      name,
      description: "d",
      tools: tools.map((tool) => ({ type: "function", name: tool })),
    });
    const { tools, faults } = read([namespace("crm", "list", "merge"), namespace("billing", "list"), { type: "function", name: "pay" }]);
    expect(faults).toEqual([]);
    expect(tools.map(({ key }) => key)).toEqual(["crm.list", "merge", "billing.list", "pay"]);
    expect(tools[2]).toMatchObject({ name: "list", at: { name: "/1/tools/0/name" } });
    expect(messages([namespace("crm", "list", "list")])).toEqual(["duplicate crm.list"]);
  });

  it("takes several MCP servers in one list", () => {
    expect(
      messages([
        { type: "mcp", server_label: "a" },
        { type: "mcp", server_label: "b" },
      ]),
    ).toEqual([]);
  });

  it("lists a key declared twice", () => {
    const toolset = read([{ name: "a", parameters: schema }, { name: "a" }]);
    expect(toolset.faults).toMatchObject([{ kind: "duplicate", tool: { at: { entry: "/1" } }, first: { at: { entry: "/0" } } }]);
    expect(toolset.get("a")?.argumentsSchema).toEqual(schema);
  });

  it("reads tools called like members of every object", () => {
    expect(
      readTools(nodeOfText('{"__proto__": {"inputSchema": {}}, "constructor": {"inputSchema": {}}}')).tools.map(({ key }) => key),
    ).toEqual(["__proto__", "constructor"]);
  });

  it.each([
    [7, " Tools must be a list, or an object that holds one, got a number"],
    ["get_time", /^ The list of tools is text that is not JSON: /],
    [{ model: "m", messages: [] }, ' A tool has neither a name nor the type of a hosted tool; it has only "model" and "messages"'],
    [["get_time"], "/0 A tool must be an object, got a string"],
    [[null], "/0 A tool must be an object, got null"],
    [[{}], "/0 A tool has neither a name nor the type of a hosted tool; it is empty"],
    [[{ type: "function" }], '/0 A function tool has no "function"'],
    [
      [{ type: "function", function: "get_time" }],
      '/0/function The function of a tool must be an object with "name" and "parameters", got a string',
    ],
    [[{ type: "function", function: { parameters: {} } }], "/0 A tool has no `name`"],
    [[{ type: "function", function: { name: null } }], "/0 A tool has no `name`"],
    [[{ type: "function", function: { name: "" } }], "/0/function/name The name of a tool is empty"],
    [[{ type: "function", function: { name: 3 } }], "/0/function/name The name of a tool must be a string, got a number"],
    [[{ type: "web_search_20250305", name: "" }], "/0/name The name of a tool is empty"],
    [[{ name: "a", parameters: [] }], '/0/parameters The parameters of tool "a" must be a JSON Schema (an object), got an array'],
    [[{ name: "a", input_schema: "{}" }], '/0/input_schema The parameters of tool "a" must be a JSON Schema (an object), got a string'],
    [
      [{ name: "a", parameter_definitions: 1 }],
      '/0/parameter_definitions The parameters of tool "a" must be a JSON Schema (an object), got a number',
    ],
    [
      [{ name: "a", inputSchema: {}, outputSchema: 1 }],
      '/0/outputSchema The result schema of tool "a" must be a JSON Schema (an object), got a number',
    ],
    [
      [{ function: { name: "a", input_schema: {} } }],
      '/0/function/input_schema The schema of tool "a" is under "input_schema"; it belongs under "parameters"',
    ],
    [[{ toolSpec: { name: "a", inputSchema: schema } }], '/0/toolSpec/inputSchema `inputSchema` must hold the JSON Schema under "json"'],
    [[{ toolSpec: [] }], '/0/toolSpec A toolSpec must be an object with "name" and "inputSchema", got an array'],
    [[{ functionDeclarations: {} }], "/0/functionDeclarations Function declarations must be a list, got an object"],
    [[{ functionDeclarations: ["a"] }], '/0/functionDeclarations/0 A function declaration must be an object with "name", got a string'],
    [[{ functionDeclarations: [{ name: "a", parameters: {}, parametersJsonSchema: {} }] }], /it may have only one$/],
    [[{ type: "namespace", name: "n" }], "/0 The tools of a namespace must be a list, got nothing"],
    [[{ type: "custom", custom: 1 }], '/0/custom A custom tool must be an object with "name", got a number'],
    [[schema], "/0 A tool is a bare JSON Schema, without a name"],
    [[[{ name: "a" }]], "/0 A tool must be an object, got an array"],
  ])("refuses %j", (value, expected) => {
    const { tools } = read(value);
    expect(tools).toEqual([]);
    const found = messages(value);
    expect(found).toHaveLength(1);
    if (typeof expected === "string") expect(found).toEqual([expected]);
    else expect(found[0]).toMatch(expected);
  });

  it("goes on after an entry that it refuses", () => {
    const { tools, faults } = read([{ name: "a" }, 1, { name: "b" }]);
    expect(tools.map(({ key }) => key)).toEqual(["a", "b"]);
    expect(faults).toHaveLength(1);
  });

  it("builds schemas from Python's words", () => {
    const parameters = {
      ids: { type: "List[int]", description: "d" },
      when: { type: "str, optional" },
      depth: { type: "int", default: 1 },
      extra: { type: "Union[str, int]" },
      ratio: { type: "Optional[float]" },
    };
    expect(only([{ name: "a", parameters }]).argumentsSchema).toEqual({
      type: "object",
      properties: {
        ids: { type: "array", items: { type: "integer" } },
        when: { type: "string" },
        depth: { type: "integer" },
        extra: {},
        ratio: { type: "number" },
      },
      required: ["ids", "extra"],
    });
    const bfcl = { type: "dict", properties: { at: { type: "tuple", items: { type: "float" } }, type: { type: "any" } }, required: ["at"] };
    expect(only([{ name: "a", parameters: bfcl }]).argumentsSchema).toEqual({
      type: "object",
      properties: { at: { type: "array", items: { type: "number" } }, type: {} },
      required: ["at"],
    });
  });

  it("answers for any JSON value: each entry of a list is a tool or a fault", () => {
    fc.assert(
      fc.property(fc.array(fc.oneof(fc.jsonValue(), entry), { maxLength: 6 }), (list) => {
        const node = nodeOf(list);
        const { tools, faults } = readTools(node);
        for (const tool of tools) expect(placeOf([node], tool, "argumentsSchema")).toBeDefined();
        const places = [
          ...tools.map(({ at }) => at.entry),
          ...faults.map((fault) => (fault.kind === "invalid" ? fault.pointer : fault.tool.at.entry)),
        ];
        const told = new Set(places.map((pointer) => pointer.split("/")[1]));
        expect(told.size).toBe(list.length);
      }),
    );
  });
});

const word = fc.constantFrom("function", "object", "a", "b", "web_search", "namespace", "custom", "OBJECT", "");
/** Entries that look like a tool here and there. */
const entry = fc.dictionary(
  fc.constantFrom(
    "type",
    "name",
    "function",
    "parameters",
    "input_schema",
    "inputSchema",
    "toolSpec",
    "description",
    "parameter_definitions",
    "format",
  ),
  fc.oneof(
    word,
    fc.jsonValue({ maxDepth: 2 }),
    fc.dictionary(fc.constantFrom("name", "json", "parameters", "type"), fc.oneof(word, fc.jsonValue({ maxDepth: 1 }))),
  ),
  { minKeys: 1 },
);

describe("placeOf", () => {
  const node = nodeOf([
    { name: "a", parameter_definitions: { tz: { type: "str" } } },
    { toolSpec: { name: "b", inputSchema: { json: schema } } },
    { type: "web_search" },
  ]);
  const { tools } = readTools(node);
  const [cohere, bedrock, hosted] = tools;
  if (cohere === undefined || bedrock === undefined || hosted === undefined) throw new Error("expected three tools");

  it("finds each part, and places inside a schema", () => {
    expect(placeOf([node], bedrock, "name")?.pointer).toBe("/1/toolSpec/name");
    expect(placeOf([node], bedrock, "argumentsSchema", "/properties/tz/type")?.pointer).toBe(
      "/1/toolSpec/inputSchema/json/properties/tz/type",
    );
    expect(placeOf([node], hosted, "name")?.pointer).toBe("/2/type");
  });

  it("falls back to the nearest ancestor", () => {
    expect(placeOf([node], bedrock, "argumentsSchema", "/properties/other")?.pointer).toBe("/1/toolSpec/inputSchema/json/properties");
    expect(placeOf([node], cohere, "argumentsSchema", "/properties/tz/type")?.pointer).toBe("/0/parameter_definitions");
    expect(placeOf([node], hosted, "argumentsSchema")?.pointer).toBe("/2");
    expect(placeOf([node], cohere, "resultSchema")?.pointer).toBe("/0");
  });

  it("knows nothing of a source that is not there", () => {
    expect(placeOf([], bedrock, "name")).toBeUndefined();
  });

  it("finds the place of a fault", () => {
    const list = nodeOf([{ name: "a" }, { name: "a" }, 3]);
    expect(readTools(list).faults.map((fault) => placeOfFault([list], fault)?.pointer)).toEqual(["/2", "/1/name"]);
  });
});

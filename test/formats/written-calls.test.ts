import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { mayHoldCalls, readWrittenCalls } from "../../src/formats/written-calls/markup.js";
import { readPythonCalls } from "../../src/formats/written-calls/python-calls.js";
import { toolsInText } from "../../src/formats/written-calls/tools-in-text.js";
import type { WrittenCall } from "../../src/formats/written-calls/written-call.js";
import { resolvePointer } from "../../src/json/pointer.js";
import type { JsonValue } from "../../src/json/value.js";
import { rootOf, textAt } from "../support/recording.js";

/** A text as the string of a file, so that places are those of the file. */
function fileOf(text: string) {
  const file = JSON.stringify({ text });
  const node = rootOf(file).get("text");
  if (node === undefined) throw new Error("no text");
  return { file, node };
}

const noSchema = () => undefined;

function callsIn(text: string, schema?: JsonValue): readonly string[] {
  return readWrittenCalls(fileOf(text).node, () => schema).calls.map(words);
}

function words({ name, decoded }: WrittenCall): string {
  const given =
    decoded.kind === "parsed" ? JSON.stringify(decoded.root.value()) : decoded.kind === "malformed" ? decoded.fault : decoded.kind;
  return `${name?.string() ?? "?"} ${given}`;
}

describe("Calls in markup", () => {
  it.each([
    ["Hermes", '<tool_call>\n{"name": "f", "arguments": {"a": 1}}\n</tool_call>', ['f {"a":1}']],
    ["arguments as JSON text", '<tool_call>{"name": "f", "arguments": "{\\"a\\": 1}"}</tool_call>', ['f {"a":1}']],
    ["several in one block", '<tool_call>\n{"name": "f", "arguments": {}}\n{"name": "g", "arguments": {}}\n</tool_call>', ["f {}", "g {}"]],
    ["a list in a block", '<tool_call>[{"name": "f", "arguments": {}}, {"name": "g"}]</tool_call>', ["f {}", "g empty"]],
    ["several blocks", 'Both. <tool_call>{"name": "f"}</tool_call> and <tool_call>{"name": "g"}</tool_call>', ["f empty", "g empty"]],
    ["a block that nothing closes", '<tool_call>{"name": "f", "arguments": {"a": 1}}<|im_end|>', ['f {"a":1}']],
    ["OpenAI's nesting", '<tool_call>{"type": "function", "function": {"name": "f", "arguments": {}}}</tool_call>', ["f {}"]],
    ["Llama's parameters", '<|python_tag|>{"name": "f", "parameters": {"a": 1}}<|eom_id|>', ['f {"a":1}']],
    ["code for an interpreter", "<|python_tag|>print(1)", []],
    ["Glaive", `<functioncall> {"name": "f", "arguments": '{"a": "it\\'s"}'} <|endoftext|>`, ['f {"a":"it\'s"}']],
    ["a thought", '<think><tool_call>{"name": "f"}</tool_call></think> No.', []],
    [
      "a thought whose beginning the template wrote",
      'A <tool_call>{"name": "f"}</tool_call>?</think><tool_call>{"name": "g"}</tool_call>',
      ["g empty"],
    ],
    ["a mark in backticks", "Write `<tool_call>` in front.", []],
    ["code that shows a call", '```\n<tool_call>{"name": "f"}</tool_call>\n```', []],
    ["bare JSON of a name and arguments", '{"name": "f", "parameters": {"a": 1}}', ['f {"a":1}']],
    ["bare JSON of something else", '{"name": "f", "age": 3}', []],
    ["prose", "There is no call < 3.", []],
  ])("%s", (_, text, calls) => {
    expect(callsIn(text)).toEqual(calls);
  });

  it.each([
    ["a Python dictionary", "<tool_call>{'name': 'f', 'arguments': {}}</tool_call>", "f python-literal", "'"],
    ["a bracket too many", '<tool_call>{"name": "f", "arguments": {}}}</tool_call>', "f not-json", "}"],
    ["text that is no JSON", "<tool_call>call f</tool_call>", "? not-json", "call"],
    ["a block that breaks off", '<tool_call>{"name": "f", "arguments": {"a"', "f truncated", ""],
    ["broken JSON in a function tag", '<function=f>{"a":}</function>', "f not-json", "}"],
    ["broken JSON in single quotes", `<functioncall> {"name": "f", "arguments": '{"a": }'}`, "f not-json", "}"],
  ])("are malformed at their place: %s", (_, text, call, spot) => {
    const { file, node } = fileOf(text);
    const { calls } = readWrittenCalls(node, noSchema);
    expect(calls.map(words)).toEqual([call]);
    const decoded = calls[0]?.decoded;
    expect(decoded?.kind === "malformed" && decoded.range && textAt(file, decoded.range)).toBe(spot);
  });

  it("take their types from the declaration where they are in tags", () => {
    const schema = {
      type: "object",
      properties: {
        id: { type: "integer" },
        zip: { type: "string" },
        car: { type: "boolean" },
        note: { type: ["string", "null"] },
        list: { type: "array" },
        size: { anyOf: [{ type: "number" }, { type: "null" }] },
        kind: { enum: ["1", "2"] },
      },
    };
    const tagged = {
      id: "7",
      zip: "01234",
      car: "True",
      note: "null",
      list: "[1, 2]",
      size: "None",
      kind: "1",
      other: "5",
      bag: '{"a": 1}',
    };
    const text = Object.entries(tagged).map(([key, value]) => `<parameter=${key}>\n${value}\n</parameter>`);
    expect(callsIn(`<tool_call>\n<function=f>\n${text.join("\n")}\n</function>\n</tool_call>`, schema)).toEqual([
      'f {"id":7,"zip":"01234","car":true,"note":null,"list":[1,2],"size":null,"kind":"1","other":"5","bag":{"a":1}}',
    ]);
    expect(callsIn("<function=f><parameter=id>seven</parameter></function>", schema)).toEqual(['f {"id":"seven"}']);
    expect(callsIn("<function=f><parameter=id>7</function>", schema)).toEqual(["f not-json"]);
  });

  it("have the places of their values where they are in tags", () => {
    const { file, node } = fileOf('<function=f><parameter=a>x "y"</parameter>\n<parameter=b>\n{"c": [1, 22]}\n</parameter></function>');
    const decoded = readWrittenCalls(node, noSchema).calls[0]?.decoded;
    const root = decoded?.kind === "parsed" ? decoded.root : undefined;
    const placeOf = (pointer: string) => {
      const found = root && resolvePointer(root, pointer);
      return found && textAt(file, found.range);
    };
    expect(["/a", "/b", "/b/c", "/b/c/1"].map(placeOf)).toEqual(['x \\"y\\"', '{\\"c\\": [1, 22]}', "[1, 22]", "22"]);
  });
});

describe("Calls as Python", () => {
  const read = (text: string, byOrder = false) => {
    const { calls, isWhole } = readPythonCalls(fileOf(text).node, { byOrder });
    return [...calls.map(words), ...(isWhole ? [] : ["…"])];
  };

  it.each([
    ['[f(a=1, b="x"), g()]', ['f {"a":1,"b":"x"}', "g {}"]],
    ["[Get Time(tz='x'), api/v1.of(n=-1.5e3)]", ['Get Time {"tz":"x"}', 'api/v1.of {"n":-1500}']],
    ["[f(a=True, b=None, c=false, d=null)]", ['f {"a":true,"b":null,"c":false,"d":null}']],
    ["[f(a=[1, (2, 3), (4), {5}], b={'x': {\"y\": []}})]", ['f {"a":[1,[2,3],4,[5]],"b":{"x":{"y":[]}}}']],
    [
      "[f(a='it\\'s \"x\"\\n\\u00e9\\x41', b=\"a\" 'b', c=r'\\d')]",
      ['f {"a":"it\'s \\"x\\"\\né A","b":"ab","c":"\\\\d"}'.replace("é A", "éA")],
    ],
    ["f(a=1), g(b=2)", ['f {"a":1}', 'g {"b":2}']],
    ["[]", []],
  ])("%s", (text, calls) => {
    expect(read(text)).toEqual(calls);
  });

  it.each([
    ["[f(1)]", ["f not-json"], "1"],
    ["[f(a=x), g(b=1)]", ["f not-json", 'g {"b":1}'], "x"],
    ["[f(a=2023-01-01)]", ["f not-json"], "-"],
    ["[f(a=1, a=2)]", ["f not-json"], "a"],
    ["[f(a='x]", ["f truncated", "…"], ""],
    ["[f(a=1) g()]", ["f not-json", "…"], "g"],
    ["[f(a=[1, 2)]", ["f not-json", "…"].slice(0, 2), ")"],
  ])("%s is malformed where it breaks", (text, calls, spot) => {
    expect(read(text)).toEqual(calls);
    const { file, node } = fileOf(text);
    const fault = readPythonCalls(node).calls.find(({ decoded }) => decoded.kind === "malformed")?.decoded;
    expect(fault?.kind === "malformed" && fault.range && textAt(file, fault.range)).toBe(spot);
  });

  it("may give arguments by their order where code is run", () => {
    expect(read("[f('a', 2), g(b=1)]", true)).toEqual(["f unknown", 'g {"b":1}']);
    expect(read("[f(b=1, 2)]", true)).toEqual(["f not-json"]);
  });

  it("keep integers that a double does not hold", () => {
    const decoded = readPythonCalls(fileOf("[f(a=12345678901234567890)]").node).calls[0]?.decoded;
    expect(decoded?.kind === "parsed" && decoded.root.get("a")?.raw()).toBe("12345678901234567890");
  });

  it("read back what JSON writes, each value at its place", () => {
    const value = fc.jsonValue({ maxDepth: 3 }).filter((each) => !JSON.stringify(each).includes("__proto__"));
    fc.assert(
      fc.property(fc.dictionary(fc.stringMatching(/^[a-z]{1,5}$/), value, { maxKeys: 4 }), (args) => {
        const written = Object.entries(args).map(([key, each]) => `${key}=${JSON.stringify(each)}`);
        const { file, node } = fileOf(`[f(${written.join(", ")})]`);
        const decoded = readPythonCalls(node).calls[0]?.decoded;
        if (decoded?.kind !== "parsed") throw new Error("not read");
        expect(decoded.root.value()).toEqual(JSON.parse(JSON.stringify(args)));
        for (const { key, value: each } of decoded.root.entries()) {
          const place = textAt(file, each.range);
          expect(JSON.parse(JSON.parse(`"${place}"`))).toEqual(JSON.parse(JSON.stringify(args[key.string() ?? ""])));
        }
      }),
      { numRuns: 200 },
    );
  });
});

describe("Any text with calls", () => {
  const piece = fc.constantFrom(
    ...[
      "<tool_call>",
      "</tool_call>",
      "<function=",
      "f>",
      "<parameter=a>",
      "</parameter>",
      "</function>",
      '<invoke name="',
      'f">',
      "</invoke>",
    ],
    ...[
      "[TOOL_CALLS]",
      "<|python_tag|>",
      "<functioncall>",
      "<|tool_call_begin|>",
      "<|tool_call_argument_begin|>",
      "<｜tool▁call▁begin｜>",
      "f.call(",
      "<think>",
    ],
    ...[
      '{"name": "f", "arguments": {',
      "}",
      "}}",
      "[",
      "]",
      "(",
      ")",
      "f(",
      "a=",
      "1",
      ",",
      "'",
      '"',
      "\\",
      "\n",
      "é",
      "```",
      "<arg_key>",
      "</arg_key><arg_value>",
    ],
  );

  it("gives an answer, and places inside the text", () => {
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 25 }), (pieces) => {
        const { file, node } = fileOf(pieces.join(""));
        mayHoldCalls(node);
        for (const { call, decoded } of readWrittenCalls(node, noSchema).calls) {
          expect(JSON.stringify(pieces.join(""))).toContain(textAt(file, call.range));
          if (decoded.kind === "malformed" && decoded.range !== undefined) textAt(file, decoded.range);
        }
        toolsInText(node);
      }),
      { numRuns: 1000 },
    );
  });

  it("is decoded only where its bytes have the mark of a call", () => {
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 12 }), (pieces) => {
        const { node } = fileOf(pieces.join(""));
        if (readWrittenCalls(node, noSchema).calls.length > 0) expect(mayHoldCalls(node)).toBe(true);
      }),
      { numRuns: 500 },
    );
  });

  it.each([
    "<tool_call>",
    "<tool_call>{",
    "<tool_call><function=f></function>",
    '<minimax:tool_call><invoke name="f"></invoke>',
    "<think></think><tool_call>{}</tool_call>",
    "<|tool_call_begin|>f<|tool_call_argument_begin|>{",
    "[TOOL_CALLS]",
    "[f(a=",
    "<function=f>",
    "<function=f><parameter=a>",
    "<function=f><parameter=a></function>",
    "<think>",
    "<tools>",
    '{"a": ',
    "```",
    "[f x ",
    "</",
    "f ",
    " ",
  ])("of many %j is read in passing, without a search through the rest for each", { timeout: 0 }, (repeated) => {
    const { node } = fileOf(repeated.repeat(10_000));
    readWrittenCalls(node, noSchema);
    readPythonCalls(node);
    toolsInText(node);
  });
});

describe("Declarations in a prompt", () => {
  const tool = { name: "f", description: "d", parameters: { type: "object", properties: {} } };
  const found = (text: string) =>
    toolsInText(fileOf(text).node).map((node) => (node.kind === "string" ? JSON.parse(node.string() ?? "") : node.value()));

  it.each([
    ["a list in tags", `Use <tools></tools> tags. <tools> ${JSON.stringify([tool])} </tools>`, [[tool]]],
    ["one a line", `<tools>\n${JSON.stringify(tool)}\n${JSON.stringify({ ...tool, name: "g" })}\n</tools>`, [tool, { ...tool, name: "g" }]],
    [
      "a list written as Python",
      "<tools>[{'name': 'f', 'parameters': {'type': 'object', 'x': True}}]</tools>",
      [[{ name: "f", parameters: { type: "object", x: true } }]],
    ],
    ["objects in prose", `Functions:\n${JSON.stringify(tool, null, 2)}\n\nand {"name": "example", "arguments": {}}`, [tool]],
    ["a list in prose", `You can invoke:\n${JSON.stringify([tool])}.\nWrite {"name": function name}`, [[tool]]],
    ["none", "You are helpful. {x} [1]", []],
  ])("%s", (_, text, tools) => {
    expect(found(text)).toEqual(tools);
  });

  it("are reported where they are broken", () => {
    expect(toolsInText(fileOf('<tools>[{"name": "f",}]</tools>').node)).toHaveLength(1);
  });
});

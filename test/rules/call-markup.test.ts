import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { findWrittenCall } from "../../src/rules/call-markup.js";

const isTool = (name: string) => name === "get_weather";
const call = '{"name": "get_weather", "arguments": {"city": "Rome"}}';
const found = (text: string) => {
  const written = findWrittenCall(text, isTool);
  return written && `${written.name} at ${written.index}`;
};

describe("a call written as text", () => {
  it.each([
    ["Hermes", `<tool_call>${call}</tool_call>`],
    ["Hermes, cut off behind the call", `<tool_call>\n${call}`],
    ["GLM", "<tool_call>get_weather\n<arg_key>city</arg_key>\n<arg_value>Rome</arg_value>\n</tool_call>"],
    ["MiniMax", '<minimax:tool_call>\n<invoke name="get_weather">\n<parameter name="city">Rome</parameter>\n</invoke>'],
    ["Mistral, a list", `[TOOL_CALLS] [${call}]`],
    ["Mistral, newer", '[TOOL_CALLS]get_weather[ARGS]{"city": "Rome"}'],
    ["Mistral, with an id", '[TOOL_CALLS]get_weather[CALL_ID]D681PevKs[ARGS]{"city": "Rome"}'],
    ["Llama, built-in", '<|python_tag|>get_weather.call(query="Rome")'],
    ["Granite", `<|tool_call|>[${call}]`],
    ["Phi", `<|tool_call|>${call}<|/tool_call|>`],
    ["DeepSeek, newer", '<｜tool▁calls▁begin｜><｜tool▁call▁begin｜>get_weather<｜tool▁sep｜>{"city": "Rome"}<｜tool▁call▁end｜>'],
    ["Glaive", `<functioncall> {"name": "get_weather", "arguments": '{"city": "Rome"}'}`],
    ["nested under function", `<tool_call>{"type": "function", "function": {"name": "get_weather", "arguments": {}}}</tool_call>`],
    ["with the namespace of OpenAI", '<tool_call>{"name": "functions.get_weather", "arguments": {}}</tool_call>'],
  ])("is found as %s writes it", (_, text) => {
    expect(found(text)).toMatch(/^get_weather at /);
  });

  it("is told at its marker", () => {
    expect(found(`Let me look. <tool_call>${call}</tool_call>`)).toBe("get_weather at 13");
  });

  it("counts with another tool's name only where the text begins with it", () => {
    const other = call.replace("get_weather", "get_time");
    expect(found(`\n<tool_call>${other}</tool_call>`)).toBe("get_time at 1");
    expect(found(`For example <tool_call>${other}</tool_call>`)).toBeUndefined();
  });

  it.each([
    ["a marker without a call", "The tag <tool_call> opens a call and [TOOL_CALLS] a list."],
    ["a marker in front of prose", "<tool_call> then the name of the tool, then its arguments"],
    ["a marker in inline code", `Write \`<tool_call>${call}</tool_call>\` for it.`],
    ["a call in a code block", `Like so:\n\n\`\`\`\n<tool_call>${call}</tool_call>\n\`\`\``],
    ["a broken body", "<tool_call>{name: get_weather}</tool_call>"],
    ["HTML", "<function>get_weather</function> <invoke name='x'>"],
    ["JSON of another shape", '{"name": "get_weather", "arguments": {}, "id": 7}'],
    ["JSON that names no tool", '```json\n{"name": "Ada", "parameters": {}}\n```'],
    ["JSON among other text", `The body is ${call} as you see.`],
  ])("is not %s", (_, text) => {
    expect(found(text)).toBeUndefined();
  });

  it("is looked for in any text without a throw, and costs no more than the text is long", () => {
    const pieces = ["<tool_call>", '<invoke name="', "[TOOL_CALLS]", "{", "[", '"', "\\", "```\n", "name", "<function=", " ", "\n", call];
    fc.assert(
      fc.property(fc.array(fc.oneof(fc.constantFrom(...pieces), fc.string()), { maxLength: 40 }), (parts) => void found(parts.join(""))),
    );
    for (const piece of pieces) found(piece.repeat(200_000));
  });
});

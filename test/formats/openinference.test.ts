import { describe, expect, it } from "vitest";
import { openinference } from "../../src/formats/openinference.js";
import type { AdaptedConversation } from "../../src/model/conversation.js";
import { callsIn, outline, recordingOf, textAt } from "../support/recording.js";
import { complaintsOf, describeFixtures, fixture, readText } from "../support/wire-fixtures.js";

describeFixtures(openinference);

function only(list: readonly AdaptedConversation[]): AdaptedConversation {
  const [item] = list;
  if (item === undefined || list.length > 1) throw new Error(`${list.length} conversations`);
  return item;
}

const read = (file: string) => only(readText(fixture("openinference", file)));
const talk = ["user: text", 'assistant: call get_weather#call_1({"city":"Oslo"})', "tool: result get_weather#call_1", "assistant*: text"];

describe("OpenInference spans", () => {
  it("are put together from numbered attributes, once where a later one repeats the history", () => {
    expect(outline(read("spans.jsonl"))).toEqual(talk);
    expect(read("spans.jsonl").toolset.get("get_weather")?.argumentsSchema).toMatchObject({ required: ["city"] });
  });

  it("are read from OTLP, from nested attributes, and from rows of a data frame", () => {
    expect(outline(read("otlp.json"))).toEqual(talk);
    expect(outline(read("nested.json"))).toEqual(["user: text", "assistant: call look#null({})", "user: text", "assistant*: text"]);
    expect(outline(read("data-frame.json"))).toEqual(["user: text", "assistant*: call look#c1({})"]);
  });

  it("keep the order of their numbers, whatever the order of attributes", () => {
    const attributes = Object.fromEntries(
      [10, 2, 0].map((index) => [`llm.input_messages.${index}.message.role`, ["user", "system", "assistant"][index % 3] ?? ""]),
    );
    expect(only(readText(JSON.stringify({ attributes }))).messages.map(({ role }) => role)).toEqual(["user", "assistant", "system"]);
  });

  it("keep the place of what the model wrote", () => {
    const text = fixture("openinference", "spans.jsonl");
    const city = callsIn(only(readText(text)).messages).flatMap(({ function: { arguments: given } }) =>
      given.kind === "parsed" ? (given.root.get("city") ?? []) : [],
    )[0];
    expect(city && textAt(text, city.range)).toBe(String.raw`\"Oslo\"`);
  });
});

describe("Faults in OpenInference spans", () => {
  const span = (args: string, more: { readonly [key: string]: unknown } = {}) =>
    JSON.stringify({
      attributes: {
        "llm.tools.0.tool.json_schema": JSON.stringify({
          name: "look",
          input_schema: { type: "object", properties: { at: { type: "string" } } },
        }),
        "llm.output_messages.0.message.role": "assistant",
        "llm.output_messages.0.message.tool_calls.0.tool_call.function.name": "look",
        "llm.output_messages.0.message.tool_calls.0.tool_call.function.arguments": args,
        ...more,
      },
    });
  const place = "/attributes/llm.output_messages.0.message.tool_calls.0.tool_call.function.arguments";

  it("are reported at the attribute of the arguments", () => {
    expect(complaintsOf(span('{"at": 7}'))).toEqual([`error invalid-arguments ${place}`]);
    expect(complaintsOf(span("look!"))).toEqual([`error malformed-arguments ${place}`]);
  });

  it("are not what was withheld", () => {
    expect(complaintsOf(span("__REDACTED__"))).toEqual([]);
  });
});

describe("The detection of OpenInference", () => {
  it("is certain of a kind, unless the span speaks OpenTelemetry's words", () => {
    const kind = { "openinference.span.kind": "CHAIN" };
    expect(openinference.detect(recordingOf({ attributes: kind })).match).toBe("certain");
    expect(openinference.detect(recordingOf({ attributes: { ...kind, "gen_ai.system": "x" } })).match).toBe("none");
  });
});

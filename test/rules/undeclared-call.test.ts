import { describe, expect, it } from "vitest";
import { readTools } from "../../src/declarations/index.js";
import { RuleRunner } from "../../src/lint/run-rules.js";
import type { AdaptedConversation, Conversation } from "../../src/model/conversation.js";
import { pairExchanges } from "../../src/model/rebuild.js";
import { type Tool, Toolset } from "../../src/model/tool.js";
import { openaiChat } from "../../src/profiles/openai-chat.js";
import { duplicateTool } from "../../src/rules/duplicate-tool.js";
import { declarationFor, undeclaredCall } from "../../src/rules/undeclared-call.js";
import { unknownTool } from "../../src/rules/unknown-tool.js";
import { assistant, call, hostedCall, type MessageSketch, recorded, response, tool, user } from "../support/build.js";
import { rootOf } from "../support/json.js";

const list = rootOf(
  '[{"name": "get_time", "input_schema": {"type": "object"}}, {"name": "get_weather", "input_schema": {"type": "object"}}]',
);
const [time] = readTools(list).tools;
if (time === undefined) throw new Error("No tool");

const messages = [user("Time?"), assistant(call("a")), tool("a"), user("Again?"), assistant(call("b")), tool("b")];

function conversation(
  toolset: Toolset,
  more: Partial<AdaptedConversation> = {},
  sketches: readonly MessageSketch[] = messages,
): Conversation {
  const known = recorded(sketches, { toolset, declarations: [list], ...more });
  return { ...known, profile: openaiChat.id, exchanges: pairExchanges(known.messages, openaiChat.pairing) };
}

const weights = (toolset: Toolset, more: Partial<AdaptedConversation> = {}, sketches?: readonly MessageSketch[]) => {
  const talk = conversation(toolset, more, sketches);
  return talk.exchanges.flatMap(({ calls }) => calls).map((each) => undeclaredCall(talk, each)?.severity);
};

const noSchemas = { argumentsOf: () => null, resultOf: () => null };

describe("a call of a tool that is not declared", () => {
  const none = new Toolset([]);

  it("is an error beside a complete list, and nothing where nothing is declared", () => {
    expect(weights(none)).toEqual(["error", "error"]);
    expect(weights(Toolset.absent)).toEqual([undefined, undefined]);
  });

  it("is a warning in the history of a request, and an error in its response", () => {
    const sketches = [user("Time?"), assistant(call("a")), tool("a"), response(call("b"))];
    expect(weights(none, { declarationOrigin: "request" }, sketches)).toEqual(["warning", "error"]);
  });

  it("is a warning in session logs, beside a part of the list, and beside an unreadable declaration", () => {
    expect(weights(none, { declarationOrigin: "log" })).toEqual(["warning", "warning"]);
    expect(weights(new Toolset([], "partial"))).toEqual(["warning", "warning"]);
    expect(weights(new Toolset([], "declared", [{ kind: "invalid", source: 0, pointer: "/0", message: "no tool" }]))).toEqual([
      "warning",
      "warning",
    ]);
  });

  it("is none of ours where the provider runs it", () => {
    expect(weights(none, {}, [user("Search"), assistant(hostedCall("a"))])).toEqual([undefined]);
  });

  it("is told where the tool comes later or was taken away", () => {
    const said = (declared: Tool) => {
      const talk = conversation(new Toolset([declared]));
      return new RuleRunner([unknownTool])
        .run(talk, openaiChat, noSchemas, [])
        .found.map(({ finding: { at, message, related } }) => `${at.pointer} ${message}, ${related?.[0]?.at.pointer}`);
    };
    expect(said({ ...time, availableFrom: 3 })).toEqual(['/1/parts/0/name Tool "get_time" is called before it is declared, /0/name']);
    expect(said({ ...time, removedAt: 3 })).toEqual(['/4/parts/0/name Tool "get_time" is called after it was removed, /0/name']);
  });
});

describe("a tool that is declared again", () => {
  const early: Tool = { ...time, removedAt: 3 };
  const late: Tool = { ...time, availableFrom: 3, source: 1, argumentsSchema: { type: "object", properties: {} } };
  const findings = (toolset: Toolset) =>
    new RuleRunner([duplicateTool]).run(conversation(toolset), openaiChat, noSchemas, []).found.map(({ finding }) => finding.message);

  it("is judged by what was visible at each turn", () => {
    const talk = conversation(new Toolset([early, late]));
    expect(talk.exchanges.map(({ calls: [each] }) => each && declarationFor(talk, each))).toEqual([early, late]);
    expect(weights(new Toolset([early, late]))).toEqual([undefined, undefined]);
  });

  it("is no fault after it was removed, or where nothing differs", () => {
    expect(findings(new Toolset([early, late]))).toEqual([]);
    expect(findings(new Toolset([time, { ...time, source: 1 }]))).toEqual([]);
  });

  it("is a fault in one list, or where it differs", () => {
    expect(findings(new Toolset([time, time]))).toEqual(['Tool "get_time" is declared twice']);
    expect(findings(new Toolset([time, { ...late, availableFrom: 0 }]))).toEqual(['Tool "get_time" is declared differently in two places']);
  });
});

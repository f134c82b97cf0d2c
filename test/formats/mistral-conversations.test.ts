import { describe, expect, it } from "vitest";
import { mistralConversations } from "../../src/formats/mistral-conversations.js";
import type { AdaptedConversation } from "../../src/model/conversation.js";
import { callsIn, outline } from "../support/recording.js";
import { complaintsOf, describeFixtures, fixture, readText } from "../support/wire-fixtures.js";

describeFixtures(mistralConversations);

function only(list: readonly AdaptedConversation[]): AdaptedConversation {
  const [item] = list;
  if (item === undefined || list.length > 1) throw new Error(`${list.length} conversations`);
  return item;
}

const read = (file: string) => only(readText(fixture("mistral-conversations", file)));
const call = (id: string) => ({ type: "function.call", tool_call_id: id, name: "f", arguments: "{}" });
const result = (id: string) => ({ type: "function.result", tool_call_id: id, result: "ok" });

describe("Mistral conversation entries", () => {
  it("are one turn where several of the model follow each other", () => {
    expect(outline(read("pair.json"))).toEqual([
      "user: text",
      'assistant: call web_search#null({"query":"match yesterday"}), call exchange_rate#AbCdEfGh1({"from":"EUR","to":"USD"}), call exchange_rate#AbCdEfGh2({"from":"USD","to":"EUR"})',
      "tool: result #AbCdEfGh2",
      "tool: result #AbCdEfGh1",
      "assistant*: text, other tool_reference, other agent.handoff",
    ]);
    expect(callsIn(read("pair.json").messages).map(({ hosted }) => hosted)).toEqual([true, false, false]);
  });

  it("may answer calls outside the file where they continue a stored conversation", () => {
    const recorded = read("append.json");
    expect(recorded.mode).toBe("fragment");
    expect(outline(recorded)).toEqual(["tool: result #AbCdEfGh9", 'assistant*: text, call exchange_rate#ZyXwVuTs1({"from":"USD"})']);
  });

  it("are reported once where their type is unknown", () => {
    const entries = [{ type: "dream.input" }, call("a"), { type: "dream.input" }, result("a")];
    expect(complaintsOf(JSON.stringify(entries)).filter((each) => !each.includes("missing-toolset"))).toEqual([
      "warning invalid-message /0/type",
    ]);
  });
});

describe("Pairing of Mistral conversation entries", () => {
  it.each([
    ["a result without a call", [call("a"), result("b")], "error orphaned-result /1/tool_call_id"],
    ["a call without a result", [call("a"), { type: "message.input", role: "user", content: "and?" }], "error unanswered-call /0"],
  ])("tells %s", (_, entries, complaint) => {
    expect(complaintsOf(JSON.stringify(entries))).toContain(complaint);
  });
});

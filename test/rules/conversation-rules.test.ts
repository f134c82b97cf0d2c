import { describe, expect, it } from "vitest";
import { RuleRunner } from "../../src/lint/run-rules.js";
import type { AdaptedConversation, RefusalCause } from "../../src/model/conversation.js";
import { pairingFaults } from "../../src/model/pairing.js";
import { pairExchanges } from "../../src/model/rebuild.js";
import { anthropic } from "../../src/profiles/anthropic.js";
import { mistral } from "../../src/profiles/mistral.js";
import { openaiChat } from "../../src/profiles/openai-chat.js";
import { openaiCompatible } from "../../src/profiles/openai-compatible.js";
import type { Profile } from "../../src/profiles/profile.js";
import { incompleteStream } from "../../src/rules/incomplete-stream.js";
import { invalidMessage } from "../../src/rules/invalid-message.js";
import { invalidRoleOrder } from "../../src/rules/invalid-role-order.js";
import { missingThinking } from "../../src/rules/missing-thinking.js";
import { orphanedResult } from "../../src/rules/orphaned-result.js";
import { refusedRequest } from "../../src/rules/refused-request.js";
import type { ConversationRule } from "../../src/rules/rule.js";
import { shownText } from "../../src/text/sentence.js";
import { assistant, call, type MessageSketch, recorded, response, result, system, thinking, tool, user } from "../support/build.js";

/** What a rule finds: pointer, severity where the finding has one, message. */
function check(
  rule: ConversationRule,
  profile: Profile,
  messages: readonly MessageSketch[],
  more: Partial<AdaptedConversation> = {},
): readonly string[] {
  const read = recorded(messages, more);
  const exchanges = pairExchanges(read.messages, profile.pairing);
  const conversation = { ...read, exchanges, profile: profile.id };
  const schemas = { argumentsOf: () => null, resultOf: () => null };
  const pairing = pairingFaults(conversation, exchanges, profile.pairing);
  const { found } = new RuleRunner([rule]).run(conversation, profile, schemas, pairing);
  return found.map(
    ({ finding: { at, severity, message } }) => `${at.pointer} ${severity === undefined ? "" : `${severity}: `}${shownText(message)}`,
  );
}

describe("refused-request", () => {
  const { at } = recorded([user("hi")]);
  const refused = (cause: RefusalCause, status: number | undefined = 400) =>
    check(refusedRequest, openaiChat, [user("hi")], { refusal: { status, message: "tools are off", cause, at } });

  it("reports what messages or tools may have caused, and what a filter stopped", () => {
    expect(refused("request")).toEqual([" The provider rejected this request with status 400"]);
    expect(refused("filtered")).toHaveLength(1);
  });

  it("leaves out what lies elsewhere", () => {
    expect(refused("elsewhere")).toEqual([]);
  });
});

describe("invalid-message", () => {
  const { at } = recorded([user("hi")]);

  it("passes on what the format found, each warning once", () => {
    const note = (message: string, severity?: "warning") => ({
      rule: "invalid-message" as const,
      at,
      message,
      ...(severity !== undefined && { severity }),
    });
    const anomalies = [note("No role"), note("Unknown type", "warning"), note("Unknown type", "warning"), note("No role")];
    expect(check(invalidMessage, openaiChat, [user("hi")], { anomalies })).toEqual([" No role", " warning: Unknown type", " No role"]);
    expect(check(incompleteStream, openaiChat, [user("hi")], { anomalies })).toEqual([]);
  });

  it("finds empty texts of the user, but not of the assistant, nor in rows of a data set", () => {
    const talk = [user(""), assistant(""), user("go on", ""), assistant("so")];
    const found = ["/0/parts/0", "/2/parts/1"].map((place) => `${place} A user message has an empty text block`);
    expect(check(invalidMessage, anthropic, talk)).toEqual(found);
    expect(check(invalidMessage, anthropic, talk, { mode: "dataset" })).toEqual([]);
    expect(check(invalidMessage, openaiChat, talk)).toEqual([]);
  });
});

describe("orphaned-result", () => {
  it("leaves a result that lacks the id it needs to missing-call-id", () => {
    expect(check(orphanedResult, openaiChat, [tool(null), tool("a"), assistant("so")])).toEqual([
      '/1/parts/0/id The result for "a" has no call: no call comes before it',
    ]);
    expect(check(orphanedResult, openaiChat, [assistant(call("a")), tool("a"), tool(null)])).toEqual([]);
  });

  it("tells of it where a missing id is no error", () => {
    expect(check(orphanedResult, openaiCompatible, [assistant(call("a")), tool("a"), tool(null)])).toEqual([
      "/2/parts/0/id The result without an id has no call: every call of the turn already has its result",
    ]);
  });

  it("says that the call had its result in its own turn", () => {
    const late = [assistant(call("a")), tool("a"), assistant("so"), tool("a")];
    expect(check(orphanedResult, openaiChat, late)).toEqual(["/3/parts/0/id The call has a second result, after its turn has ended"]);
  });
});

describe("invalid-role-order", () => {
  it("leaves the system messages in front alone", () => {
    expect(check(invalidRoleOrder, anthropic, [system("a"), system("b"), user("hi"), assistant("hello")])).toEqual([]);
    expect(check(invalidRoleOrder, anthropic, [user("hi"), assistant("hello"), system("a"), user("so")])).toEqual([
      "/3/role warning: A user message may not come directly after a system message",
    ]);
  });

  it("does not tell again of a result that pairing blames", () => {
    expect(check(invalidRoleOrder, mistral, [user("hi"), tool("lost"), assistant("so")])).toEqual([]);
    expect(check(invalidRoleOrder, mistral, [assistant(call("a")), user("wait"), tool("a")])).toEqual([
      "/2/role A tool message may not come directly after a user message",
    ]);
  });

  it("knows no order where the profile has none", () => {
    expect(check(invalidRoleOrder, openaiChat, [assistant("x"), system("y"), tool("z"), user("so")])).toEqual([]);
  });
});

describe("missing-thinking", () => {
  const asked = { thinking: recorded([]).at };
  const lost = [user("time?"), assistant("I look", call("a")), user(result("a"))];
  const found = " The assistant turn lost the thinking block it started with";

  it("looks at the turn whose results end the history", () => {
    expect(check(missingThinking, anthropic, lost, asked)).toEqual([`/1/parts/0${found}`]);
    expect(check(missingThinking, anthropic, [...lost, response(thinking(), "noon")], asked)).toEqual([`/1/parts/0${found}`]);
    expect(check(missingThinking, anthropic, [...lost, assistant("noon"), user("and now?")], asked)).toEqual([]);
    expect(check(missingThinking, anthropic, [...lost, assistant("noon")], asked)).toEqual([]);
  });

  it("looks at all its steps, also past words beside results", () => {
    const steps = [user("time?"), assistant(thinking(), call("a")), user(result("a"), "quick"), assistant(call("b")), user(result("b"))];
    expect(check(missingThinking, anthropic, steps, asked)).toEqual([]);
  });

  it("does not count the thinking of an earlier turn", () => {
    const earlier = [user("hi"), assistant(thinking(), "hello")];
    expect(check(missingThinking, anthropic, [...earlier, ...lost], asked)).toEqual([`/3/parts/0${found}`]);
  });

  it("stays silent where nobody asks for thinking", () => {
    expect(check(missingThinking, anthropic, lost)).toEqual([]);
  });
});

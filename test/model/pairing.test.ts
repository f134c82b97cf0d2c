import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { RefusalCause } from "../../src/model/conversation.js";
import { pairingFaults } from "../../src/model/pairing.js";
import { pairExchanges } from "../../src/model/rebuild.js";
import {
  anthropicPolicy,
  assistant,
  bedrockPolicy,
  call,
  faultsOf,
  hostedCall,
  hostedResult,
  type MessageSketch,
  openaiPolicy,
  recorded,
  response,
  responsesPolicy,
  result,
  system,
  thinking,
  tool,
  user,
} from "../support/build.js";

const complete = [user("time?"), assistant(call("a"), call("b")), tool("b"), tool("a"), assistant("noon")];

describe("a complete conversation", () => {
  it("has no fault, in any order of parallel results", () => {
    expect(faultsOf(complete)).toEqual([]);
  });

  it("has none where text follows the results", () => {
    expect(faultsOf([assistant(call("a")), user(result("a"), "and?"), assistant("so")], anthropicPolicy)).toEqual([]);
  });

  it("has none where the user speaks after the results", () => {
    expect(faultsOf([...complete.slice(0, 4), user("and in Rome?"), assistant("noon too")])).toEqual([]);
  });
});

describe("unanswered calls", () => {
  it("are those that the conversation goes on without", () => {
    expect(faultsOf([assistant(call("a"), call("b")), tool("a"), assistant("so")])).toEqual(["unanswered b"]);
    expect(faultsOf([assistant(call("a")), user("never mind")])).toEqual(["unanswered a"]);
    expect(faultsOf([assistant(call("a")), user("never mind")], anthropicPolicy)).toEqual(["unanswered a"]);
    expect(faultsOf([assistant(call("a")), user()])).toEqual(["unanswered a"]);
  });

  it("are one fault where all calls of a turn lack their result", () => {
    expect(faultsOf([assistant(call("a"), call("b")), user("stop")])).toEqual(["unanswered a, b (whole turn)"]);
  });

  it("are one fault each where others of the turn have theirs", () => {
    expect(faultsOf([assistant(call("a"), call("b"), call("c")), tool("b"), user("stop")])).toEqual(["unanswered a", "unanswered c"]);
  });

  it("are pending at the very end of a recording, a row and a fragment, also beside answered ones", () => {
    const end = [user("time?"), assistant(call("a"), call("b")), tool("a")];
    for (const mode of ["recording", "dataset", "fragment"] as const) expect(faultsOf(end, openaiPolicy, { mode })).toEqual([]);
    expect(faultsOf([user("time?"), response("I look", call("a"))])).toEqual([]);
  });

  it("are faults at the very end of a history that was sent and turned down", () => {
    const end = [user("time?"), assistant(call("a"), call("b")), tool("a")];
    const refusedWith = (status: number | undefined, cause: RefusalCause = "request") => ({
      refusal: { status, message: "no", cause, at: recorded([]).at },
    });
    expect(faultsOf(end, openaiPolicy, refusedWith(400))).toEqual(["unanswered b"]);
    expect(faultsOf(end, openaiPolicy, refusedWith(424))).toEqual(["unanswered b"]);
    expect(faultsOf(end, openaiPolicy, refusedWith(undefined))).toEqual(["unanswered b"]);
    expect(faultsOf(end, openaiPolicy, refusedWith(429, "elsewhere"))).toEqual([]);
    expect(faultsOf(end, openaiPolicy, refusedWith(400, "elsewhere"))).toEqual([]);
    expect(faultsOf([user("time?"), response(call("a"))], openaiPolicy, refusedWith(400))).toEqual([]);
  });

  it("are faults at the very end of a request", () => {
    const end = [user("time?"), assistant(call("a"), call("b")), tool("a")];
    expect(faultsOf(end, openaiPolicy, { mode: "request" })).toEqual(["unanswered b"]);
  });

  it("are those behind which the history ends with another answer, where text never stands behind calls", () => {
    const policy = { ...anthropicPolicy, assistantMayContinue: true };
    expect(faultsOf([user("time?"), assistant(call("a")), assistant("noon")], policy)).toEqual(["unanswered a"]);
    expect(faultsOf([user("time?"), assistant("I look"), assistant(call("a"))], policy)).toEqual([]);
    expect(faultsOf([user("time?"), assistant(call("a")), assistant(call("b"))], policy)).toEqual([]);
    expect(faultsOf([user("time?"), assistant(call("a"), "I look")], policy)).toEqual([]);
    expect(faultsOf([user("time?"), assistant(call("a")), response("noon")], policy)).toEqual([]);
    expect(faultsOf([user("time?"), assistant(call("a")), assistant("noon")], policy, { mode: "fragment" })).toEqual([]);
  });

  it("do not arise from text that the same turn still says", () => {
    expect(faultsOf([user("time?"), assistant(call("a")), assistant("I look it up")], responsesPolicy)).toEqual([]);
    expect(faultsOf([user("time?"), assistant(call("a")), assistant("I look it up")], anthropicPolicy)).toEqual([]);
    expect(faultsOf([user("time?"), assistant(call("a")), assistant("I look it up")])).toEqual(["unanswered a"]);
  });

  it("are not those that owe nothing", () => {
    expect(faultsOf([assistant(call("a", { expectsNoResult: true })), user("well?")])).toEqual([]);
  });

  it("are not told beside broken arguments or a repeated id", () => {
    expect(faultsOf([assistant(call("a", { malformed: true })), user("well?")])).toEqual([]);
    expect(faultsOf([assistant(call("a"), call("a")), tool("a"), user("well?")])).toEqual([]);
  });

  it("are judged anywhere in a conversation without order", () => {
    expect(faultsOf([assistant(call("a")), user("and?"), assistant("soon"), tool("a")], responsesPolicy)).toEqual([]);
    expect(faultsOf([assistant(call("a")), user("and?"), assistant("soon")], responsesPolicy)).toEqual(["unanswered a"]);
  });
});

describe("orphaned results", () => {
  it("of a wrong id are one fault, which the call is part of", () => {
    expect(faultsOf([assistant(call("call_8f2a")), tool("call_8f2b"), assistant("so")])).toEqual([
      "orphaned call_8f2b: unknown-id, meant call_8f2a",
    ]);
  });

  it("of a wrong id and a wrong name are one fault too where one call of the turn is left", () => {
    const talk = (...calls: readonly string[]) => [
      assistant(...calls.map((id) => call(id))),
      tool("x", { name: "get_date" }),
      assistant("so"),
    ];
    expect(faultsOf(talk("a"))).toEqual(["orphaned x: unknown-id, meant a"]);
    expect(faultsOf(talk("a", "b"))).toEqual(["orphaned x: unknown-id", "unanswered a, b (whole turn)"]);
  });

  it("of a late result are one fault, which the open call is part of", () => {
    expect(faultsOf([assistant(call("a")), user("well?"), assistant("soon"), tool("a"), assistant("so")])).toEqual([
      "orphaned a: earlier-turn, meant a",
    ]);
  });

  it("of several late results of one turn are one fault", () => {
    expect(faultsOf([assistant(call("a"), call("b")), assistant("soon"), tool("a"), tool("b"), assistant("so")])).toEqual([
      "orphaned a, b: earlier-turn, meant a",
    ]);
  });

  it("that come before their call are one fault, which the call is part of", () => {
    expect(faultsOf([user("hi"), tool("a"), assistant(call("a")), assistant("so")])).toEqual(["orphaned a: before-call, meant a"]);
  });

  it("of one cut in the history are one fault, and what follows is judged as ever", () => {
    const rest = [assistant("so"), user("and?"), assistant(call("c")), tool("c"), assistant("done")];
    expect(faultsOf([tool("a"), tool("b"), ...rest])).toEqual(["orphaned a, b: cut-history"]);
    expect(faultsOf([user(result("a"), result("b")), ...rest], anthropicPolicy)).toEqual(["orphaned a, b: cut-history"]);
  });

  it("of a cut in the middle are one fault too", () => {
    expect(faultsOf([...complete, user("summary"), tool("x"), tool("y"), assistant("so")])).toEqual(["orphaned x, y: unknown-id"]);
  });

  it("of wrong ids are one fault each", () => {
    expect(faultsOf([assistant(call("a"), call("b")), tool("x"), tool("y"), assistant("so")])).toEqual([
      "orphaned x: unknown-id, meant a",
      "orphaned y: unknown-id, meant b",
    ]);
  });

  it("of a kind that does not answer such calls are one fault", () => {
    const talk = [assistant(call("a", { type: "custom" })), tool("a", { answers: ["function"] }), user("well?")];
    expect(faultsOf(talk, responsesPolicy)).toEqual(["orphaned a: other-type, meant a"]);
  });

  it("are not judged in a fragment, nor behind a cut that the file tells of", () => {
    const talk = [tool("a"), assistant("so"), user("and?"), assistant(call("b")), tool("b")];
    expect(faultsOf(talk, openaiPolicy, { mode: "fragment" })).toEqual(["unresolvable a"]);
    expect(faultsOf(talk, openaiPolicy, { historyCut: true })).toEqual(["unresolvable a"]);
    expect(faultsOf(talk, openaiPolicy, { mode: "dataset" })).toEqual(["orphaned a: cut-history"]);
  });

  it("are judged in a fragment where they can only mean calls of the file", () => {
    const fragment = { mode: "fragment" } as const;
    expect(faultsOf([assistant(call("a")), tool("x"), assistant("so")], openaiPolicy, fragment)).toEqual([
      "orphaned x: unknown-id, meant a",
    ]);
    expect(faultsOf([assistant(call("a")), tool("x"), assistant("so")], responsesPolicy, fragment)).toEqual(["unresolvable x"]);
    expect(faultsOf([assistant(call("a")), assistant("so"), tool("a")], openaiPolicy, fragment)).toEqual([
      "orphaned a: earlier-turn, meant a",
    ]);
  });
});

describe("hosted calls", () => {
  it("owe nothing at the very end, in any mode", () => {
    for (const mode of ["recording", "request", "dataset", "fragment"] as const) {
      expect(faultsOf([user("search"), assistant(hostedCall("s"))], anthropicPolicy, { mode })).toEqual([]);
    }
  });

  it("owe their result before the user speaks again, but not before a message of results alone", () => {
    expect(faultsOf([assistant(hostedCall("s")), user("go on")], anthropicPolicy)).toEqual(["unanswered s"]);
    const mixed = [assistant(hostedCall("s"), call("a")), user(result("a")), assistant(hostedResult("s"), "done")];
    expect(faultsOf(mixed, anthropicPolicy)).toEqual([]);
    expect(faultsOf(mixed.slice(0, 2), anthropicPolicy)).toEqual([]);
    expect(faultsOf([assistant(hostedCall("s"), call("a")), user(result("a"), "and?")], anthropicPolicy)).toEqual(["unanswered s"]);
  });

  it("leave an orphan behind where compaction drops them", () => {
    expect(faultsOf([user("summary"), assistant(hostedResult("s"), "May"), user("which day?")], anthropicPolicy)).toEqual([
      "orphaned-hosted s",
    ]);
    expect(faultsOf([assistant(hostedResult("s"), "May")], anthropicPolicy, { historyCut: true })).toEqual(["unresolvable s"]);
  });

  it("are one fault with the result that comes too late", () => {
    expect(faultsOf([assistant(hostedCall("s")), user("go on"), assistant(hostedResult("s"))], anthropicPolicy)).toEqual([
      "orphaned-hosted s",
    ]);
  });
});

describe("misplaced results", () => {
  it("stand behind another message where only results may come between", () => {
    expect(faultsOf([assistant(call("a"), call("b")), tool("a"), user("look"), tool("b"), assistant("so")])).toEqual([
      "misplaced /3/parts/0: message-between /2",
    ]);
    expect(faultsOf([assistant(call("a")), system("note"), tool("a")])).toEqual(["misplaced /2/parts/0: message-between /1"]);
  });

  it("of one turn are one fault", () => {
    expect(faultsOf([assistant(call("a"), call("b")), user(), tool("a"), tool("b"), assistant("so")])).toEqual([
      "misplaced /2/parts/0: message-between /1 and 1 more",
    ]);
  });

  it("stand behind text where results come first", () => {
    expect(faultsOf([assistant(call("a")), user("it said:", result("a")), assistant("so")], anthropicPolicy)).toEqual([
      "misplaced /1/parts/1: content-before /1/parts/0",
    ]);
    expect(faultsOf([assistant(call("a"), call("b")), user(result("a"), "and", result("b"))], anthropicPolicy)).toEqual([
      "misplaced /1/parts/2: content-before /1/parts/1",
    ]);
  });

  it("stand behind text of the user message that theirs is merged with", () => {
    expect(faultsOf([assistant(call("a")), user("it said:"), user(result("a")), assistant("so")], anthropicPolicy)).toEqual([
      "misplaced /2/parts/0: content-before /1",
    ]);
  });

  it("stand behind their call's own text where calls come last", () => {
    expect(faultsOf([assistant(call("a"), "I look"), user(result("a")), user("well?")], anthropicPolicy)).toEqual([
      "misplaced /0/parts/1: content-after-call /0/parts/0",
    ]);
    expect(faultsOf([assistant(call("a"), thinking(), call("b")), user(result("a"), result("b"))], anthropicPolicy)).toEqual([
      "misplaced /0/parts/1: content-after-call /0/parts/0",
    ]);
    expect(faultsOf([assistant(call("a")), assistant("I look"), user(result("a"))], anthropicPolicy)).toEqual([
      "misplaced /1/parts/0: content-after-call /0/parts/0",
    ]);
  });

  it("are no fault of an answer that just came, nor of hosted blocks behind a call", () => {
    expect(faultsOf([response(call("a"), "I look"), user(result("a"))], anthropicPolicy)).toEqual([]);
    expect(faultsOf([assistant(call("a"), hostedCall("s"), hostedResult("s")), user(result("a"))], anthropicPolicy)).toEqual([]);
    expect(faultsOf([assistant(hostedCall("s"), "so", call("a")), user(result("a"))], anthropicPolicy)).toEqual([]);
  });

  it("stand behind a message without results where all belong in the next one", () => {
    expect(faultsOf([assistant(call("a")), user("wait"), user(result("a"))], bedrockPolicy)).toEqual([
      "misplaced /2/parts/0: message-between /1",
    ]);
    expect(faultsOf([assistant(call("a")), user("it said:", result("a"))], bedrockPolicy)).toEqual([]);
  });

  it("do not exist where the user may speak in between, or the order is free", () => {
    const talk = [assistant(call("a")), user("look"), tool("a"), assistant("so")];
    expect(faultsOf(talk, { ...openaiPolicy, placement: "before-next-assistant" })).toEqual([]);
    expect(faultsOf(talk, responsesPolicy)).toEqual([]);
  });

  it("are no fault beside a system message where roles are merged", () => {
    expect(faultsOf([assistant(call("a")), system("tools changed"), user(result("a"))], anthropicPolicy)).toEqual([]);
  });
});

describe("split results", () => {
  const talk = [assistant(call("a"), call("b")), user(result("a")), user(result("b")), assistant("so")];

  it("weigh what the endpoint makes of them", () => {
    expect(faultsOf(talk, anthropicPolicy)).toEqual(["split b from a"]);
    expect(faultsOf(talk, bedrockPolicy)).toEqual(["split b from a"]);
    expect(faultsOf(talk, { ...anthropicPolicy, splitResults: true })).toEqual([]);
  });

  it("are none where each result is a message of its own", () => {
    expect(faultsOf([assistant(call("a"), call("b")), tool("a"), tool("b")], bedrockPolicy)).toEqual([]);
  });
});

describe("second results", () => {
  it("are a fault, unless calls may have several", () => {
    const talk = [assistant(call("a")), tool("a"), tool("a"), assistant("so")];
    expect(faultsOf(talk)).toEqual(["duplicate a"]);
    expect(faultsOf(talk, { ...openaiPolicy, severalResults: true })).toEqual([]);
  });

  it("that leave another call open are one fault with it", () => {
    expect(faultsOf([assistant(call("a"), call("b")), tool("a"), tool("a"), assistant("so")])).toEqual(["duplicate a, meant b"]);
  });
});

describe("names", () => {
  const talk = (name: string | null) => [assistant(call("a", { name: "get_time" })), tool("a", { name }), assistant("so")];

  it("of call and result must agree where both are told", () => {
    expect(faultsOf(talk("get_weather"))).toEqual(["mismatched-name a"]);
    expect(faultsOf(talk("get_time"))).toEqual([]);
    expect(faultsOf(talk(null))).toEqual([]);
  });

  it("may differ where the endpoint does not look", () => {
    expect(faultsOf(talk("get_weather"), { ...openaiPolicy, nameMustMatch: false })).toEqual([]);
  });
});

describe("any conversation", () => {
  const ids = fc.constantFrom("a", "b", "call_1", "call_2", null);
  const part = fc.oneof(
    ids.map((id) => call(id)),
    ids.map((id) => result(id)),
    ids.map((id) => hostedCall(id)),
    ids.map((id) => hostedResult(id)),
    fc.constant("text"),
  );
  const message: fc.Arbitrary<MessageSketch> = fc.record({
    role: fc.constantFrom("assistant", "tool", "user", "system"),
    parts: fc.array(
      part.map((each) => (typeof each === "string" ? ({ kind: "text", text: each } as const) : each)),
      { maxLength: 4 },
    ),
    fromResponse: fc.boolean(),
  });
  const policy = fc.constantFrom(openaiPolicy, anthropicPolicy, bedrockPolicy, responsesPolicy, { ...openaiPolicy, key: "order" as const });

  const modes = fc.constantFrom("recording", "request", "dataset", "fragment");

  it("has each call and each result in exactly one link", () => {
    fc.assert(
      fc.property(fc.array(message, { maxLength: 12 }), policy, (messages, rules) => {
        const conversation = recorded(messages);
        const parts = conversation.messages.flatMap((each) => each.parts);
        const links = pairExchanges(conversation.messages, rules).flatMap((exchange) => exchange.links);
        const calls = links.flatMap((link) => (link.kind === "answered" || link.kind === "unanswered" ? [link.call] : []));
        const results = links.flatMap((link) => (link.kind === "unanswered" ? [] : [link.result]));
        expect(calls).toHaveLength(parts.filter(({ kind }) => kind === "call").length);
        expect(new Set(calls).size).toBe(calls.length);
        expect(results).toHaveLength(parts.filter(({ kind }) => kind === "result").length);
        expect(new Set(results).size).toBe(results.length);
      }),
    );
  });

  it("gives no call and no result two faults of one cause", () => {
    fc.assert(
      fc.property(fc.array(message, { maxLength: 12 }), policy, modes, (messages, rules, mode) => {
        const conversation = recorded(messages, { mode });
        const faults = pairingFaults(conversation, pairExchanges(conversation.messages, rules), rules);
        const unanswered = faults.flatMap((fault) => (fault.kind === "unanswered" ? fault.calls : []));
        const meant = new Set(
          faults.flatMap((fault) => (fault.kind === "orphaned" ? [fault.call] : fault.kind === "duplicate" ? [fault.meant] : [])),
        );
        const lost = faults.flatMap((fault) => {
          if (fault.kind === "orphaned") return [fault.result, ...fault.others];
          return fault.kind === "duplicate" || fault.kind === "orphaned-hosted" || fault.kind === "unresolvable" ? [fault.result] : [];
        });
        expect(new Set(unanswered).size).toBe(unanswered.length);
        expect(unanswered.filter((each) => meant.has(each))).toEqual([]);
        expect(new Set(lost).size).toBe(lost.length);
      }),
    );
  });

  it("keeps its faults when a complete conversation follows", () => {
    fc.assert(
      fc.property(fc.array(message, { maxLength: 8 }), (messages) => {
        const closed = [...messages, user("next")];
        const fresh = [user("time?"), assistant(call("z1"), call("z2")), tool("z2"), tool("z1"), assistant("noon")];
        expect(faultsOf([...closed, ...fresh])).toEqual(faultsOf(closed));
      }),
    );
  });
});

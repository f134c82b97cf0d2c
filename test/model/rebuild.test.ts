import { describe, expect, it } from "vitest";
import { pairExchanges } from "../../src/model/rebuild.js";
import {
  anthropicPolicy,
  assistant,
  call,
  hostedCall,
  hostedResult,
  linksOf,
  openaiPolicy,
  recorded,
  responsesPolicy,
  result,
  system,
  tool,
  user,
} from "../support/build.js";

describe("exchanges", () => {
  it("start at each assistant turn", () => {
    const links = linksOf([user("hi"), assistant(call("a")), tool("a"), assistant("and", call("b")), tool("b"), assistant("done")]);
    expect(links).toEqual([["a <- a by id"], ["b <- b by id"]]);
  });

  it("hold no turn that neither calls nor brings results back", () => {
    expect(linksOf([system("be kind"), user("hi"), assistant("hello"), user("bye")])).toEqual([]);
  });

  it("link parallel calls by id, whatever the order of the results", () => {
    expect(linksOf([assistant(call("a"), call("b"), call("c")), tool("c"), tool("a"), tool("b")])).toEqual([
      ["a <- a by id", "b <- b by id", "c <- c by id"],
    ]);
  });

  it("keep ids to their own turn, so that a later turn may use them again", () => {
    const turn = (text: string) => [user(text), assistant(call("functions.f:0")), tool("functions.f:0"), assistant("ok")];
    expect(linksOf([...turn("one"), ...turn("two"), ...turn("three")])).toEqual([
      ["functions.f:0 <- functions.f:0 by id"],
      ["functions.f:0 <- functions.f:0 by id"],
      ["functions.f:0 <- functions.f:0 by id"],
    ]);
  });

  it("let results join the turn that is open, past messages of the user", () => {
    expect(linksOf([assistant(call("a"), call("b")), tool("a"), user("wait"), tool("b")])).toEqual([["a <- a by id", "b <- b by id"]]);
  });

  it("merge consecutive assistant messages where the endpoint merges roles", () => {
    const split = [assistant("thinking"), assistant(call("a")), assistant(call("b")), user(result("b"), result("a"))];
    expect(linksOf(split, anthropicPolicy)).toEqual([["a <- a by id", "b <- b by id"]]);
    expect(linksOf(split, openaiPolicy)).toEqual([["a open"], ["b <- b by id", "a orphaned: earlier-turn, meant a"]]);
  });

  it("end with a call that holds its own result, also where the endpoint merges roles", () => {
    const steps = [
      assistant(call("a"), result("a", { inline: true })),
      assistant(call("b"), result("b", { inline: true })),
      assistant("so"),
    ];
    expect(linksOf(steps, anthropicPolicy)).toEqual([["a <- a by inline"], ["b <- b by inline"]]);
  });

  it("are as many for results of one turn that are split over several messages", () => {
    expect(linksOf([assistant(call("a"), call("b")), user(result("a")), user(result("b"))], anthropicPolicy)).toHaveLength(1);
  });
});

describe("partners without ids", () => {
  it("pair by name and then by order", () => {
    const calls = assistant(call(null, { name: "get_time" }), call(null, { name: "get_weather" }), call(null, { name: "get_weather" }));
    const results = [tool(null, { name: "get_weather" }), tool(null, { name: "get_time" }), tool(null, { name: "get_weather" })];
    expect(linksOf([calls, ...results], { ...openaiPolicy, key: "name-order" })).toEqual([
      ["? <- ? by name-order", "? <- ? by name-order", "? <- ? by name-order"],
    ]);
  });

  it("pair by order alone where results carry no name", () => {
    expect(linksOf([assistant(call(null), call(null)), tool(null), tool(null)], { ...openaiPolicy, key: "order" })).toEqual([
      ["? <- ? by order", "? <- ? by order"],
    ]);
  });

  it("leave the rest open, and the surplus orphaned", () => {
    const order = { ...openaiPolicy, key: "order" } as const;
    expect(linksOf([assistant(call(null), call(null)), tool(null)], order)).toEqual([["? <- ? by order", "? open"]]);
    expect(linksOf([assistant(call(null)), tool(null), tool(null)], order)).toEqual([["? <- ? by order", "? orphaned: surplus"]]);
  });

  it("let ids win where both sides have them, also where the format needs none", () => {
    expect(linksOf([assistant(call("1"), call("2")), tool("2"), tool("1")], { ...openaiPolicy, key: "name-order" })).toEqual([
      ["1 <- 1 by id", "2 <- 2 by id"],
    ]);
  });

  it("take no call from a result that has its id", () => {
    expect(linksOf([assistant(call("a"), call("b")), tool(null), tool("a")])).toEqual([["a <- a by id", "b <- ? by order"]]);
  });

  it("give a call without an id to a result whose id no call has", () => {
    expect(linksOf([assistant(call("a"), call(null)), tool("x"), tool("a")])).toEqual([["a <- a by id", "? <- x by order"]]);
  });

  it("do not give it to a result that names another tool", () => {
    const links = linksOf([assistant(call(null, { name: "get_time" })), tool("x", { name: "get_weather" })]);
    expect(links).toEqual([["? open", "x orphaned: unknown-id"]]);
  });

  it("give it all the same where ids are optional: then the name is what is wrong", () => {
    const sketch = [assistant(call(null, { name: "get_time" })), tool("x", { name: "get_weather" })];
    expect(linksOf(sketch, { ...openaiPolicy, key: "id-or-order" })).toEqual([["? <- x by order"]]);
  });

  it("take no call from a later result that names it", () => {
    const calls = assistant(call(null, { name: "get_time" }), call(null, { name: "get_weather" }));
    const results = [tool(null, { name: "call_0" }), tool(null, { name: "get_time" })];
    const [exchange] = pairExchanges(recorded([calls, ...results]).messages, { ...openaiPolicy, key: "id-or-order" });
    const pairs = exchange?.links.map((link) =>
      link.kind === "answered" ? `${link.call.function.name} <- ${link.result.name} by ${link.by}` : link.kind,
    );
    expect(pairs).toEqual(["get_time <- get_time by name-order", "get_weather <- call_0 by order"]);
  });

  it("pair with partners that have one, by name and order", () => {
    const policy = { ...openaiPolicy, key: "id-or-order" } as const;
    expect(linksOf([assistant(call("1"), call("2")), tool(null), tool("1")], policy)).toEqual([["1 <- 1 by id", "2 <- ? by order"]]);
    expect(linksOf([assistant(call(null), call(null)), tool("a"), tool("b")], policy)).toEqual([["? <- a by order", "? <- b by order"]]);
  });
});

describe("orphans", () => {
  it("mean the call with a near id", () => {
    expect(linksOf([assistant(call("call_8f2a"), call("call_77b1")), tool("call_77bl"), tool("call_8f2a")])).toEqual([
      ["call_8f2a <- call_8f2a by id", "call_77b1 open", "call_77bl orphaned: unknown-id, meant call_77b1"],
    ]);
  });

  it("mean what is left open in their turn, in order", () => {
    expect(linksOf([assistant(call("toolu_01UiyhG7"), call("toolu_01Zk3Qs9")), tool("xyz"), tool("toolu_01UiyhG7")])).toEqual([
      ["toolu_01UiyhG7 <- toolu_01UiyhG7 by id", "toolu_01Zk3Qs9 open", "xyz orphaned: unknown-id, meant toolu_01Zk3Qs9"],
    ]);
  });

  it("mean nothing where every call has its result", () => {
    expect(linksOf([assistant(call("a")), tool("a"), tool("zzz")])).toEqual([["a <- a by id", "zzz orphaned: unknown-id"]]);
  });

  it("say that their call stands in an earlier turn", () => {
    expect(linksOf([assistant(call("a")), user("well?"), assistant("one moment"), tool("a")])).toEqual([
      ["a open"],
      ["a orphaned: earlier-turn, meant a"],
    ]);
  });

  it("mean the open call of their own turn rather than an answered one of an earlier turn", () => {
    expect(linksOf([assistant(call("a")), tool("a"), assistant(call("b")), tool("a")])).toEqual([
      ["a <- a by id"],
      ["b open", "a orphaned: earlier-turn, meant b"],
    ]);
  });

  it("of an id that several turns use name the turn before them", () => {
    const turn = [assistant(call("a")), tool("a")];
    expect(linksOf([...turn, ...turn, assistant("so"), tool("a"), ...turn])[2]).toEqual(["a orphaned: earlier-turn, meant a"]);
  });

  it("say that their call comes only later", () => {
    expect(linksOf([user("hi"), tool("a"), assistant(call("a"))])).toEqual([["a orphaned: before-call, meant a"], ["a open"]]);
  });

  it("say that the history in front of them was cut", () => {
    expect(linksOf([system("be kind"), tool("a"), tool("b"), assistant("so")])).toEqual([
      ["a orphaned: cut-history", "b orphaned: cut-history"],
    ]);
    expect(linksOf([user(result(null, { name: "get_time" })), assistant("so")])).toEqual([["? orphaned: cut-history"]]);
  });

  it("do not speak of a cut once exchanges came before", () => {
    expect(linksOf([assistant(call("a")), tool("a"), assistant("so"), tool("b")])[1]).toEqual(["b orphaned: unknown-id"]);
  });

  it("are results that may not answer calls of that type", () => {
    const custom = assistant(call("a", { type: "custom" }));
    expect(linksOf([custom, tool("a", { answers: ["function"] })], responsesPolicy)).toEqual([
      ["a open", "a orphaned: other-type, meant a"],
    ]);
    expect(linksOf([custom, tool("a", { answers: ["custom"] })], responsesPolicy)).toEqual([["a <- a by id"]]);
  });
});

describe("repeated ids", () => {
  it("of two results are a second result", () => {
    expect(linksOf([assistant(call("a")), tool("a"), tool("a")])).toEqual([["a <- a by id", "a again"]]);
  });

  it("of a second result mean the call that is left open", () => {
    expect(linksOf([assistant(call("a"), call("b")), tool("a"), tool("a")])).toEqual([["a <- a by id", "b open", "a again, meant b"]]);
  });

  it("of a second result that is an interim one mean no other call", () => {
    const several = { ...openaiPolicy, severalResults: true };
    expect(linksOf([assistant(call("a"), call("b")), tool("a"), tool("a")], several)).toEqual([["a <- a by id", "b open", "a again"]]);
  });

  it("of two calls are answered in order", () => {
    expect(linksOf([assistant(call("a"), call("a")), tool("a"), tool("a"), tool("a")])).toEqual([
      ["a <- a by id", "a <- a by id", "a again"],
    ]);
  });
});

describe("hosted and inline results", () => {
  it("stand in the assistant message of their call", () => {
    expect(linksOf([assistant(hostedCall("s"), hostedResult("s"), "done")], anthropicPolicy)).toEqual([["s <- s by id"]]);
  });

  it("may open a later assistant message of the same user turn", () => {
    const talk = [
      user("compare"),
      assistant(hostedCall("s"), call("a")),
      user(result("a")),
      assistant(hostedResult("s"), "they agree", call("b")),
      user(result("b")),
    ];
    expect(linksOf(talk, anthropicPolicy)).toEqual([["s <- s by id", "a <- a by id"], ["b <- b by id"]]);
  });

  it("do not reach back past words of the user", () => {
    const talk = [assistant(hostedCall("s"), "hm"), user("go on"), assistant(hostedResult("s"))];
    expect(linksOf(talk, anthropicPolicy)).toEqual([["s open"], ["s orphaned: earlier-turn, meant s"]]);
  });

  it("never answer a client's call of the same id", () => {
    expect(linksOf([assistant(call("a"), hostedResult("a"))], anthropicPolicy)).toEqual([["a open", "a orphaned: other-type, meant a"]]);
  });

  it("pair by order where the provider gives no ids", () => {
    expect(linksOf([assistant(hostedCall(null), hostedResult(null), hostedCall(null), hostedResult(null))])).toEqual([
      ["? <- ? by order", "? <- ? by order"],
    ]);
  });

  it("are one call with its result where the wire writes both in one", () => {
    const inline = result("a", { inline: true });
    expect(linksOf([assistant(call("a"), inline, call("a"), inline)])).toEqual([["a <- a by inline", "a <- a by inline"]]);
  });
});

describe("where the order is free", () => {
  it("a result joins the exchange of its call, past other turns", () => {
    const talk = [assistant(call("a")), user("and?"), assistant("one moment", call("b")), tool("b"), tool("a")];
    expect(linksOf(talk, responsesPolicy)).toEqual([["a <- a by id"], ["b <- b by id"]]);
  });

  it("an id that restarts in every response means the nearest open call", () => {
    const turn = [assistant(call("call_0")), tool("call_0")];
    expect(linksOf([...turn, ...turn], responsesPolicy)).toEqual([["call_0 <- call_0 by id"], ["call_0 <- call_0 by id"]]);
  });

  it("a second result stays a second result", () => {
    expect(linksOf([assistant(call("a")), tool("a"), assistant("so"), tool("a")], responsesPolicy)).toEqual([["a <- a by id", "a again"]]);
  });

  it("a standalone output owes no call", () => {
    expect(linksOf([assistant(call("a")), tool(null, { standalone: true }), tool("a")], responsesPolicy)).toEqual([["a <- a by id"]]);
  });
});

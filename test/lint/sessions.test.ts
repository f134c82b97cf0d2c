import { describe, expect, it } from "vitest";
import { Linter } from "../../src/lint/linter.js";
import type { LintOptions } from "../../src/lint/options.js";
import type { Violation } from "../../src/model/violation.js";

const tools = [
  {
    type: "function",
    function: {
      name: "get_order",
      parameters: { type: "object", properties: { id: { type: "integer" } }, required: ["id"], additionalProperties: false },
    },
  },
];

type Message = { readonly role: string; readonly [key: string]: unknown };

const user = (content: string): Message => ({ role: "user", content });
const call = (id: string, args: string): Message => ({
  role: "assistant",
  content: null,
  tool_calls: [{ id, type: "function", function: { name: "get_order", arguments: args } }],
});
const result = (id: string, content: string): Message => ({ role: "tool", tool_call_id: id, content });
const answer = (message: Message) => ({
  object: "chat.completion",
  model: "gpt-5-mini",
  choices: [{ index: 0, message: { refusal: null, ...message }, finish_reason: "stop" }],
});
const pair = (messages: readonly Message[], message: Message) => ({
  request: { model: "gpt-5-mini", tools, messages },
  response: answer(message),
});

/** Each request holds all of the talk in front of it, and gets the next message of the model as its answer. */
function requestsOf(talk: readonly Message[]) {
  return talk.flatMap((message, index) => (message.role === "assistant" ? [pair(talk.slice(0, index), message)] : []));
}

/** What is told: "record rule", and the calls of each conversation. */
function lint(records: readonly unknown[], options: LintOptions = {}) {
  const text = records.map((record) => `${JSON.stringify(record)}\n`).join("");
  const violations: Violation[] = [];
  const outcome = new Linter(options).lintFile(
    { path: "log.jsonl", chunks: () => [Buffer.from(text)] },
    { violation: (violation) => violations.push(violation) > 0 },
  );
  return {
    told: violations.map(({ record, ruleId, severity, handled }) => `${record} ${ruleId} ${severity}${handled ? " handled" : ""}`),
    calls: outcome.summary.conversations.map(({ calls }) => calls),
    notChecked: outcome.notChecked,
    violations,
  };
}

const talk = [
  user("Where is order A?"),
  call("call_1", '{"id":"A"}'),
  result("call_1", "no such order"),
  call("call_2", '{"id":1}'),
  result("call_2", "sent"),
  call("call_3", '{"id":2}'),
  result("call_3", "open"),
  { role: "assistant", content: "It was sent." },
];

describe("requests of one session", () => {
  it("are one conversation, whose fault is reported once, where it first stands", () => {
    expect(lint(requestsOf(talk))).toMatchObject({ told: ["0 invalid-arguments error"], calls: [3] });
  });

  it("are one conversation where the answers were not recorded", () => {
    const requests = requestsOf(talk).map(({ request }) => request);
    expect(lint(requests)).toMatchObject({ told: ["1 invalid-arguments error"], calls: [3] });
  });

  it("are one conversation where the client rewrites arguments, drops thinking and changes the system prompt", () => {
    const [first, second] = requestsOf(talk);
    const history =
      second?.request.messages.map((message) => (message.role === "assistant" ? call("call_1", '{ "id": "A" }') : message)) ?? [];
    const system = (time: string) => ({ role: "system", content: `It is ${time}.` });
    const records = [
      { ...first, request: { ...first?.request, messages: [system("10:00"), ...(first?.request.messages ?? [])] } },
      { ...second, request: { ...second?.request, messages: [system("10:05"), ...history] } },
    ];
    expect(lint(records)).toMatchObject({ told: ["0 invalid-arguments error"], calls: [2] });
  });

  it("are told apart where another session runs at the same time", () => {
    const other = requestsOf([
      user("Order B?"),
      call("call_9", '{"id":"B"}'),
      result("call_9", "no"),
      { role: "assistant", content: "No." },
    ]);
    const [a, b, c] = requestsOf(talk);
    expect(lint([a, other[0], b, other[1], c])).toMatchObject({
      told: ["0 invalid-arguments error", "1 invalid-arguments error"],
      calls: [3, 1],
    });
  });

  it("are two conversations where the second asks the same anew", () => {
    const [first] = requestsOf(talk);
    expect(lint([first, first]).calls).toEqual([1, 1]);
    const other = pair([user("Where is order B?")], call("call_1", '{"id":"B"}'));
    expect(lint([first, other])).toMatchObject({ told: ["0 invalid-arguments error", "1 invalid-arguments error"], calls: [1, 1] });
  });

  it("are two conversations where the answer did not become history", () => {
    const [first, second] = requestsOf(talk);
    const messages = [user("Where is order A?"), call("call_1", '{"id":5}'), result("call_1", "sent")];
    expect(lint([first, { ...second, request: { ...second?.request, messages } }]).calls).toEqual([1, 2]);
  });

  it("branch off into conversations of their own, without telling the shared faults again", () => {
    const [first, second] = requestsOf(talk);
    const branch = pair(second?.request.messages ?? [], call("call_2", '{"id":"C"}'));
    expect(lint([first, second, branch])).toMatchObject({
      told: ["0 invalid-arguments error", "2 invalid-arguments error"],
      calls: [2, 2],
    });
  });

  it("are one where the client gave the calls ids of its own, and wrote their arguments in another order", () => {
    const asked = { role: "user", parts: [{ text: "Move order 1 to Bari." }] };
    const move = (args: unknown, id?: string) => ({ role: "model", parts: [{ functionCall: { ...(id && { id }), name: "move", args } }] });
    const moved = (id: string, said: string) => ({
      role: "user",
      parts: [{ functionResponse: { id, name: "move", response: { output: said } } }],
    });
    const exchange = (contents: readonly unknown[], content: unknown) => ({
      request: { contents, tools: [{ functionDeclarations: [{ name: "move", parameters: { type: "OBJECT" } }] }] },
      response: { candidates: [{ content, finishReason: "STOP" }], modelVersion: "gemini-2.5-flash" },
    });
    const args = { to: { city: "Bari", list: [1, { b: 1, a: 2 }] }, order: 1 };
    const sorted = { order: 1, to: { city: "Bari", list: [1, { a: 2, b: 1 }] } };
    const done = { role: "model", parts: [{ text: "Done." }] };
    const first = exchange([asked], move(args));
    expect(lint([first, exchange([asked, move(sorted, "1"), moved("1", "ok")], done)]).calls).toEqual([1]);
    expect(lint([first, exchange([asked, move({ ...sorted, order: 2 }, "1"), moved("1", "ok")], done)]).calls).toEqual([1, 1]);
  });

  it("show that a mistake was handled only in the next request", () => {
    const anthropic = (messages: unknown, content: unknown) => ({
      request: {
        model: "claude-sonnet-4-5",
        max_tokens: 9,
        tools: [{ name: "get_order", input_schema: tools[0]?.function.parameters }],
        messages,
      },
      response: { type: "message", role: "assistant", model: "claude-sonnet-4-5", content, stop_reason: "tool_use", stop_sequence: null },
    });
    const use = [{ type: "tool_use", id: "toolu_1", name: "get_order", input: { id: "A" } }];
    const first = { role: "user", content: "Order A?" };
    const failed = {
      role: "user",
      content: [{ type: "tool_result", tool_use_id: "toolu_1", is_error: true, content: "id must be a number" }],
    };
    const records = [
      anthropic([first], use),
      anthropic(
        [first, { role: "assistant", content: use }, failed],
        [{ type: "tool_use", id: "toolu_2", name: "get_order", input: { id: 1 } }],
      ),
    ];
    expect(lint(records).told).toEqual(["0 invalid-arguments error handled"]);
    expect(lint(records, { allowHandled: true }).told).toEqual(["0 invalid-arguments info handled"]);
  });

  it("report once that an answer was cut, though only the answer says by what", () => {
    const cut = [user("Order 7?"), call("call_1", '{"id'), result("call_1", "could not be read"), { role: "assistant", content: "Sorry." }];
    const [first, ...others] = requestsOf(cut);
    const [choice] = first?.response.choices ?? [];
    const response = { ...first?.response, choices: [{ ...choice, finish_reason: "length" }] };
    expect(lint([{ ...first, response }, ...others]).told).toEqual(["0 truncated-arguments error"]);
  });

  it("say of a conversation as a whole what is true of its last state", () => {
    const records = requestsOf([
      user("Hello"),
      { role: "assistant", content: "Hello. Which order?" },
      user("1"),
      call("call_1", '{"id":1}'),
    ]);
    expect(lint(records)).toMatchObject({ told: [], calls: [1] });
    expect(lint(records.slice(0, 1)).told).toEqual(["null no-tool-calls info"]);
  });

  it("count what was not checked once", () => {
    const records = requestsOf(talk).map(({ request, response }) => ({ request: { ...request, tools: undefined }, response }));
    expect(lint(records).notChecked).toMatchObject({ noDeclaration: 3, hostedTool: 0, unresolvable: 0, undecided: 0 });
  });

  it("report faults of declarations once, and those of a new declaration where it comes", () => {
    const bad = (name: string) => ({ type: "function", function: { name, parameters: { type: "objekt" } } });
    const declare = (record: ReturnType<typeof pair> | undefined, more: readonly unknown[]) => ({
      ...record,
      request: { ...record?.request, tools: [...tools, ...more] },
    });
    const [first, second, third] = requestsOf(talk);
    const { told } = lint([declare(first, [bad("b")]), declare(second, [bad("b")]), declare(third, [bad("b"), bad("c")])]);
    expect(told.filter((line) => line.includes("invalid-schema"))).toEqual(["0 invalid-schema error", "2 invalid-schema error"]);
  });

  it("keep the fingerprints that their faults have alone", () => {
    const fingerprints = (records: readonly unknown[]) => lint(records).violations.map(({ fingerprint }) => fingerprint);
    const records = requestsOf(talk);
    expect(fingerprints(records)).toEqual(fingerprints(records.slice(0, 1)));
  });

  it("join the halves of batch jobs by their ids, even where all ask the same", () => {
    const body = { model: "gpt-5-mini", tools, messages: [user("Which order?")] };
    const sent = (id: string) => ({ custom_id: id, method: "POST", url: "/v1/chat/completions", body });
    const got = (id: string, args: string) => ({
      custom_id: id,
      response: { status_code: 200, body: answer(call(`call_${id}`, args)) },
      error: null,
    });
    expect(lint([sent("a"), sent("b"), got("b", '{"id":"B"}'), got("a", '{"id":1}')])).toMatchObject({
      told: ["2 invalid-arguments error"],
      calls: [1, 1],
    });
  });
});

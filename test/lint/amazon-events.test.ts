import { describe, expect, it } from "vitest";
import { Linter } from "../../src/lint/linter.js";
import type { Violation } from "../../src/model/violation.js";

/** One frame of `application/vnd.amazon.eventstream`; nobody here looks at its checksums. */
function frame(headers: Readonly<Record<string, string>>, payload: string): Buffer {
  const head = Buffer.concat(
    Object.entries(headers).map(([name, value]) =>
      Buffer.concat([Buffer.from([name.length]), Buffer.from(name), Buffer.from([7, 0, value.length]), Buffer.from(value)]),
    ),
  );
  const body = Buffer.from(payload);
  const sizes = Buffer.alloc(8);
  sizes.writeUInt32BE(16 + head.length + body.length, 0);
  sizes.writeUInt32BE(head.length, 4);
  return Buffer.concat([sizes, Buffer.from("c9a1f2e3", "hex"), head, body, Buffer.from("fe81b0d4", "hex")]);
}

function event(type: string, payload: unknown): Buffer {
  return frame({ ":event-type": type, ":content-type": "application/json", ":message-type": "event" }, JSON.stringify(payload));
}

function chunk(inner: unknown): Buffer {
  return event("chunk", { bytes: Buffer.from(JSON.stringify(inner)).toString("base64"), p: "abcdefgh" });
}

const exception = frame({ ":exception-type": "throttlingException", ":message-type": "exception" }, '{"message":"Too many tokens"}');

const claude = [
  { type: "message_start", message: { id: "msg_1", type: "message", role: "assistant", model: "claude-sonnet-4-5", content: [] } },
  { type: "content_block_start", index: 0, content_block: { type: "tool_use", id: "toolu_bdrk_1", name: "dim", input: {} } },
  { type: "content_block_delta", index: 0, delta: { type: "input_json_delta", partial_json: '{"zimmer":"Küche"}' } },
  { type: "content_block_stop", index: 0 },
  { type: "message_delta", delta: { stop_reason: "tool_use" }, usage: { output_tokens: 4 } },
  { type: "message_stop", "amazon-bedrock-invocationMetrics": { inputTokenCount: 3 } },
];
const converse = [
  { messageStart: { role: "assistant" } },
  { contentBlockStart: { contentBlockIndex: 0, start: { toolUse: { toolUseId: "tooluse_1", name: "dim" } } } },
  { contentBlockDelta: { contentBlockIndex: 0, delta: { toolUse: { input: '{"zimmer":"Küche"}' } } } },
  { contentBlockStop: { contentBlockIndex: 0 } },
  { messageStop: { stopReason: "tool_use" } },
];
const schema = { type: "object", properties: { room: { type: "string" } }, required: ["room"] };
const toClaude = {
  anthropic_version: "bedrock-2023-05-31",
  messages: [{ role: "user", content: "Dim it" }],
  tools: [{ name: "dim", input_schema: schema }],
};
const toConverse = {
  messages: [{ role: "user", content: [{ text: "Dim it" }] }],
  toolConfig: { tools: [{ toolSpec: { name: "dim", inputSchema: { json: schema } } }] },
};
const toMistral = {
  messages: [{ role: "user", content: "Dim it" }],
  tools: [{ type: "function", function: { name: "dim", parameters: schema } }],
};
const mistral = [
  { choices: [{ index: 0, message: { role: "assistant", content: "I " }, stop_reason: null }] },
  {
    choices: [
      {
        index: 0,
        message: { content: "", tool_calls: [{ id: "abcdefghi", function: { name: "dim", arguments: '{"zimmer":"Küche"}' } }] },
        stop_reason: "tool_calls",
      },
    ],
  },
];

const streams: readonly (readonly [string, string, string, unknown, Buffer])[] = [
  ["Claude", "invoke-with-response-stream", "anthropic", toClaude, Buffer.concat(claude.map(chunk))],
  ["Nova", "invoke-with-response-stream", "bedrock-converse", toConverse, Buffer.concat(converse.map(chunk))],
  ["Mistral", "invoke-with-response-stream", "openai-chat", toMistral, Buffer.concat(mistral.map(chunk))],
  [
    "Converse",
    "converse-stream",
    "bedrock-converse",
    toConverse,
    Buffer.concat(converse.flatMap((each) => Object.entries(each).map(([type, payload]) => event(type, payload)))),
  ],
];

function lint(sent: unknown, operation: string, body: unknown) {
  const uri = `https://bedrock-runtime.us-east-1.amazonaws.com/model/some-model/${operation}`;
  const request = { method: "POST", uri, body: JSON.stringify(sent) };
  const cassette = { interactions: [{ request, response: { status: { code: 200 }, body } }], version: 1 };
  const violations: Violation[] = [];
  const { summary } = new Linter().lintFile(
    { path: "x.json", chunks: () => [Buffer.from(JSON.stringify(cassette))] },
    { violation: (violation) => violations.push(violation) > 0 },
  );
  return {
    read: summary.conversations.map(({ format, calls }) => `${format} ${calls}`),
    told: violations.filter(({ severity }) => severity !== "info").map(({ ruleId, message }) => `${ruleId} ${message}`),
  };
}

describe.each(streams)("a stream of %s from Bedrock", (_, operation, format, sent, body) => {
  it.each([
    ["as base64", { base64_string: body.toString("base64") }],
    ["as text with a character for each byte", { string: body.toString("latin1") }],
    ["as text that lost what is no UTF-8", { string: body.toString("utf8") }],
  ])("is read %s", (_name, kept) => {
    const { read, told } = lint(sent, operation, kept);
    expect(read).toEqual([`${format} 1`]);
    expect(told).toEqual([expect.stringMatching(/^invalid-arguments /)]);
  });
});

it("reads the chunks that SDKs hand on, their bytes as base64 or as text", () => {
  for (const spell of [(text: string) => Buffer.from(text).toString("base64"), (text: string) => text]) {
    const list = claude.map((each) => ({ chunk: { bytes: spell(JSON.stringify(each)) } }));
    expect(lint(toClaude, "invoke-with-response-stream", list).read).toEqual(["anthropic 1"]);
  }
});

it("reads an exception as the end of either stream, and alone as a refusal", () => {
  for (const [name, operation, format, sent] of streams.filter(([each]) => each === "Claude" || each === "Nova")) {
    const begun = name === "Claude" ? claude.slice(0, 3) : converse.slice(0, 3);
    const cut = lint(sent, operation, { base64_string: Buffer.concat([...begun.map(chunk), exception]).toString("base64") });
    expect(cut.read).toEqual([`${format} 1`]);
    expect(cut.told).toContainEqual(expect.stringMatching(/^incomplete-stream .*Too many tokens/));
    const alone = lint(sent, operation, { base64_string: exception.toString("base64") });
    expect(alone.read).toEqual([`${format} 0`]);
    expect(alone.told.filter((each) => !each.startsWith("refused-request"))).toEqual([]);
  }
});

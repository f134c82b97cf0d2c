import { callsOf, conversationOf, type ExpectedCall, exchangesOf, type Policy, type RecordedCall } from "tool-guardrails/vitest";
import { expect } from "vitest";

const transcript: unknown = [];
const policy: Policy = {
  call: { tool: "a_*", except: "a_b", arguments: { n: 1 } },
  mustComeBefore: ["c"],
  name: "n",
  reason: "r",
  tools: "a",
};
const expected: readonly ExpectedCall[] = ["a", /a/, ["a", { n: 1 }], { tool: "a", arguments: { n: expect.any(Number) }, returning: {} }];
const calls: readonly RecordedCall[] = callsOf(transcript, { format: "anthropic", conversation: 0 });

expect(transcript).toHaveValidToolExchanges();
expect(transcript).toHaveValidToolExchanges({ tools: "tools.json", profile: "groq", mode: "request" });
expect(transcript).toCallTool("a");
expect(transcript).not.toCallTool(expect.stringMatching(/a/), { n: expect.any(Number) }, { times: 2, arguments: "exact" });
expect(transcript).toCallTool("a", (args: { readonly n: number }) => args.n > 1);
expect(transcript).toCallTools(expected, { order: "any" });
expect(transcript).toCallTools(calls, { overrides: { a: "ignore", b: ["n"], c: (actual, wanted) => actual.n === wanted.n } });
expect(transcript).toAnswerEveryCall({ profile: "groq" });
expect(transcript).toFollow([policy]);
expect({ transcript }).toEqual({ transcript: expect.toCallTool("a") });
expect(exchangesOf(transcript)).toMatchSnapshot();
const reply: string | null = conversationOf(transcript).reply;

// @ts-expect-error a tool is needed
expect(transcript).toCallTool();
// @ts-expect-error no such order
expect(transcript).toCallTools([], { order: "strict" });
// @ts-expect-error no such mode
expect(transcript).toCallTool("a", {}, { arguments: "loose" });
// @ts-expect-error a policy needs a tool
expect(transcript).toFollow({ atMost: 1 });
// @ts-expect-error no such option
expect(transcript).toHaveValidToolExchanges({ tool: "tools.json" });

export { reply };

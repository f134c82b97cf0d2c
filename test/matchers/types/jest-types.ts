import { callsOf } from "tool-guardrails/jest";

const transcript: unknown = [];

expect(transcript).toHaveValidToolExchanges({ profile: "groq" });
expect(transcript).not.toCallTool("a", { n: expect.any(Number) }, { times: 1 });
expect(transcript).toCallTools(callsOf(transcript), { order: "any" });
expect(transcript).toAnswerEveryCall();
expect(transcript).toFollow({ call: "a", mustNotBeCalled: true });

// @ts-expect-error a tool is needed
expect(transcript).toCallTool();

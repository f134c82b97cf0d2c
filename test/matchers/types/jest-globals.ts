import { expect } from "@jest/globals";
import { addTo, callsOf, exchangesOf } from "tool-guardrails/jest";

const transcript: unknown = [];

addTo(expect);
expect(transcript).toHaveValidToolExchanges({ profile: "groq" });
expect(transcript).toCallTool("a", { n: expect.any(Number) }, { nth: 1 });
expect(transcript).not.toCallTools(["a", ["b", { n: 1 }]], { order: "ordered-subset" });
expect(transcript).toCallTools(callsOf(transcript));
expect(transcript).toAnswerEveryCall();
expect(transcript).toFollow({ call: "a", neverTogetherWith: "b", within: "turn" });
expect(exchangesOf(transcript)).toMatchSnapshot();
const later: Promise<void> = expect(Promise.resolve(transcript)).resolves.toCallTool("a");

// @ts-expect-error a tool is needed
expect(transcript).toCallTool();
// @ts-expect-error a policy demands no such thing
expect(transcript).toFollow({ call: "a", mustFollow: "b" });

export { later };

import type { Policy } from "../policies/policy.js";
import type { ExpectedArguments, ExpectedCall, ExpectedTool } from "./expected-call.js";
import type { ReadOptions } from "./read-transcript.js";
import { toAnswerEveryCall } from "./to-answer-every-call.js";
import { type CallToolOptions, toCallTool } from "./to-call-tool.js";
import { type CallToolsOptions, toCallTools } from "./to-call-tools.js";
import { toFollow } from "./to-follow.js";
import { toHaveValidToolExchanges, type ValidExchangesOptions } from "./to-have-valid-tool-exchanges.js";

/** All matchers, for `expect.extend`. */
export const matchers = { toHaveValidToolExchanges, toCallTool, toCallTools, toAnswerEveryCall, toFollow };

/** The matchers as `expect(transcript)` has them. A transcript is messages or a request as data, the text of a recording, a path or a URL. */
export interface ToolMatchers<Result> {
  /** `guardrails check` passes the transcript: arguments fit their schemas, calls have their results, and the endpoint takes it. */
  toHaveValidToolExchanges(options?: ValidExchangesOptions): Result;
  /**
   * A tool is called; with arguments, a call has these, among others.
   *
   * @example expect(transcript).toCallTool("get_order", { order_id: expect.any(Number) })
   */
  toCallTool(tool: ExpectedTool, args?: ExpectedArguments | null, options?: CallToolOptions): Result;
  /**
   * These are the calls of the transcript, in this order; `order` allows others.
   *
   * @example expect(transcript).toCallTools(["search", ["get_order", { order_id: 7 }]], { order: "any" })
   */
  toCallTools(calls: readonly ExpectedCall[], options?: CallToolsOptions): Result;
  /** Each call has its result, also where the transcript ends. */
  toAnswerEveryCall(options?: Pick<ReadOptions, "format" | "profile">): Result;
  /**
   * The transcript breaks no policy.
   *
   * @example expect(transcript).toFollow({ call: "verify_customer", mustComeBefore: "issue_refund" })
   */
  toFollow(policies: Policy | readonly Policy[], options?: ReadOptions): Result;
}

import type { JsonValue } from "../json/value.js";
import { argumentsValue } from "../model/arguments-value.js";
import { type Conversation, hasWholeHistory } from "../model/conversation.js";
import type { ToolCall } from "../model/exchange.js";
import type { Finding } from "../model/violation.js";
import type { Breach, PolicyCall, PolicySubject } from "../policies/breaches.js";
import type { ConfiguredPolicy } from "../policies/policy.js";
import { defineRule } from "./rule.js";

/** A policy of the configuration is kept: what must come before what, what never goes without or together, and how often. */
export const violatedPolicy = defineRule({
  id: "violated-policy",
  category: "conversation",
  summary: "A call breaks a policy of the configuration, or a call that a policy demands is missing",
  severity: "error",
  consequence:
    "No provider knows these rules: the agent refunds what it did not look up, or deletes where it may only read, and every call is valid.",
  repair:
    "Say the policy in the prompt and enforce it in the code that runs the tool. Where the policy is too strict, narrow it by arguments, tools or files.",
  evidence: ["The policies of the project itself, under `policies` in its configuration"],
  on: {
    *conversation(conversation, { policies }) {
      if (policies.length === 0) return;
      const subject = subjectOf(conversation);
      for (const { policy, check } of policies) {
        for (const breach of check(subject)) yield findingOf(breach, policy, conversation);
      }
    },
  },
});

/** A call as policies see it. Its arguments are decoded where a policy asks for them. */
class JudgedCall implements PolicyCall {
  readonly call: ToolCall;
  readonly turn: number;
  readonly endsAtOnce: boolean;

  constructor(call: ToolCall, turn: number, endsAtOnce: boolean) {
    this.call = call;
    this.turn = turn;
    this.endsAtOnce = endsAtOnce;
  }

  get tool(): string | null {
    const { call } = this;
    return call.function.name ?? (call.hosted ? call.type : null);
  }

  get arguments(): JsonValue | undefined {
    return argumentsValue(this.call.function.arguments);
  }
}

function subjectOf(conversation: Conversation): PolicySubject<JudgedCall> {
  const calls = conversation.exchanges.flatMap((exchange, turn) => {
    const inline = new Set(exchange.links.flatMap((link) => (link.kind === "answered" && link.by === "inline" ? [link.call] : [])));
    return exchange.calls.map((call) => new JudgedCall(call, turn, call.expectsNoResult || inline.has(call)));
  });
  return { calls, declaredTools: conversation.toolset.tools.map(({ key }) => key), isWhole: hasWholeHistory(conversation) };
}

function findingOf({ call, other, isOfWhole, message, fix }: Breach<JudgedCall>, policy: ConfiguredPolicy, { at }: Conversation): Finding {
  return {
    at: call === undefined ? at : placeOf(call.call),
    message,
    fix,
    isOfWhole,
    ...(policy.severity !== undefined && { severity: policy.severity }),
    ...(call !== undefined && { call: call.call }),
    ...(other !== undefined && { related: [{ message: other.words, at: placeOf(other.call.call) }] }),
    data: { policy: policy.name, reason: policy.reason },
    key: policy.name,
  };
}

function placeOf({ at }: ToolCall) {
  return at.name ?? at.call;
}

import { type AdaptedConversation, type Conversation, withExchanges } from "../model/conversation.js";
import type { ToolCall } from "../model/exchange.js";
import { pairingFaults } from "../model/pairing.js";
import { pairExchanges } from "../model/rebuild.js";
import type { Finding, Severity } from "../model/violation.js";
import { compilePolicy } from "../policies/breaches.js";
import type { ConfiguredPolicy } from "../policies/policy.js";
import type { Profile } from "../profiles/profile.js";
import type { ConversationRule } from "../rules/rule.js";
import { type Crash, type Found, RuleRunner } from "./run-rules.js";
import type { SchemaSource } from "./tool-schemas.js";

/** A finding with the rule that yielded it and its weight; `null` where the configuration switches the rule off. */
export interface Judged {
  readonly rule: ConversationRule;
  readonly finding: Finding;
  readonly severity: Severity;
  readonly handled: boolean;
}

/** One conversation judged for one profile. */
export interface Judgement {
  readonly conversation: Conversation;
  readonly judged: readonly Judged[];
  /** Results whose counterpart lies outside the file. */
  readonly unresolvable: number;
  /** Calls whose declaration gave no verdict about their arguments. */
  readonly undecided: number;
  /** Rules that threw: a fault of the program. */
  readonly crashes: readonly Crash[];
}

/** What judging needs beside the conversation. */
export interface JudgeOptions {
  readonly rules: readonly ConversationRule[];
  readonly schemas: SchemaSource;
  readonly severities: ReadonlyMap<string, Severity | "off">;
  readonly policies?: readonly ConfiguredPolicy[];
  readonly allowHandled: boolean;
}

/** Judges conversations, one after the other; what it found out about a toolset serves all records that repeat it. */
export class Judge {
  readonly #options: JudgeOptions;
  readonly #runner: RuleRunner;

  constructor(options: JudgeOptions) {
    this.#options = options;
    this.#runner = new RuleRunner(
      options.rules,
      (options.policies ?? []).map((policy) => ({ policy, check: compilePolicy(policy) })),
    );
  }

  /** Rebuilds the exchanges of a conversation and runs the rules over it. */
  judge(recorded: AdaptedConversation, profile: Profile): Judgement {
    const conversation = withExchanges(recorded, profile.id, pairExchanges(recorded.messages, profile.pairing));
    const pairing = pairingFaults(conversation, conversation.exchanges, profile.pairing);
    const { found, crashes, undecided } = this.#runner.run(conversation, profile, this.#options.schemas.under(profile), pairing);
    const handled = found.length === 0 ? noCalls : handledCalls(conversation);
    const judged = found.map((each) => weigh(each, handled, this.#options));
    return {
      conversation,
      judged: isRefused(recorded) ? raiseUnexplainedRefusal(judged, this.#options.severities) : judged,
      unresolvable: pairing.filter(({ kind }) => kind === "unresolvable").length,
      undecided,
      crashes,
    };
  }
}

function weigh({ rule, finding }: Found, handledOnes: ReadonlySet<ToolCall>, options: JudgeOptions): Judged {
  const level = options.severities.get(rule.id);
  const severity = level === undefined || level === "off" ? (finding.severity ?? rule.severity) : level;
  const handled = finding.call !== undefined && rule.category === "call" && handledOnes.has(finding.call);
  return { rule, finding, severity: handled && options.allowHandled ? "info" : severity, handled };
}

const noCalls: ReadonlySet<ToolCall> = new Set();

/** The calls that were answered with an error: the agent saw its own mistake. */
function handledCalls({ exchanges }: Conversation): ReadonlySet<ToolCall> {
  const calls = new Set<ToolCall>();
  for (const { links } of exchanges) for (const link of links) if (link.kind === "answered" && link.result.isError) calls.add(link.call);
  return calls;
}

/** The endpoint took nothing of the request. An error event inside a stream that began well is the model's fault, not the request's. */
function isRefused({ refusal }: AdaptedConversation): boolean {
  return refusal?.cause === "request" && (refusal.status === undefined || refusal.status >= 400);
}

/** A recorded refusal is an error where no finding of ours explains it: then we missed something, and the reader must know. */
function raiseUnexplainedRefusal(judged: readonly Judged[], severities: ReadonlyMap<string, Severity | "off">): readonly Judged[] {
  const isRefusal = ({ rule }: Judged) => rule.id === "refused-request";
  if (severities.has("refused-request") || !judged.some(isRefusal)) return judged;
  if (judged.some((each) => !isRefusal(each) && each.severity === "error")) return judged;
  return judged.map((each) => (isRefusal(each) ? { ...each, severity: "error" } : each));
}

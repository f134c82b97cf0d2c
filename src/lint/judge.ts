import type { Conversation, Recorded } from "../model/conversation.js";
import type { ToolCall } from "../model/exchange.js";
import { pairingFaults } from "../model/pairing.js";
import { rebuildExchanges } from "../model/rebuild.js";
import type { Toolset } from "../model/tool.js";
import type { Finding, Severity } from "../model/violation.js";
import type { Profile } from "../profiles/profile.js";
import type { ConversationRule } from "../rules/rule.js";
import { createRuleContext } from "../rules/rule-context.js";
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
  readonly crashes: readonly { readonly rule: ConversationRule; readonly error: unknown }[];
}

/** What judging needs beside the conversation. */
export interface JudgeOptions {
  readonly rules: readonly ConversationRule[];
  readonly schemas: SchemaSource;
  readonly severities: ReadonlyMap<string, Severity | "off">;
  readonly allowHandled: boolean;
}

/** Judges conversations, one after the other; what it found out about a toolset serves all records that repeat it. */
export class Judge {
  readonly #options: JudgeOptions;
  /** Toolsets that no rule of declarations found fault with, by profile. */
  readonly #clean = new Map<Profile, WeakSet<Toolset>>();

  constructor(options: JudgeOptions) {
    this.#options = options;
  }

  /** Rebuilds the exchanges of a conversation and runs the rules over it. A rule that throws loses its own findings only. */
  judge(recorded: Recorded, profile: Profile): Judgement {
    const exchanges = rebuildExchanges(recorded.messages, profile.pairing);
    const conversation: Conversation = { profile: profile.id, exchanges, ...recorded };
    const pairing = pairingFaults(conversation, exchanges, profile.pairing);
    const context = createRuleContext(conversation, profile, this.#options.schemas.under(profile), pairing);
    const clean = this.#cleanUnder(profile);
    const isDone = {
      declarations: clean.has(recorded.toolset),
      pairing: pairing.length === 0,
      anomalies: recorded.anomalies.length === 0,
    };
    const judged: Judged[] = [];
    const crashes: { readonly rule: ConversationRule; readonly error: unknown }[] = [];
    let declarationFaults = 0;
    for (const rule of this.#options.rules) {
      if (rule.judgesOnly !== undefined && isDone[rule.judgesOnly]) continue;
      try {
        for (const finding of rule.check(conversation, context)) {
          judged.push(weigh(rule, finding, conversation, this.#options));
          if (rule.judgesOnly === "declarations") declarationFaults += 1;
        }
      } catch (error) {
        crashes.push({ rule, error });
      }
    }
    if (declarationFaults === 0 && crashes.length === 0) clean.add(recorded.toolset);
    return {
      conversation,
      judged: isRefused(recorded) ? raiseUnexplainedRefusal(judged, this.#options.severities) : judged,
      unresolvable: pairing.reduce((count, fault) => count + (fault.kind === "unresolvable" ? 1 : 0), 0),
      undecided: context.undecidedCalls,
      crashes,
    };
  }

  #cleanUnder(profile: Profile): WeakSet<Toolset> {
    const known = this.#clean.get(profile) ?? new WeakSet<Toolset>();
    this.#clean.set(profile, known);
    return known;
  }
}

function weigh(rule: ConversationRule, finding: Finding, conversation: Conversation, options: JudgeOptions): Judged {
  const level = options.severities.get(rule.id);
  const severity = level === undefined || level === "off" ? (finding.severity ?? rule.severity) : level;
  const handled = finding.call !== undefined && rule.category === "call" && wasHandled(conversation, finding.call);
  return { rule, finding, severity: handled && options.allowHandled ? "info" : severity, handled };
}

/** Whether the call was answered with an error: the agent saw its own mistake. */
function wasHandled(conversation: Conversation, call: ToolCall): boolean {
  return conversation.exchanges.some((exchange) =>
    exchange.links.some((link) => link.kind === "answered" && link.call === call && link.result.isError),
  );
}

/** The endpoint took nothing of the request. An error event inside a stream that began well is the model's fault, not the request's. */
function isRefused({ refusal }: Recorded): boolean {
  return refusal !== undefined && (refusal.status === undefined || refusal.status >= 400);
}

/** A recorded refusal is an error where no finding of ours explains it: then we missed something, and the reader must know. */
function raiseUnexplainedRefusal(judged: readonly Judged[], severities: ReadonlyMap<string, Severity | "off">): readonly Judged[] {
  const isRefusal = ({ rule }: Judged) => rule.id === "refused-request";
  if (severities.has("refused-request") || !judged.some(isRefusal)) return judged;
  if (judged.some((each) => !isRefusal(each) && each.severity === "error")) return judged;
  return judged.map((each) => (isRefusal(each) ? { ...each, severity: "error" } : each));
}

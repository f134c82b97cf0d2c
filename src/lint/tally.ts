import type { Conversation } from "../model/conversation.js";
import { uncheckedBecause } from "../model/unchecked.js";
import type { ConversationSummary, NotChecked, Notice, Severity, Violation } from "../model/violation.js";
import type { FileOutcome } from "./options.js";

/** What a conversation added to the counts. */
export interface Counted {
  readonly index: number;
  readonly notChecked: NotChecked;
}

/** A conversation, and how much of it got no verdict. */
interface JudgedConversation {
  readonly conversation: Conversation;
  readonly unresolvable: number;
  readonly undecided: number;
}

/** Different summaries that are kept to be shared: most conversations have a few turns. */
const maxShared = 4096;

/** Conversations with the same counts share one summary, so that those of a long file do not fill the memory. */
export class ConversationSummaries {
  readonly #known = new Map<string, ConversationSummary>();

  of({ format, profile, mode, exchanges }: Conversation): ConversationSummary {
    let calls = 0;
    let results = 0;
    let exchangesWithCalls = 0;
    for (const exchange of exchanges) {
      calls += exchange.calls.length;
      results += exchange.results.length;
      if (exchange.calls.length > 0) exchangesWithCalls += 1;
    }
    const key = `${format} ${profile} ${mode} ${exchangesWithCalls} ${calls} ${results}`;
    const known = this.#known.get(key);
    if (known !== undefined) return known;
    const summary = { format, profile, mode, exchanges: exchangesWithCalls, calls, results };
    if (this.#known.size < maxShared) this.#known.set(key, summary);
    return summary;
  }
}

/** Counts what one file held while it is read. Keeps no violation, so that memory stays bounded. */
export class Tally {
  readonly #path: string;
  readonly #conversations: ConversationSummary[] = [];
  readonly #bySeverity: Record<Severity, number> = { error: 0, warning: 0, info: 0 };
  readonly #byRule = new Map<string, number>();
  readonly #notices = new Map<string, Notice>();
  #handled = 0;
  #traffic = 0;
  #notChecked: NotChecked = nothingUnchecked;

  constructor(path: string) {
    this.#path = path;
  }

  /** How many conversations were counted so far: the index of the next one. */
  get conversations(): number {
    return this.#conversations.length;
  }

  /** How many calls and results were understood so far. */
  get callsAndResults(): number {
    return this.#conversations.reduce((sum, { calls, results }) => sum + calls + results, 0);
  }

  count(violation: Violation): void {
    this.#bySeverity[violation.severity] += 1;
    this.#byRule.set(violation.ruleId, (this.#byRule.get(violation.ruleId) ?? 0) + 1);
    if (violation.handled) this.#handled += 1;
  }

  /**
   * @param instead what the same conversation counted before it went on
   * @returns what was counted, so that it can be counted anew
   */
  conversation(summary: ConversationSummary, notChecked: NotChecked, instead?: Counted): Counted {
    const index = instead?.index ?? this.#conversations.length;
    if (instead !== undefined) this.#notChecked = addNotChecked(this.#notChecked, instead.notChecked, -1);
    if (notChecked !== nothingUnchecked) this.#notChecked = addNotChecked(this.#notChecked, notChecked);
    this.#conversations[index] = summary;
    return { index, notChecked };
  }

  /** Conversations that the file speaks of but does not hold. */
  unresolvable(count: number): void {
    if (count > 0) this.#notChecked = addNotChecked(this.#notChecked, { ...nothingUnchecked, unresolvable: count });
  }

  /** Exchanges of other kinds that were recorded beside the conversations. */
  traffic(count: number): void {
    this.#traffic += count;
  }

  /** Told once for each message, however often it happens. */
  notice(notice: Notice): void {
    this.#notices.set(notice.message, notice);
  }

  outcome(): FileOutcome {
    const { error, warning, info } = this.#bySeverity;
    return {
      summary: { path: this.#path, conversations: this.#conversations, errors: error, warnings: warning, infos: info },
      notChecked: this.#notChecked,
      traffic: this.#traffic,
      handled: this.#handled,
      byRule: this.#byRule,
      notices: [...this.#notices.values()],
    };
  }
}

/** Nothing left unjudged. */
export const nothingUnchecked: NotChecked = { noDeclaration: 0, hostedTool: 0, unresolvable: 0, undecided: 0 };

/** Adds up what was left unjudged, or takes it away again. */
export function addNotChecked(one: NotChecked, other: NotChecked, sign: 1 | -1 = 1): NotChecked {
  return {
    noDeclaration: one.noDeclaration + sign * other.noDeclaration,
    hostedTool: one.hostedTool + sign * other.hostedTool,
    unresolvable: one.unresolvable + sign * other.unresolvable,
    undecided: one.undecided + sign * other.undecided,
  };
}

/** What of a conversation got no verdict; `nothingUnchecked` itself where nothing is left: so it is with most. */
export function leftUnchecked({ conversation, unresolvable, undecided }: JudgedConversation): NotChecked {
  const { exchanges, toolset } = conversation;
  let left: Record<keyof NotChecked, number> | undefined;
  if (unresolvable + undecided > 0) left = { ...nothingUnchecked, unresolvable, undecided };
  for (const { calls } of exchanges) {
    for (const call of calls) {
      const reason = uncheckedBecause(call, toolset);
      if (reason === undefined) continue;
      left ??= { ...nothingUnchecked };
      left[reason] += 1;
    }
  }
  return left ?? nothingUnchecked;
}

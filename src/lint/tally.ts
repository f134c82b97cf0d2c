import type { Conversation } from "../model/conversation.js";
import type { ConversationSummary, NotChecked, Notice, Severity, Violation } from "../model/violation.js";
import type { FileOutcome } from "./options.js";

/** What a conversation added to the counts. */
export interface Counted {
  readonly index: number;
  readonly summary: ConversationSummary;
  readonly notChecked: NotChecked;
}

/** Counts what one file held while it is read. Keeps no violation, so that memory stays bounded. */
export class Tally {
  readonly #path: string;
  readonly #conversations: ConversationSummary[] = [];
  readonly #bySeverity: Record<Severity, number> = { error: 0, warning: 0, info: 0 };
  readonly #byRule = new Map<string, number>();
  readonly #notices = new Map<string, Notice>();
  #handled = 0;
  #noDeclaration = 0;
  #hostedTool = 0;
  #unresolvable = 0;

  constructor(path: string) {
    this.#path = path;
  }

  /** How many conversations were counted so far: the index of the next one. */
  get conversations(): number {
    return this.#conversations.length;
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
  conversation(conversation: Conversation, unresolvable: number, instead?: Counted): Counted {
    const counted = countOf(conversation, unresolvable, instead?.index ?? this.#conversations.length);
    if (instead !== undefined) this.#addNotChecked(instead.notChecked, -1);
    this.#addNotChecked(counted.notChecked, 1);
    this.#conversations[counted.index] = counted.summary;
    return counted;
  }

  /** Conversations that the file speaks of but does not hold. */
  unresolvable(count: number): void {
    this.#unresolvable += count;
  }

  /** Told once for each message, however often it happens. */
  notice(notice: Notice): void {
    this.#notices.set(notice.message, notice);
  }

  outcome(): FileOutcome {
    const { error, warning, info } = this.#bySeverity;
    const notChecked: NotChecked = { noDeclaration: this.#noDeclaration, hostedTool: this.#hostedTool, unresolvable: this.#unresolvable };
    return {
      summary: { path: this.#path, conversations: this.#conversations, errors: error, warnings: warning, infos: info },
      notChecked,
      handled: this.#handled,
      byRule: this.#byRule,
      notices: [...this.#notices.values()],
    };
  }

  #addNotChecked({ noDeclaration, hostedTool, unresolvable }: NotChecked, sign: 1 | -1): void {
    this.#noDeclaration += sign * noDeclaration;
    this.#hostedTool += sign * hostedTool;
    this.#unresolvable += sign * unresolvable;
  }
}

function countOf({ format, profile, mode, exchanges, toolset }: Conversation, unresolvable: number, index: number): Counted {
  let calls = 0;
  let results = 0;
  let exchangesWithCalls = 0;
  const notChecked = { noDeclaration: 0, hostedTool: 0, unresolvable };
  for (const exchange of exchanges) {
    calls += exchange.calls.length;
    results += exchange.results.length;
    if (exchange.calls.length > 0) exchangesWithCalls += 1;
    for (const call of exchange.calls) {
      const tool = toolset.get(call.function.name ?? call.type);
      if (tool?.hosted === true || (tool === undefined && call.hosted)) notChecked.hostedTool += 1;
      // A list of names alone (session logs) says nothing about arguments.
      else if ((tool?.argumentsSchema ?? null) === null && tool?.input !== "text" && toolset.completeness !== "declared")
        notChecked.noDeclaration += 1;
      else if (call.function.arguments.kind === "unknown" || call.partial) notChecked.unresolvable += 1;
    }
  }
  return { index, summary: { format, profile, mode, exchanges: exchangesWithCalls, calls, results }, notChecked };
}

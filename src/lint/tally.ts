import type { Conversation } from "../model/conversation.js";
import type { ConversationSummary, NotChecked, Notice, Severity, Violation } from "../model/violation.js";
import type { FileOutcome } from "./options.js";

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

  conversation(conversation: Conversation, unresolvable: number): void {
    let calls = 0;
    let results = 0;
    for (const exchange of conversation.exchanges) {
      calls += exchange.calls.length;
      results += exchange.results.length;
      for (const call of exchange.calls) {
        const tool = call.function.name === null ? conversation.toolset.get(call.type) : conversation.toolset.get(call.function.name);
        if (tool?.hosted === true || (tool === undefined && call.hosted)) this.#hostedTool += 1;
        else if (tool === undefined && conversation.toolset.completeness !== "declared") this.#noDeclaration += 1;
        else if (call.function.arguments.kind === "unknown" || call.partial) this.#unresolvable += 1;
      }
    }
    this.#unresolvable += unresolvable;
    const { format, profile, mode, exchanges } = conversation;
    this.#conversations.push({
      format,
      profile,
      mode,
      exchanges: exchanges.filter(({ calls }) => calls.length > 0).length,
      calls,
      results,
    });
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
}

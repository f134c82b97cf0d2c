import type { Conversation } from "../model/conversation.js";
import type { PairingFault } from "../model/pairing-fault.js";
import type { Finding } from "../model/violation.js";
import type { Profile } from "../profiles/profile.js";
import { judgeArguments } from "../rules/judge-arguments.js";
import type { CompiledPolicy, ConversationRule, Listener, Listeners, RuleContext, Subjects, ToolSchemas } from "../rules/rule.js";
import { CleanToolsets } from "./clean-toolsets.js";

/** A finding and the rule that yielded it. */
export interface Found {
  readonly rule: ConversationRule;
  readonly finding: Finding;
}

/** A rule that threw: a fault of the program. */
export interface Crash {
  readonly rule: ConversationRule;
  readonly error: unknown;
}

/** What the rules said of one conversation. */
export interface Outcome {
  readonly found: readonly Found[];
  /** One for each rule that threw: its other findings count. */
  readonly crashes: readonly Crash[];
  /** Calls whose declaration gave no verdict about their arguments. */
  readonly undecided: number;
}

type Hear<Subject, Context> = (subject: Subject, context: Context) => Iterable<Finding>;

interface Listening<Hear> {
  readonly rule: ConversationRule;
  readonly hear: Hear;
}

type ListeningTo = { readonly [Subject in keyof Subjects]: readonly Listening<Listener<Subject>>[] };

/** Tells rules of what they listen to: walks each conversation once, and asks nobody about what is not there. */
export class RuleRunner {
  readonly #listening: ListeningTo;
  readonly #tools: readonly Listening<NonNullable<Listeners["tools"]>>[];
  readonly #clean = new CleanToolsets();
  readonly #policies: readonly CompiledPolicy[];

  constructor(rules: readonly ConversationRule[], policies: readonly CompiledPolicy[] = []) {
    this.#policies = policies;
    const listening = <Heard>(hearOf: (on: Listeners) => Heard | undefined): readonly Listening<Heard>[] =>
      rules.flatMap((rule) => {
        const hear = hearOf(rule.on);
        return hear === undefined ? [] : [{ rule, hear }];
      });
    this.#listening = {
      conversation: listening(({ conversation }) => conversation),
      exchange: listening(({ exchange }) => exchange),
      call: listening(({ call }) => call),
      faultyCall: listening(({ faultyCall }) => faultyCall),
      result: listening(({ result }) => result),
      link: listening(({ link }) => link),
      finish: listening(({ finish }) => finish),
      anomaly: listening(({ anomaly }) => anomaly),
      fault: listening(({ fault }) => fault),
      refusal: listening(({ refusal }) => refusal),
    };
    this.#tools = listening(({ tools }) => tools);
  }

  /** Runs all rules over a conversation. A rule that throws is not asked again about this one. */
  run(conversation: Conversation, profile: Profile, schemas: ToolSchemas, pairing: readonly PairingFault[]): Outcome {
    const context: RuleContext = { conversation, profile, schemas, pairing, policies: this.#policies };
    const round = new Round();
    const to = this.#listening;
    if (!this.#clean.has(conversation, profile)) {
      round.tell(this.#tools, conversation, context);
      if (round.isSilent) this.#clean.add(conversation, profile);
    }
    round.tell(to.conversation, conversation, context);
    for (const exchange of conversation.exchanges) {
      round.tell(to.exchange, exchange, context);
      for (const call of exchange.calls) round.tell(to.call, call, context);
      for (const result of exchange.results) round.tell(to.result, result, context);
      for (const link of exchange.links) round.tell(to.link, link, context);
    }
    for (const finish of conversation.finishes) round.tell(to.finish, finish, context);
    for (const anomaly of conversation.anomalies) round.tell(to.anomaly, anomaly, context);
    for (const fault of pairing) round.tell(to.fault, fault, context);
    if (conversation.refusal !== undefined) round.tell(to.refusal, conversation.refusal, context);
    const undecided = this.#judgeArguments(round, context);
    return { found: round.found, crashes: [...round.crashes.values()], undecided };
  }

  #judgeArguments(round: Round, context: RuleContext): number {
    const { faultyCall } = this.#listening;
    if (faultyCall.length === 0) return 0;
    const { conversation, profile, schemas } = context;
    const { faulty, undecided } = judgeArguments(conversation, profile, schemas);
    for (const each of faulty) round.tell(faultyCall, each, context);
    return undecided;
  }
}

/** What is found out about one conversation. */
class Round {
  readonly found: Found[] = [];
  readonly crashes = new Map<ConversationRule, Crash>();

  get isSilent(): boolean {
    return this.found.length === 0 && this.crashes.size === 0;
  }

  tell<Subject, Context>(listening: readonly Listening<Hear<Subject, Context>>[], subject: Subject, context: Context): void {
    for (const { rule, hear } of listening) {
      if (this.crashes.has(rule)) continue;
      try {
        for (const finding of hear(subject, context)) this.found.push({ rule, finding });
      } catch (error) {
        this.crashes.set(rule, { rule, error });
      }
    }
  }
}

import type { Conversation } from "../model/conversation.js";
import type { ToolCall } from "../model/exchange.js";
import type { PairingFault } from "../model/pairing-fault.js";
import type { Profile } from "../profiles/profile.js";
import type { FaultyCall } from "./faulty-call.js";
import { type JudgedArguments, judgeArguments } from "./judge-arguments.js";
import type { RuleContext, ToolSchemas } from "./rule.js";

/** What the rules share about one conversation under one profile. Arguments are judged when the first rule asks for them. */
export function createRuleContext(
  conversation: Conversation,
  profile: Profile,
  schemas: ToolSchemas,
  pairing: readonly PairingFault[],
): RuleContext {
  return new LazyContext(conversation, profile, schemas, pairing);
}

/** A class: V8 makes a hidden class of its own for each object literal that holds a getter. */
class LazyContext implements RuleContext {
  readonly profile: Profile;
  readonly schemas: ToolSchemas;
  readonly pairing: readonly PairingFault[];
  readonly #conversation: Conversation;
  #calls: readonly ToolCall[] | undefined;
  #judged: JudgedArguments | undefined;

  constructor(conversation: Conversation, profile: Profile, schemas: ToolSchemas, pairing: readonly PairingFault[]) {
    this.profile = profile;
    this.schemas = schemas;
    this.pairing = pairing;
    this.#conversation = conversation;
  }

  get calls(): readonly ToolCall[] {
    this.#calls ??= this.#conversation.exchanges.flatMap((exchange) => exchange.calls);
    return this.#calls;
  }

  get faultyCalls(): readonly FaultyCall[] {
    this.#judged ??= judgeArguments(this.#conversation, this.profile, this.schemas);
    return this.#judged.faulty;
  }

  get undecidedCalls(): number {
    return this.#judged?.undecided ?? 0;
  }
}

import type { Conversation } from "../model/conversation.js";
import type { PairingFault } from "../model/pairing.js";
import type { Profile } from "../profiles/profile.js";
import type { FaultyCall } from "./faulty-call.js";
import { judgeArguments } from "./judge-arguments.js";
import type { RuleContext, ToolSchemas } from "./rule.js";

/** What the rules share about one conversation under one profile. Arguments are judged when the first rule asks for them. */
export function createRuleContext(
  conversation: Conversation,
  profile: Profile,
  schemas: ToolSchemas,
  pairing: readonly PairingFault[],
): RuleContext {
  let faultyCalls: readonly FaultyCall[] | undefined;
  return {
    profile,
    schemas,
    pairing,
    calls: conversation.exchanges.flatMap((exchange) => exchange.calls),
    get faultyCalls() {
      faultyCalls ??= judgeArguments(conversation, profile, schemas);
      return faultyCalls;
    },
  };
}

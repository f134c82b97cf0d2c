/** Names of tools: `*` stands for any characters. */
export type NamePatterns = string | readonly string[];

/** Calls by their tool and, if wanted, by a part of their arguments. */
export interface CallSelector {
  readonly tool: NamePatterns;
  /** Tools that are not meant, though their names match. */
  readonly except?: NamePatterns;
  /** What the arguments hold, among others: objects may have more keys, lists are compared item by item. */
  readonly arguments?: Readonly<Record<string, unknown>>;
}

/** Which calls a policy is about. */
export type CallPattern = NamePatterns | CallSelector;

/** Where calls are counted or kept apart: in a conversation as a whole, or in one turn of the assistant. */
export const reaches = ["conversation", "turn"] as const;
/** Where calls are counted or kept apart. */
export type PolicyReach = (typeof reaches)[number];

/** What a policy demands: one of these. */
export interface PolicyDemands {
  /** Whoever calls this other tool has called the one of the policy in an earlier turn. */
  readonly mustComeBefore?: CallPattern;
  /** A conversation that calls the tool calls this other one as well, before or after. */
  readonly neverWithout?: CallPattern;
  /** The tool is called so many times at most. */
  readonly atMost?: number;
  /** The tool and this other one are never both called. */
  readonly neverTogetherWith?: CallPattern;
  /** The tool is called at least once. */
  readonly mustBeCalled?: true;
  /** The tool is never called. */
  readonly mustNotBeCalled?: true;
}

/** How an agent may use its tools: a rule of its owner, which no provider knows. */
export interface Policy extends PolicyDemands {
  readonly name?: string;
  /** Why, for whoever reads a report. */
  readonly reason?: string;
  readonly call: CallPattern;
  /** For `atMost` and `neverTogetherWith`; default `conversation`. */
  readonly within?: PolicyReach;
  /** The policy is only for conversations that have a tool of these names, declared or called. */
  readonly tools?: NamePatterns;
}

/** How much a breach weighs. */
export const policyLevels = ["error", "warning", "info"] as const;

/** A policy of a configuration: it has a name and a reason, and may be for some files only. */
export interface ConfiguredPolicy extends Policy {
  readonly name: string;
  readonly reason: string;
  /** Default `error`. */
  readonly severity?: (typeof policyLevels)[number];
  /** Globs, relative to the configuration's folder; absent: all files. */
  readonly files?: readonly string[];
}

/** The keys of which a policy has exactly one. */
export const demands = [
  "mustComeBefore",
  "neverWithout",
  "atMost",
  "neverTogetherWith",
  "mustBeCalled",
  "mustNotBeCalled",
] as const satisfies readonly (keyof PolicyDemands)[];

/** Why a policy cannot be obeyed: a sentence without final period; `undefined` where it can. */
export function whyUnclear(policy: Policy): string | undefined {
  const said = demands.filter((key) => policy[key] !== undefined);
  if (said.length === 0) return `A policy demands one thing: ${demands.join(", ")}`;
  const [first, second] = said;
  if (second !== undefined) return `A policy demands one thing: make ${first} and ${second} two policies`;
  if (policy.within !== undefined && first !== "atMost" && first !== "neverTogetherWith") return `"within" does not go with ${first}`;
  return undefined;
}

import type { Changes, EndpointIdentity, Facts, Profile, Variant } from "./profile.js";

/** In place of a fact that the extended profile has: this endpoint does not enforce it, or is not known to. */
export const notEnforced = undefined;

/** What may be left out: calls need their container and pairing its policy. */
type OptionalFacts = Omit<Facts, "pairing" | "calls">;

/** An endpoint that is known by itself. */
export interface OwnDefinition extends EndpointIdentity, Partial<OptionalFacts>, Pick<Facts, "pairing" | "calls"> {
  readonly extends?: undefined;
  readonly variants?: readonly Variant[];
}

/** An endpoint that enforces what another does, but for what is said here. */
export interface ExtendingDefinition extends Omit<EndpointIdentity, "formats">, Changes {
  readonly extends: Profile;
  /** In place of those of the extended profile, whose wire it speaks otherwise. */
  readonly formats?: readonly string[];
  /** Subjects of the extended profile of which nothing is taken over: what is said of them here is alone. */
  readonly without?: readonly (keyof OptionalFacts)[];
  /** Those of the extended profile are not taken over: what holds for some models there is said again where it holds here. */
  readonly variants?: readonly Variant[];
}

const none: OptionalFacts = {
  ids: {},
  names: {},
  results: {},
  messages: {},
  thinking: {},
  requests: {},
  declarations: {},
  parameters: {},
  limits: {},
  advice: {},
};

/** Makes a profile from its definition. One that extends another has each of its facts, unless it states the fact itself or is `without` its subject. */
export function defineProfile(definition: OwnDefinition | ExtendingDefinition): Profile {
  const { id, title, hosts, models, variants } = definition;
  if (definition.extends === undefined) {
    const { pairing, calls, formats } = definition;
    return {
      id,
      title,
      hosts,
      models,
      formats,
      ...withChanges({ ...none, pairing, calls }, definition),
      extends: undefined,
      variants: variants ?? [],
    };
  }
  const { extends: base, without = [] } = definition;
  const identity = { id, title, hosts, models, formats: definition.formats ?? base.formats };
  const kept = <Subject extends keyof OptionalFacts>(subject: Subject) => (without.includes(subject) ? none : base)[subject];
  const inherited: Facts = {
    pairing: base.pairing,
    ids: kept("ids"),
    names: kept("names"),
    calls: base.calls,
    results: kept("results"),
    messages: kept("messages"),
    thinking: kept("thinking"),
    requests: kept("requests"),
    declarations: kept("declarations"),
    parameters: kept("parameters"),
    limits: kept("limits"),
    advice: kept("advice"),
  };
  return { ...identity, ...withChanges(inherited, definition), extends: base, variants: variants ?? [] };
}

/** Facts with changes: each changed fact replaces the one of its name. */
export function withChanges(facts: Facts, changes: Changes): Facts {
  return {
    pairing: { ...facts.pairing, ...changes.pairing },
    ids: { ...facts.ids, ...changes.ids },
    names: { ...facts.names, ...changes.names },
    calls: { ...facts.calls, ...changes.calls },
    results: { ...facts.results, ...changes.results },
    messages: { ...facts.messages, ...changes.messages },
    thinking: { ...facts.thinking, ...changes.thinking },
    requests: { ...facts.requests, ...changes.requests },
    declarations: { ...facts.declarations, ...changes.declarations },
    parameters: { ...facts.parameters, ...changes.parameters },
    limits: { ...facts.limits, ...changes.limits },
    advice: { ...facts.advice, ...changes.advice },
  };
}

import type { JsonKind } from "../json/node.js";
import type { PairingPolicy } from "../model/pairing-policy.js";
import type { Fact, FactBasis, TextShape } from "./fact.js";
import type { MessageFacts, RequestFacts, ThinkingFacts } from "./request-facts.js";

/** How an endpoint wants tools written: recordings keep those of other wires as well, requests that were sent do not. */
export interface ToolForm {
  /** The format whose requests are held to it. */
  readonly format: string;
  /** Ids of dialects that it takes. */
  readonly dialects: readonly string[];
  /** For people: `{"name", "input_schema"}`. */
  readonly description: string;
}

/** What an OpenAPI-like schema subset leaves out. */
export interface OpenapiSubset {
  readonly rejectedKeywords: readonly string[];
  /** Beside `$ref` a schema holds no keyword but these. */
  readonly besideReference: readonly string[];
  /** `type` is one name, not a list. */
  readonly singleType: boolean;
  /** `enum` holds non-empty texts, beside the type STRING. */
  readonly textEnums: boolean;
  /** `required` names only what `properties` declares. */
  readonly requiredDeclared: boolean;
  /** An array says what its items are. */
  readonly itemsRequired: boolean;
}

/** What a schema must look like to be enforced while the model writes. */
export interface StrictSubset {
  /** Every property of every object is required; an optional one is a union with null. */
  readonly allRequired: boolean;
  readonly rejectedKeywords: readonly string[];
}

/** How calls and results fit together, and what each of the faults that a pairing may have rests on: a rule of its own reports it. */
export interface PairingFacts extends PairingPolicy {
  readonly unanswered: FactBasis;
  readonly orphaned: FactBasis;
  readonly misplaced: FactBasis;
  readonly duplicate: FactBasis;
  readonly split: FactBasis;
  readonly mismatchedName: FactBasis;
}

/** Ids: those that link calls and results, and those of items. */
export interface IdFacts {
  /** What the id of a call looks like. */
  readonly call?: Fact<TextShape> | undefined;
  /** What the id of a hosted call looks like, where it has a shape of its own. */
  readonly hostedCall?: Fact<TextShape> | undefined;
  /** Calls and results have ids. */
  readonly required?: Fact<boolean> | undefined;
  /** Item types of results that may lack the id of their call: it weighs as this fact says, not as `required`. */
  readonly optionalInResults?: Fact<readonly string[]> | undefined;
  /** What an item's own id (`id` beside the linking id) begins with, by the item's `type`. */
  readonly itemPrefixes?: Fact<ReadonlyMap<string, string>> | undefined;
}

/** Names of tools. */
export interface NameFacts {
  readonly tool?: Fact<TextShape> | undefined;
  /** Results repeat the name of their tool. */
  readonly requiredInResults?: Fact<boolean> | undefined;
}

/** Calls in the messages of a history. */
export interface CallFacts {
  /** Container of the arguments on this wire. */
  readonly argumentsContainer: "string" | "object" | "either";
  /** Calls say their `type`. */
  readonly typeRequired?: Fact<boolean> | undefined;
  /** An empty list of calls is rejected. */
  readonly rejectsEmptyList?: Fact<boolean> | undefined;
}

/** The content of results. */
export interface ResultFacts {
  /** What JSON the content may be; absent content is `null`. */
  readonly contentKinds?: Fact<readonly JsonKind[]> | undefined;
  /** Block types that a result may hold. */
  readonly blocks?: Fact<readonly string[]> | undefined;
  /** Block types that a result flagged as error may hold; absent: as `blocks`. */
  readonly errorBlocks?: Fact<readonly string[]> | undefined;
  /** Every block of a list says its `type`. */
  readonly blocksNeedType?: Fact<boolean> | undefined;
  /** What a block of a type must hold, `text` as text: members by the block's type. */
  readonly blockMembers?: Fact<ReadonlyMap<string, readonly string[]>> | undefined;
  /** A schema that a tool declares for its results says `"type": "object"` at its root. */
  readonly schemaObjectRoot?: Fact<boolean> | undefined;
  /** What a block keeps under `json` is an object. */
  readonly jsonObjects?: Fact<boolean> | undefined;
  /** An empty text block is rejected. */
  readonly rejectsEmptyText?: Fact<boolean> | undefined;
  /** A text block of white space alone is rejected. */
  readonly rejectsBlankText?: Fact<boolean> | undefined;
  /** A result flagged as error must say something. */
  readonly rejectsEmptyError?: Fact<boolean> | undefined;
  /** A tool that declares a result schema answers with structured content, errors apart. */
  readonly structuredRequired?: Fact<boolean> | undefined;
}

/** How tools are declared, their schemas apart. */
export interface DeclarationFacts {
  /** A history with tool blocks needs declarations. */
  readonly required?: Fact<boolean> | undefined;
  /** How the tools of a request to this endpoint are written. */
  readonly form?: Fact<ToolForm> | undefined;
  /** Tools that are written in the dialect of this id declare a schema, with a type at its root, also where they take no arguments. */
  readonly schemaRequired?: Fact<string> | undefined;
  /** Not all tools wait for a search that loads them. */
  readonly someLoaded?: Fact<boolean> | undefined;
}

/** Schemas of the parameters, beyond JSON Schema. */
export interface ParameterFacts {
  /** JSON Schema dialect that the endpoint fixes, whatever `$schema` says; absent: as declared. */
  readonly dialect?: Fact<"2020-12" | "draft-07"> | undefined;
  /** The schema must say `"type": "object"` at its root. */
  readonly objectRoot?: Fact<boolean> | undefined;
  /** Keywords that are rejected at the root of the schema; fine below. */
  readonly rejectedAtRoot?: Fact<readonly string[]> | undefined;
  /** Names of the parameters themselves; nested keys are free. */
  readonly keys?: Fact<TextShape> | undefined;
  /** Every schema that allows an array says what its items are. */
  readonly arraysNeedItems?: Fact<boolean> | undefined;
  /** The subset that schemas of the `openapi` dialect (`Tool.dialect`) are held to. */
  readonly openapi?: Fact<OpenapiSubset> | undefined;
  /** A schema with `anyOf` has no type of its own: its branches have. */
  readonly typeInBranches?: Fact<boolean> | undefined;
  /** `required` names only what `properties` beside it declares. */
  readonly requiredDeclared?: Fact<boolean> | undefined;
  /** `items` is one schema, not a list of them. */
  readonly itemsAreOne?: Fact<boolean> | undefined;
  /** What `strict: true` promises about the schema. */
  readonly strict?: Fact<StrictSubset> | undefined;
  /** Types may be given in Python's words, `str` and `int`, and what is not set as null. */
  readonly takesPythonTypes?: Fact<boolean> | undefined;
}

/** How much is too much; limits of what has a pattern are with the pattern. */
export interface LimitFacts {
  /** The most entries of one tool list. */
  readonly maxTools?: Fact<number> | undefined;
  /** The most characters of a tool's description. */
  readonly maxDescriptionLength?: Fact<number> | undefined;
  /** The most calls of one message. */
  readonly maxCalls?: Fact<number> | undefined;
  /** The most places where the cached front of a request may end. */
  readonly maxCacheBreakpoints?: Fact<number> | undefined;
  /** The most characters of an item's own id. */
  readonly maxItemIdLength?: Fact<number> | undefined;
}

/** What the endpoint accepts, although it harms the calls of its model: reported only where advice is asked for. */
export interface AdviceFacts {
  /** Names of declared tools that the model calls reliably. */
  readonly toolNames?: Fact<TextShape> | undefined;
  /** Ids of the calls in a history after which the model calls reliably. */
  readonly callIds?: Fact<TextShape> | undefined;
}

/** All that an endpoint enforces, by subject. A fact that is absent is not enforced. */
export interface Facts {
  readonly pairing: PairingFacts;
  readonly ids: IdFacts;
  readonly names: NameFacts;
  readonly calls: CallFacts;
  readonly results: ResultFacts;
  readonly messages: MessageFacts;
  readonly thinking: ThinkingFacts;
  readonly requests: RequestFacts;
  readonly declarations: DeclarationFacts;
  readonly parameters: ParameterFacts;
  readonly limits: LimitFacts;
  readonly advice: AdviceFacts;
}

/** Which endpoint a profile is of, and which recordings it judges. */
export interface EndpointIdentity {
  readonly id: string;
  readonly title: string;
  /** Hosts of a recording's URL that speak for this profile: exact, or `.suffix`. */
  readonly hosts: readonly string[];
  /** Model names that speak for it, tried in order of the profiles' list. */
  readonly models: readonly RegExp[];
  /** Formats whose histories this endpoint takes: a recording in another format is not judged by host or model. */
  readonly formats: readonly string[];
}

/** What one endpoint enforces, as data: made by `defineProfile`. */
export interface Profile extends EndpointIdentity, Facts {
  /** The profile that it builds on. */
  readonly extends: Profile | undefined;
  /** What holds for some models: laid over the profile where the recording names one, later ones over earlier ones. */
  readonly variants: readonly Variant[];
}

/** Some facts: each stands for itself, whatever else its subject has. */
export type Changes = { readonly [Subject in keyof Facts]?: Partial<Facts[Subject]> };

/** Facts of a profile that hold for some models, or for some revisions of a protocol, alone. */
export interface Variant {
  readonly when: { readonly model: RegExp } | { readonly protocol: RegExp };
  /** For people: `models of 2024`. */
  readonly description: string;
  readonly facts: Changes;
}

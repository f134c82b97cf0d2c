import type { JsonKind } from "../json/node.js";
import type { Role } from "../model/conversation.js";
import type { PairingPolicy } from "../model/pairing-policy.js";
import type { Severity } from "../model/violation.js";

/** What a fact about a provider rests on. The last two carry no error. */
export interface Evidence {
  /** `contradiction`: the transcript contradicts itself, whoever reads it. */
  readonly kind: "recorded-refusal" | "vendor-type" | "reference" | "contradiction" | "public-report" | "hearsay";
  /** Where it is said, in few words. */
  readonly source: string;
  /** Day or month it was read or recorded: `2026-11`. */
  readonly date: string;
}

/** What an endpoint answers to a breach, as far as it is known. */
export interface Rejection {
  /** HTTP status; absent where what rejects is no server. */
  readonly status?: number;
  /** Its own error code. */
  readonly code?: string;
  /** The part of the request that it blames, as it writes it. */
  readonly at?: string;
  /** The gist of its words. */
  readonly gist?: string;
}

/** What every fact rests on, and how a breach is reported. A fault of the pairing has no more: what counts as one is in the `PairingPolicy`. */
export interface FactBasis {
  readonly evidence: Evidence;
  /** Weighs other than the rule's default. */
  readonly severity?: Severity;
  readonly rejection?: Rejection;
}

/** A value that an endpoint enforces. */
export interface Fact<T> extends FactBasis {
  readonly value: T;
}

/** What an identifier or a name must look like. */
export interface TextShape {
  readonly pattern: RegExp | null;
  /** In UTF-16 units; `null` where there is no limit. */
  readonly maxLength: number | null;
  /** For people: `1 to 64 of a-z, A-Z, 0-9, _ and -`. */
  readonly description: string;
}

/** An order of roles that an endpoint rejects: a message of `role` right after one of `after`. */
export interface ForbiddenOrder extends FactBasis {
  readonly role: Role;
  readonly after: Role;
}

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

/** Messages: their order, and what they hold beside calls, results and thinking. */
export interface MessageFacts {
  /** Every message has content, an assistant's also calls, a refusal or audio in its place. Empty content is content. */
  readonly contentRequired?: Fact<boolean> | undefined;
  /** An empty text block of an assistant message is rejected. */
  readonly rejectsEmptyAssistantText?: Fact<boolean> | undefined;
  /** An empty text of a user message is rejected. */
  readonly rejectsEmptyUserText?: Fact<boolean> | undefined;
  /** A text block of white space alone, or of nothing, is rejected, whoever says it. */
  readonly rejectsBlankText?: Fact<boolean> | undefined;
  /** A message of role `tool` answers an entry of `tool_calls`: the legacy `function_call` is answered by role `function`. */
  readonly toolAnswersToolCalls?: Fact<boolean> | undefined;
  /** Words of the model come back as output: a text part that says it is input is rejected. */
  readonly rejectsInputOfModel?: Fact<boolean> | undefined;
  /** Keys are in snake case. Told of requests as they were sent alone: SDKs that write them so on the wire may log them in camel case. */
  readonly snakeCase?: Fact<boolean> | undefined;
  /** Orders of roles that are rejected; absent: any order goes. */
  readonly forbiddenOrders?: readonly ForbiddenOrder[] | undefined;
  /** A history that begins with a call, without a word of the user in front, is rejected. */
  readonly rejectsOpeningCall?: Fact<boolean> | undefined;
  /** A history that begins with an assistant message is rejected. */
  readonly startsWithUser?: Fact<boolean> | undefined;
}

/** What a model thought, sent back. */
export interface ThinkingFacts {
  /** Where thinking is asked for, the turn that goes on keeps the thinking that it began with. */
  readonly kept?: Fact<boolean> | undefined;
  /** Thinking comes back with the signature that the model gave it. */
  readonly signed?: Fact<boolean> | undefined;
  /** A reasoning item of the history that has an id is followed by the item that it led to, which has its id too. */
  readonly paired?: Fact<boolean> | undefined;
  /** The first call of each step of the current turn comes back with the signature of the thought after it. */
  readonly callsSigned?: Fact<boolean> | undefined;
}

/** How tools are declared, their schemas apart. */
export interface DeclarationFacts {
  /** A history with tool blocks needs declarations. */
  readonly required?: Fact<boolean> | undefined;
  /** How the tools of a request to this endpoint are written. */
  readonly form?: Fact<ToolForm> | undefined;
  /** Tools that are written in the dialect of this id declare a schema, with a type at its root, also where they take no arguments. */
  readonly schemaRequired?: Fact<string> | undefined;
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
  /** The most characters of an item's own id. */
  readonly maxItemIdLength?: Fact<number> | undefined;
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
  readonly declarations: DeclarationFacts;
  readonly parameters: ParameterFacts;
  readonly limits: LimitFacts;
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

/** Facts of a profile that hold for some models alone. */
export interface Variant {
  readonly when: { readonly model: RegExp };
  /** For people: `models of 2024`. */
  readonly description: string;
  readonly facts: Changes;
}

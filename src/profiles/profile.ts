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

/** A value that an endpoint enforces. */
export interface Fact<T> {
  readonly value: T;
  readonly evidence: Evidence;
  /** Weighs other than the rule's default. */
  readonly severity?: Severity;
  /** What the endpoint answers to a breach: status, its own error code and the gist of its words, fit to stand in parentheses. */
  readonly refusal?: string;
}

/** A fault between calls and results, as one endpoint judges it. What counts as one is in the `PairingPolicy`. */
export interface PairingFact {
  readonly evidence: Evidence;
  /** Weighs other than the rule's default. */
  readonly severity?: Severity;
  /** What the endpoint answers to it: status, its own error code and the gist of its words, fit to stand in parentheses. */
  readonly refusal?: string;
}

/** The faults that a pairing may have: each is reported by a rule of its own. */
export interface PairingFacts {
  readonly unanswered: PairingFact;
  readonly orphaned: PairingFact;
  readonly misplaced: PairingFact;
  readonly duplicate: PairingFact;
  readonly split: PairingFact;
  readonly mismatchedName: PairingFact;
}

/** What an identifier or a name must look like. */
export interface TextShape {
  readonly pattern: RegExp | null;
  /** In UTF-16 units; `null` where there is no limit. */
  readonly maxLength: number | null;
  /** For people: `1 to 64 of a-z, A-Z, 0-9, _ and -`. */
  readonly description: string;
}

/** Models by their names. */
export interface ModelFamily {
  readonly models: RegExp;
  /** For people: `Gemini 3 and later`. */
  readonly description: string;
}

/** An order of roles that an endpoint refuses: a message of `role` right after one of `after`. */
export interface ForbiddenOrder {
  readonly role: Role;
  readonly after: Role;
  readonly evidence: Evidence;
  /** Weighs other than the rule's default. */
  readonly severity?: Severity;
  /** The refusal it causes, in the provider's own error code and the gist of its words. */
  readonly refusal: string;
  /** Models of the endpoint that take it all the same. */
  readonly takenBy?: ModelFamily;
}

/** What an endpoint asks of tool declarations beyond JSON Schema. Absent: not enforced. */
export interface DeclarationPolicy {
  /** How the tools of a request to this endpoint are written. */
  readonly form?: Fact<ToolForm>;
  /** The most entries of one tool list. */
  readonly mostTools?: Fact<number>;
  /** The most characters of a tool's description. */
  readonly longestDescription?: Fact<number>;
  /** The arguments schema must say `"type": "object"` at its root. */
  readonly objectRoot?: Fact<boolean>;
  /** Tools that are written in the dialect of this id declare a schema, with a type at its root, also where they take no arguments. */
  readonly schemaRequired?: Fact<string>;
  /** Keywords that are refused at the root of the arguments schema; fine below. */
  readonly refusedAtRoot?: Fact<readonly string[]>;
  /** Names of the arguments themselves; nested keys are free. */
  readonly propertyKeys?: Fact<TextShape>;
  /** Every schema that allows an array says what its items are. */
  readonly arraysNeedItems?: Fact<boolean>;
  /** The subset that schemas of the `openapi` dialect (`Tool.dialect`) are held to. */
  readonly openapi?: Fact<OpenapiSubset>;
  /** Types may be given in Python's words, `str` and `int`, and what is not set as null. */
  readonly takesPythonTypes?: Fact<boolean>;
  /** What `strict: true` promises about the schema. */
  readonly strict?: Fact<StrictSubset>;
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
  readonly refusedKeywords: readonly string[];
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
  readonly refusedKeywords: readonly string[];
}

/** What an endpoint asks of results, beside the types of their blocks. Absent: not enforced. */
export interface ResultPolicy {
  /** What JSON the content may be; absent content is `null`. */
  readonly contentKinds?: Fact<readonly JsonKind[]>;
  /** Every block of a list says its `type`. */
  readonly blocksNeedType?: Fact<boolean>;
  /** What a block of a type must hold, `text` as text: members by the block's type. */
  readonly blockMembers?: Fact<ReadonlyMap<string, readonly string[]>>;
  /** What a block keeps under `json` is an object. */
  readonly jsonObjects?: Fact<boolean>;
  /** An empty text block is refused. */
  readonly refusesEmptyText?: Fact<boolean>;
  /** A text block of white space alone is refused. */
  readonly refusesBlankText?: Fact<boolean>;
  /** A result flagged as error must say something. */
  readonly refusesEmptyError?: Fact<boolean>;
  /** Results repeat the name of their tool. */
  readonly nameRequired?: Fact<boolean>;
  /** A tool that declares a result schema answers with structured content, errors apart. */
  readonly structuredRequired?: Fact<boolean>;
}

/** What an endpoint asks of the other messages of a history. Absent: not enforced. */
export interface MessagePolicy {
  /** Every message has content, an assistant's also calls, a refusal or audio in its place. Empty content is content. */
  readonly contentRequired?: Fact<boolean>;
  /** Calls say their `type`. */
  readonly callTypeRequired?: Fact<boolean>;
  /** An empty text block of an assistant message is refused. */
  readonly refusesEmptyAnswerText?: Fact<boolean>;
  /** A text block of white space alone, or of nothing, is refused, whoever says it. */
  readonly refusesBlankText?: Fact<boolean>;
  /** Where thinking is asked for, the turn that goes on keeps the thinking that it began with. */
  readonly thinkingKept?: Fact<boolean>;
  /** Thinking comes back with the signature that the vendor's own models gave it. */
  readonly thinkingSigned?: Fact<boolean>;
  /** A message of role `tool` answers an entry of `tool_calls`: the legacy `function_call` is answered by role `function`. */
  readonly toolAnswersToolCalls?: Fact<boolean>;
  /** Words of the model come back as output: a text part that says it is input is refused. */
  readonly refusesInputOfModel?: Fact<boolean>;
  /** Keys are in snake case. Told of requests as they were sent alone: SDKs that write them so on the wire may log them in camel case. */
  readonly snakeCase?: Fact<boolean>;
}

/** What one endpoint enforces, as data. */
export interface Profile {
  readonly id: string;
  readonly title: string;
  /** Hosts of a recording's URL that speak for this profile: exact, or `.suffix`. */
  readonly hosts: readonly string[];
  /** Model names that speak for it, tried in order of the profiles' list. */
  readonly models: readonly RegExp[];
  /** Formats whose histories this endpoint takes: a recording in another format is not judged by host or model. */
  readonly formats: readonly string[];
  readonly pairing: PairingPolicy;
  /** What the pairing rests on, and how much a breach weighs. */
  readonly pairingFacts: PairingFacts;
  /** Container of the arguments on this wire. */
  readonly argumentsContainer: "string" | "object" | "either";
  readonly callId: Fact<TextShape> | null;
  readonly callIdRequired: Fact<boolean>;
  /** Item types of results that may lack the id of their call: it weighs as this fact says, not as `callIdRequired`. */
  readonly resultIdOptional?: Fact<readonly string[]>;
  /** Ids of hosted calls, where they have a shape of their own. */
  readonly hostedCallId?: Fact<TextShape>;
  /** What an item's own id (`id` beside the linking id) begins with, by the item's `type`. */
  readonly itemIds?: Fact<ReadonlyMap<string, string>>;
  /** The most characters of an item's own id. */
  readonly longestItemId?: Fact<number>;
  /** A reasoning item of the history that has an id is followed by the item that it led to, which has its id too. */
  readonly pairsReasoning?: Fact<boolean>;
  readonly toolName: Fact<TextShape> | null;
  /** JSON Schema dialect that the endpoint fixes, whatever `$schema` says; `null`: as declared. */
  readonly dialect: "2020-12" | "draft-07" | null;
  /** A history with tool blocks needs declarations. */
  readonly toolsetRequired: Fact<boolean>;
  /** Block types that a result may hold; `null` = any. */
  readonly resultBlocks: Fact<readonly string[]> | null;
  /** Block types that a result flagged as error may hold; `null` = as `resultBlocks`. */
  readonly errorResultBlocks: Fact<readonly string[]> | null;
  /** Tool declarations; absent: JSON Schema alone decides. */
  readonly declarations?: DeclarationPolicy;
  /** Results, beside their blocks. */
  readonly results?: ResultPolicy;
  /** Messages, results apart. */
  readonly messages?: MessagePolicy;
  /** Orders of roles that the endpoint refuses; absent: any order goes. */
  readonly roleOrder?: readonly ForbiddenOrder[];
  /** A history that begins with a call, without a word of the user in front, is refused. */
  readonly refusesOpeningCall?: Fact<boolean>;
  /** A history that begins with an assistant message is refused. */
  readonly startsWithUser?: Fact<boolean>;
  /** Models that want the signature of the thought behind the first call of each step back. */
  readonly thoughtSignature?: Fact<ModelFamily>;
  /** An empty list of calls in a message of the history is refused. */
  readonly refusesEmptyCalls?: Fact<boolean>;
  /** An empty text in a user message of the history is refused. */
  readonly refusesEmptyUserText?: Fact<boolean>;
  /** What holds for some models: laid over the profile where the recording names one, later ones over earlier ones. */
  readonly variants?: readonly Variant[];
}

/** Facts of a profile that hold for some models alone. */
export interface Variant {
  readonly when: { readonly model: RegExp };
  /** For people: `models of 2024`. */
  readonly description: string;
  readonly facts: Partial<Omit<Profile, "id" | "title" | "hosts" | "models" | "formats" | "variants">>;
}

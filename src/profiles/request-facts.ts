import type { ToolChoice } from "../model/conversation.js";
import type { Fact, ForbiddenOrder } from "./fact.js";

/** What a part of a message is made of. */
export interface PartMembers {
  readonly data: readonly string[];
  readonly traits: readonly string[];
}

/** Which choices of tools a thinking model is not given. */
export interface ForcedChoice {
  readonly modes: readonly ("required" | "named")[];
  /** Also where the model decides for itself whether it thinks. */
  readonly ifItMayThink: boolean;
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
  /** A history without a message of the user is rejected. */
  readonly needsUser?: Fact<boolean> | undefined;
  /** A history that ends with words of the assistant is rejected, unless its last message says under one of these keys that it goes on. */
  readonly rejectsPrefill?: Fact<readonly string[]> | undefined;
  /** A message whose content is an empty list is rejected. */
  readonly rejectsEmptyContent?: Fact<boolean> | undefined;
  /** Text beside calls or results in one message is rejected. */
  readonly rejectsMixedTurns?: Fact<boolean> | undefined;
  /** A part holds one of the `data` members, and beside it only `traits`. */
  readonly partMembers?: Fact<PartMembers> | undefined;
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
  /** The model thinks unless the request turns it off. */
  readonly onByDefault?: Fact<boolean> | undefined;
  /** While the model thinks, a message that calls tools brings back, under one of these keys, what was thought for it. */
  readonly returnedWithCalls?: Fact<readonly string[]> | undefined;
  /** What came back is sent as it was: words, signatures, order. */
  readonly unaltered?: Fact<boolean> | undefined;
  /** Keys of messages under which thinking is not taken. */
  readonly rejectedKeys?: Fact<readonly string[]> | undefined;
  /** Items and blocks of reasoning are rejected: the model has none. */
  readonly rejectsItems?: Fact<boolean> | undefined;
}

/** Parameters of a request that must fit each other and the messages. */
export interface RequestFacts {
  /** A tool cannot be forced while the model thinks. */
  readonly forcedChoice?: Fact<ForcedChoice> | undefined;
  /** The flag for parallel calls needs tools beside it. */
  readonly parallelNeedsTools?: Fact<boolean> | undefined;
  /** Choices of tools that need tools beside them. */
  readonly choiceNeedsTools?: Fact<readonly ToolChoice["mode"][]> | undefined;
  /** A tool that the choice names is declared. */
  readonly choiceDeclared?: Fact<boolean> | undefined;
  /** The answer to a call that running code made comes back with the container that the code runs in. */
  readonly containerKept?: Fact<boolean> | undefined;
}

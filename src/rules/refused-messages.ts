import type { JsonNode } from "../json/node.js";
import { KeyNames } from "../json/seen-words.js";
import type { Anomaly, Message } from "../model/conversation.js";
import type { ToolCall } from "../model/exchange.js";
import type { Finding } from "../model/violation.js";
import type { Fact } from "../profiles/fact.js";
import type { Profile } from "../profiles/profile.js";
import { breachOf, calledAt } from "./pairing-text.js";

const none: readonly Finding[] = [];

/**
 * What an endpoint rejects in the messages of a history, results apart.
 *
 * `end` says how many messages are history: an assistant's after them is an answer, which may look otherwise. `isSent`: they are in a
 * request as it was sent.
 */
export function refusedMessages(
  messages: readonly Message[],
  { end, isSent, anomalies }: { readonly end: number; readonly isSent: boolean; readonly anomalies: readonly Anomaly[] },
  profile: Profile,
): readonly Finding[] {
  const { contentRequired, toolAnswersToolCalls, rejectsInputOfModel, snakeCase: inSnakeCase } = profile.messages;
  const { typeRequired: callTypeRequired } = profile.calls;
  let snakeCase = isSent && inSnakeCase?.value === true ? inSnakeCase : undefined;
  let inputOfModel = rejectsInputOfModel?.value === true ? rejectsInputOfModel : undefined;
  if ((contentRequired ?? callTypeRequired ?? toolAnswersToolCalls ?? snakeCase ?? inputOfModel) === undefined) return none;
  const findings: Finding[] = [];
  for (let index = 0; index < messages.length; index += 1) {
    const message = messages[index];
    if (message === undefined || message.fromResponse || (message.role === "assistant" && index >= end)) continue;
    if (snakeCase !== undefined) {
      const key = camelCaseKey(message);
      if (key !== undefined) {
        findings.push(misspelt(key, snakeCase, profile));
        // Who writes one key so writes all so.
        snakeCase = undefined;
      }
    }
    if (message.parts.length === 0) {
      if (contentRequired?.value === true && !isRoleWrong(message, anomalies))
        findings.push(...missingContent(message, contentRequired, profile));
    } else if (message.role === "assistant") {
      const at = inputOfModel === undefined ? undefined : inputAt(message);
      if (inputOfModel !== undefined && at !== undefined) {
        findings.push(wronglyInput(at, inputOfModel, profile));
        // Who writes one answer so writes all so.
        inputOfModel = undefined;
      }
      if (callTypeRequired?.value === true) findings.push(...untypedCall(message, callTypeRequired, profile));
      if (toolAnswersToolCalls?.value === true) findings.push(...otherAnswer(message, messages[index + 1], toolAnswersToolCalls, profile));
    }
  }
  return findings;
}

/** Whether the role of a message was reported where it was read: what it was taken for is a guess. */
export function isRoleWrong({ roleAt }: Message, anomalies: readonly Anomaly[]): boolean {
  return roleAt !== undefined && anomalies.some(({ at }) => at === roleAt);
}

/** Members that stand in for an assistant's content. An empty list of calls is reported as such. */
const substitutes = ["tool_calls", "toolCalls", "function_call", "refusal", "audio"] as const;

function missingContent({ at, role, roleAt }: Message, fact: Fact<boolean>, profile: Profile): readonly Finding[] {
  const content = at.get("content");
  // A message without a role is reported as such.
  if (roleAt === undefined || (content !== undefined && content.kind !== "null")) return none;
  const isAnswer = role === "assistant";
  if (isAnswer && substitutes.some((key) => (at.get(key)?.kind ?? "null") !== "null")) return none;
  const what = content === undefined ? `The ${role} message has no content` : `The content of the ${role} message is null`;
  const message = `${what}${isAnswer ? ", and it calls no tool" : ""}`;
  return [{ at: content ?? at, message, ...breachOf(fact, profile, "Set `content` to a string; an empty one will do") }];
}

/** The first call of a message that does not say its type: who leaves it out once does so throughout. */
function untypedCall({ parts }: Message, fact: Fact<boolean>, profile: Profile): readonly Finding[] {
  let first: ToolCall | undefined;
  let more = 0;
  for (const part of parts) {
    // A legacy call has no type, and no id of its own.
    if (part.kind !== "call" || part.call.idOptional) continue;
    const { call } = part.call.at;
    if ((call.get("type")?.kind ?? "null") !== "null") continue;
    // One without a function is reported as such.
    if (call.get("function")?.kind !== "object") continue;
    if (first === undefined) first = part.call;
    else more += 1;
  }
  if (first === undefined) return none;
  const others = more === 0 ? "" : ` (and ${more} more like it)`;
  const message = `The call${others} has no \`type\`; it must be "function" or "custom"`;
  return [{ at: first.at.call, message, call: first, ...breachOf(fact, profile, null) }];
}

/** The answer of a legacy call, where it has the role and the id of answers to others. One without the id gets `missing-call-id` alone. */
function otherAnswer({ parts }: Message, next: Message | undefined, fact: Fact<boolean>, profile: Profile): readonly Finding[] {
  if (next?.role !== "tool" || next.roleAt?.string() !== "tool") return none;
  const part = parts.find((each) => each.kind === "call");
  const answer = next.parts.find((each) => each.kind === "result");
  if (part?.call.idOptional !== true || (answer?.result.callId ?? null) === null) return none;
  return [
    {
      at: next.roleAt,
      message: 'The answer to a legacy `function_call` has role "tool"; it must be "function"',
      call: part.call,
      ...breachOf(fact, profile, "Write the call as an entry of `tool_calls`, with the id that its result repeats"),
      related: calledAt(part.call),
    },
  ];
}

/** Where words of the model say that they are input. */
function inputAt({ parts }: Message): JsonNode | undefined {
  for (const part of parts) if (part.kind === "text" && part.inputAt !== undefined) return part.inputAt;
  return undefined;
}

function wronglyInput(at: JsonNode, fact: Fact<boolean>, profile: Profile): Finding {
  return { at, message: 'Text of an assistant message has type "input_text"; it must be "output_text"', ...breachOf(fact, profile, null) };
}

const camelCase = new KeyNames(["toolCalls", "toolCallId"]);

interface Misspelt {
  readonly at: JsonNode;
  readonly written: string;
  readonly meant: string;
}

/** Where a message says in camel case what its partner is found by. */
function camelCaseKey({ at, role }: Message): Misspelt | undefined {
  if ((role !== "assistant" && role !== "tool") || at.mayHaveOneOf?.(camelCase) === false) return undefined;
  const [written, meant] = role === "tool" ? (["toolCallId", "tool_call_id"] as const) : (["toolCalls", "tool_calls"] as const);
  const value = at.get(meant) === undefined ? at.get(written) : undefined;
  return value === undefined || value.kind === "null" ? undefined : { at: value, written, meant };
}

function misspelt({ at, written, meant }: Misspelt, fact: Fact<boolean>, profile: Profile): Finding {
  return { at, message: `Key "${written}" must be spelled "${meant}"`, ...breachOf(fact, profile, null) };
}

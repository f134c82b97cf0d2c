import type { JsonNode } from "../json/node.js";
import type { ToolCall, ToolResult } from "../model/exchange.js";
import type { Finding } from "../model/violation.js";
import type { Fact, Profile, ResultFacts } from "../profiles/profile.js";
import { quote } from "../text/quote.js";
import { defineRule } from "./rule.js";

/**
 * Results hold what the endpoint takes: the right JSON, the right types of blocks, text where text is needed.
 *
 * Block types are words of a wire: a history recorded on another wire is not judged by them.
 */
export const invalidResultContent = defineRule({
  id: "invalid-result-content",
  category: "result",
  summary: "A result holds content that the endpoint refuses",
  severity: "error",
  consequence: "The endpoint refuses the request, and every later one that repeats the history.",
  repair: "Send the tool's output as text; put images into a user message behind all results where the endpoint takes none in a result.",
  evidence: [
    "OpenAI 7.59 types, ChatCompletionToolMessageParam.content: a text or text parts (read 2026-11)",
    "OpenAI, refusal: missing required parameter messages[3].content[0].type (github.com/langchain-ai/langgraphjs/issues/506, 2025-09)",
    "Anthropic, refusal: all content must be type text if is_error is true (github.com/vellum-ai/vellum-assistant/pull/18387, 2026-03)",
    "Amazon Bedrock Converse, recorded refusal of an error status with empty content (2026-11)",
  ],
  on: {
    *link(link, { conversation, profile }) {
      if (!profile.formats.includes(conversation.format) || link.kind === "unanswered" || link.result.hosted) return;
      yield* contentFaults(link.result, link.kind === "orphaned" ? undefined : link.call, profile);
    },
  },
});

const none: readonly Finding[] = [];

function contentFaults(result: ToolResult, call: ToolCall | undefined, profile: Profile): readonly Finding[] {
  const { content } = result.at;
  const { results, title } = profile;
  const kind = content?.kind ?? "null";
  const kinds = results.contentKinds;
  if (kinds !== undefined && !kinds.value.includes(kind)) {
    const what = content === undefined ? "Result without content" : `Unexpected ${kind} as the content of a result`;
    const message = `${what}, expected ${kinds.value.join(" or ")} for ${title}`;
    return [{ at: content ?? result.at.result, message, ...(call && { call }), ...weightOf(kinds) }];
  }
  const error = results.rejectsEmptyError;
  if (result.isError && error?.value === true && isEmpty(content)) {
    const message = `Error result says nothing, which ${title} refuses`;
    return [{ at: content ?? result.at.result, message, ...(call && { call }), ...weightOf(error) }];
  }
  if (content === undefined || kind !== "array") return none;
  const allowed = result.isError ? (results.errorBlocks ?? results.blocks) : results.blocks;
  const hasOwnShape = isOfBuiltIn(result);
  let findings: Finding[] | undefined;
  let misshapen: Map<string, Misshapen> | undefined;
  for (const block of content.items()) {
    const type = block.kind === "object" ? block.get("type")?.string() : undefined;
    const shape = hasOwnShape ? undefined : shapeFault(block, type, allowed, profile);
    if (shape !== undefined) {
      misshapen ??= new Map();
      const same = misshapen.get(shape.what);
      if (same === undefined) misshapen.set(shape.what, shape);
      else same.more += 1;
      continue;
    }
    const fault = block.kind === "object" ? blockFault(block, type ?? onlyKey(block), allowed, result.isError, profile) : undefined;
    if (fault === undefined) continue;
    findings ??= [];
    findings.push({ ...fault, ...(call && { call }) });
  }
  if (misshapen === undefined) return findings ?? none;
  const shapes = [...misshapen.values()].map((shape): Finding => ({ ...shapeFinding(shape), ...(call && { call }) }));
  return findings === undefined ? shapes : [...shapes, ...findings];
}

/** The output of a tool whose shape the provider made, such as the chunks of a shell: no blocks. */
function isOfBuiltIn({ answers }: ToolResult): boolean {
  return answers !== undefined && !answers.includes("function") && !answers.includes("custom");
}

/** What keeps an entry of a list from being a block at all: told once for each result, since one mistake writes all entries alike. */
interface Misshapen {
  readonly at: JsonNode;
  readonly what: string;
  readonly expected: string;
  readonly key?: string;
  readonly fact: Fact<unknown> | undefined;
  /** How many entries behind it have the same fault. */
  more: number;
}

function shapeFault(
  block: JsonNode,
  type: string | undefined,
  allowed: Fact<readonly string[]> | undefined,
  { results, title }: Profile,
): Misshapen | undefined {
  if (block.kind !== "object") {
    if (results.contentKinds === undefined && allowed === undefined) return undefined;
    return { at: block, what: `Unexpected ${block.kind} in a result`, expected: "a content block (an object)", fact: undefined, more: 0 };
  }
  const { blocksNeedType, blockMembers } = results;
  if (type === undefined) {
    if (blocksNeedType?.value !== true) return undefined;
    const expected = allowed === undefined ? `one for ${title}` : `${allowed.value.join(" or ")} for ${title}`;
    return { at: block, what: "Unexpected block without type in a result", expected, key: "type", fact: blocksNeedType, more: 0 };
  }
  const members = blockMembers?.value.get(type);
  if (members === undefined) return undefined;
  for (const name of members) {
    const member = block.get(name);
    if (member !== undefined && (name === "text" ? member.kind === "string" : member.kind !== "null")) continue;
    const what =
      member === undefined
        ? `Unexpected block of type ${quote(type)} without ${name} in a result`
        : `Unexpected ${member.kind} as ${name} of a block of type ${quote(type)} in a result`;
    const expected = `${name === "text" ? "text" : "one"} for ${title}`;
    return { at: member ?? block, what, expected, key: `${type}.${name}`, fact: blockMembers, more: 0 };
  }
  return undefined;
}

function shapeFinding({ at, what, expected, key, fact, more }: Misshapen): Finding {
  const others = more === 0 ? "" : ` (and ${more} more like it)`;
  return { at, message: `${what}${others}, expected ${expected}`, ...(key !== undefined && { key }), ...(fact && weightOf(fact)) };
}

function blockFault(
  block: JsonNode,
  type: string | undefined,
  allowed: Fact<readonly string[]> | undefined,
  isError: boolean,
  { results, title }: Profile,
): Finding | undefined {
  if (allowed !== undefined && type !== undefined && !allowed.value.includes(type)) {
    const where = isError ? "an error result" : "a result";
    const message = `Unexpected block of type ${quote(type)} in ${where}, expected ${allowed.value.join(" or ")} for ${title}`;
    return { at: block, message, key: type, ...weightOf(allowed) };
  }
  const text = block.get("text");
  if (text !== undefined) return textFault(text, results, title);
  const objects = results.jsonObjects;
  const json = objects?.value === true ? block.get("json") : undefined;
  if (objects === undefined || json === undefined || json.kind === "object") return undefined;
  const message = `Unexpected ${json.kind} as json in a result, expected an object for ${title}`;
  return { at: json, message, key: "json", ...weightOf(objects) };
}

function textFault(text: JsonNode, policy: ResultFacts, title: string): Finding | undefined {
  if (policy.rejectsEmptyText?.value === true && isEmptyText(text)) {
    return {
      at: text,
      message: `Empty text in a result, which ${title} ${verb(policy.rejectsEmptyText)}`,
      key: "empty",
      ...weightOf(policy.rejectsEmptyText),
    };
  }
  if (policy.rejectsBlankText?.value === true && isBlank(text)) {
    return {
      at: text,
      message: `Text of white space alone in a result, which ${title} ${verb(policy.rejectsBlankText)}`,
      key: "blank",
      ...weightOf(policy.rejectsBlankText),
    };
  }
  return undefined;
}

/** The type of a block that does not say it: the only key of a union by key (Bedrock). */
function onlyKey(block: JsonNode): string | undefined {
  const [only, second] = block.entries();
  return second === undefined ? only?.key.string() : undefined;
}

function isEmpty(content: JsonNode | undefined): boolean {
  switch (content?.kind) {
    case undefined:
    case "null":
      return true;
    case "string":
      return isEmptyText(content);
    case "array":
      return content.items().every((block) => block.kind === "object" && isEmptyText(block.get("text")));
    default:
      return false;
  }
}

/** Decodes no more than it must: results are long. */
function isEmptyText(text: JsonNode | undefined): boolean {
  return text?.kind === "string" && (text.bytes()?.length ?? 0) <= 2 && text.string() === "";
}

function isBlank(text: JsonNode): boolean {
  const second = text.bytes()?.[1];
  const mayBe = second === undefined || second === 0x20 || second === 0x5c || second > 0x7f;
  return mayBe && text.kind === "string" && text.string()?.trim() === "" && !isEmptyText(text);
}

function verb({ severity }: Fact<unknown>): string {
  return severity === undefined || severity === "error" ? "refuses" : "may refuse";
}

function weightOf({ severity }: Fact<unknown>): Pick<Finding, "severity"> {
  return severity === undefined ? {} : { severity };
}

import type { JsonNode } from "../json/node.js";
import type { ToolCall, ToolResult } from "../model/exchange.js";
import type { Finding } from "../model/violation.js";
import type { Fact } from "../profiles/fact.js";
import type { Profile } from "../profiles/profile.js";
import { articleOf, withArticle } from "../text/article.js";
import { capitalised } from "../text/capitalised.js";
import { listing } from "../text/listing.js";
import { quote } from "../text/quote.js";
import { rejectedBy } from "./pairing-text.js";
import { defineRule } from "./rule.js";

/**
 * Results hold what the endpoint takes: the right JSON, the right types of blocks, text where text is needed.
 *
 * Block types are words of a wire: a history recorded on another wire is not judged by them.
 */
export const invalidResultContent = defineRule({
  id: "invalid-result-content",
  category: "result",
  summary: "A result holds content that the endpoint rejects",
  severity: "error",
  consequence: "The endpoint rejects the request, and every later one that repeats the history.",
  repair: "Send the tool's output as text; put images into a user message after all results where the endpoint takes none in a result.",
  evidence: [
    "OpenAI 7.59 types, ChatCompletionToolMessageParam.content: a text or text parts (read 2026-11)",
    "OpenAI, rejection: missing required parameter messages[3].content[0].type (github.com/langchain-ai/langgraphjs/issues/506, 2025-09)",
    "Anthropic, rejection: all content must be type text if is_error is true (github.com/vellum-ai/vellum-assistant/pull/18387, 2026-03)",
    "Amazon Bedrock Converse, recorded rejection of an error status with empty content (2026-11)",
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
  const { results } = profile;
  const kind = content?.kind ?? "null";
  const kinds = results.contentKinds;
  if (kinds !== undefined && !kinds.value.includes(kind)) {
    const got = content === undefined ? "nothing" : withArticle(kind);
    const message = `The content of the result must be ${listing(kinds.value.map(withArticle), "or")}, got ${got}`;
    return [{ at: content ?? result.at.result, message, ...(call && { call }), ...rejectedBy(kinds, profile) }];
  }
  const error = results.rejectsEmptyError;
  if (result.isError && error?.value === true && isEmpty(content)) {
    const message = "The error result is empty; it must say what failed";
    return [{ at: content ?? result.at.result, message, ...(call && { call }), ...rejectedBy(error, profile) }];
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
      const like = `${shape.type} ${shape.what}`;
      const same = misshapen.get(like);
      if (same === undefined) misshapen.set(like, shape);
      else same.more += 1;
      continue;
    }
    const fault = block.kind === "object" ? blockFault(block, type ?? onlyKey(block), allowed, result.isError, profile) : undefined;
    if (fault === undefined) continue;
    findings ??= [];
    findings.push({ ...fault, ...(call && { call }) });
  }
  if (misshapen === undefined) return findings ?? none;
  const shapes = [...misshapen.values()].map((shape): Finding => ({ ...shapeFinding(shape, profile), ...(call && { call }) }));
  return findings === undefined ? shapes : [...shapes, ...findings];
}

/** The output of a tool whose shape the provider made, such as the chunks of a shell: no blocks. */
function isOfBuiltIn({ answers }: ToolResult): boolean {
  return answers !== undefined && !answers.includes("function") && !answers.includes("custom");
}

/** What keeps an entry of a list from being a block at all: told once for each result, since one mistake writes all entries alike. */
interface Misshapen {
  readonly at: JsonNode;
  /** The type of its block, where that is known. */
  readonly type?: string;
  readonly what: string;
  readonly plural: string;
  readonly expected: string | undefined;
  readonly key?: string;
  readonly fact: Fact<unknown> | undefined;
  /** How many entries after it have the same fault. */
  more: number;
}

function shapeFault(
  block: JsonNode,
  type: string | undefined,
  allowed: Fact<readonly string[]> | undefined,
  { results }: Profile,
): Misshapen | undefined {
  if (block.kind !== "object") {
    if (results.contentKinds === undefined && allowed === undefined) return undefined;
    return {
      at: block,
      what: `is ${withArticle(block.kind)}`,
      plural: block.kind === "null" ? "are null" : `are ${block.kind}s`,
      expected: "an object",
      fact: undefined,
      more: 0,
    };
  }
  const { blocksNeedType, blockMembers } = results;
  if (type === undefined) {
    if (blocksNeedType?.value !== true) return undefined;
    const expected = allowed === undefined ? undefined : listing(allowed.value.map(quote), "or");
    return { at: block, what: "has no `type`", plural: "have no `type`", expected, key: "type", fact: blocksNeedType, more: 0 };
  }
  const members = blockMembers?.value.get(type);
  if (members === undefined) return undefined;
  for (const name of members) {
    const member = block.get(name);
    if (member !== undefined && (name === "text" ? member.kind === "string" : member.kind !== "null")) continue;
    const what =
      member === undefined ? `has no \`${name}\`` : `has ${member.kind === "null" ? "null" : withArticle(member.kind)} as its \`${name}\``;
    const expected = name === "text" && member !== undefined ? "a string" : undefined;
    return {
      at: member ?? block,
      type,
      what,
      plural: what.replace("has", "have").replace("its", "their"),
      expected,
      key: `${type}.${name}`,
      fact: blockMembers,
      more: 0,
    };
  }
  return undefined;
}

function shapeFinding({ at, type, what, plural, expected, key, fact, more }: Misshapen, profile: Profile): Finding {
  const owner = type === undefined ? "" : `${quote(type)} `;
  const article = capitalised(type === undefined ? "a" : articleOf(type));
  const fault = more === 0 ? `${article} ${owner}block of the result ${what}` : `${more + 1} ${owner}blocks of the result ${plural}`;
  const it = more > 0 && key === undefined ? "each" : "it";
  const message = `${fault}${expected === undefined ? "" : `; ${it} must be ${expected}`}`;
  return { at, message, ...(key !== undefined && { key }), ...(fact && rejectedBy(fact, profile)) };
}

function blockFault(
  block: JsonNode,
  type: string | undefined,
  allowed: Fact<readonly string[]> | undefined,
  isError: boolean,
  profile: Profile,
): Finding | undefined {
  if (allowed !== undefined && type !== undefined && !allowed.value.includes(type)) {
    const where = isError ? "An error result" : "A result";
    const message = `${where} may not have a block of type ${quote(type)}, only ${listing(allowed.value.map(quote), "or")}`;
    return {
      at: block,
      message,
      fix: "Describe it in a text block, or send it in a user message after the results",
      key: type,
      ...rejectedBy(allowed, profile),
    };
  }
  const text = block.get("text");
  if (text !== undefined) return textFault(text, profile);
  const objects = profile.results.jsonObjects;
  const json = objects?.value === true ? block.get("json") : undefined;
  if (objects === undefined || json === undefined || json.kind === "object") return undefined;
  const message = `\`json\` in the result is ${withArticle(json.kind)}; it must be an object`;
  return { at: json, message, key: "json", ...rejectedBy(objects, profile) };
}

function textFault(text: JsonNode, profile: Profile): Finding | undefined {
  const policy = profile.results;
  if (policy.rejectsEmptyText?.value === true && isEmptyText(text)) {
    return {
      at: text,
      message: "The result has an empty text block",
      key: "empty",
      ...rejectedBy(policy.rejectsEmptyText, profile),
    };
  }
  if (policy.rejectsBlankText?.value === true && isBlank(text)) {
    return {
      at: text,
      message: "The result has a text block with only white space",
      key: "blank",
      ...rejectedBy(policy.rejectsBlankText, profile),
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

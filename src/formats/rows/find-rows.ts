import { composeArray, composeObject, joinText, literal } from "../../json/composed.js";
import type { JsonNode } from "../../json/node.js";
import { beginningOf } from "../../json/text-probe.js";
import { sliceText } from "../../json/text-slice.js";
import { decoded } from "../decoded.js";
import type { Row } from "./reader.js";

/** Columns that hold the messages of a row. */
const messageKeys = ["conversations", "conversation", "messages", "dialog", "dialogue", "chosen_messages"] as const;

/**
 * The rows in a value: a list of rows, one row, a bare list of messages. A row of preferences gives one for each answer.
 *
 * @returns none where the value is no row
 */
export function rowsIn(body: JsonNode): readonly Row[] {
  if (body.kind === "array") {
    const first = body.first();
    if (first?.kind !== "object") return [];
    return isMessage(first) ? [bareRow(body)] : body.items().flatMap(rowsOf);
  }
  return isMessage(body) && messageListOf(body) === undefined ? [bareRow(composeArray([body], body))] : rowsOf(body);
}

function rowsOf(body: JsonNode): readonly Row[] {
  const list = messageListOf(body) ?? transcriptOf(body) ?? alpacaOf(body);
  if (list === undefined) return [];
  const row: Row = {
    at: body,
    messages: messagesOf(list),
    system: textOf(body.get("system")),
    tools: body.get("tools") ?? body.get("functions"),
  };
  const answers = ["chosen", "rejected"].flatMap((key) => {
    const answer = body.get(key);
    return answer?.kind === "object" && isMessage(answer) ? [answer] : [];
  });
  const rejected = body.get("rejected_messages");
  if (rejected?.kind === "array") return [row, { ...row, at: rejected, messages: messagesOf(rejected) }];
  if (answers.length === 0) return [row];
  return answers.map((answer) => ({ ...row, at: answer, messages: [...row.messages, answer] }));
}

function bareRow(list: JsonNode): Row {
  return { at: list, messages: messagesOf(list), system: undefined, tools: undefined };
}

/** Each part of a message that is a list of them, as a message of its own: calls are parts beside texts (LLaMA-Factory v1). */
function messagesOf(list: JsonNode): readonly JsonNode[] {
  return list
    .items()
    .flatMap((message) => (hasValueParts(message) ? (message.get("content")?.items() ?? []).flatMap(partAsMessage(message)) : [message]));
}

/** Whether the content of a message is a list of `{type, value}`. */
export function hasValueParts(message: JsonNode): boolean {
  const first = message.get("content")?.first();
  return first?.get("value") !== undefined && first.get("type")?.kind === "string";
}

/** What the model thought is neither text nor a call. */
function partAsMessage(message: JsonNode) {
  return (part: JsonNode): readonly JsonNode[] => {
    const type = part.get("type");
    if (type?.string() === "reasoning") return [];
    const role = type?.string() === "tool_call" ? type : message.get("role");
    return [
      composeObject(
        [
          ["role", role],
          ["content", part.get("value")],
        ],
        part,
      ),
    ];
  };
}

/** The messages of a row, also as JSON text. */
export function messageListOf(body: JsonNode): JsonNode | undefined {
  for (const key of messageKeys) {
    const member = body.get(key);
    const list = member && decoded(member);
    if (list?.kind === "array") return list;
  }
  return undefined;
}

/** Whether a value is a message as training sets write them, `{from, value}` or `{role, content}`. */
export function isMessage(node: JsonNode): boolean {
  if (node.get("from")?.kind === "string") return node.get("value") !== undefined;
  return node.get("role")?.kind === "string" && node.get("content") !== undefined;
}

/** Words before what each side said, in conversations that are one text. */
interface Transcript {
  readonly key: string;
  /** Begins a message; its group is the role. */
  readonly head: RegExp;
  readonly role: (word: string) => string;
}

const chatMarkup: Transcript = {
  key: "text",
  head: /<\|im_start\|>\s*([\w-]+)\s*\n|<\|start_header_id\|>\s*([\w-]+)\s*<\|end_header_id\|>\s*/g,
  role: (word) => word,
};

const glaive = { head: /(?:^|\n)\s*(SYSTEM|USER|ASSISTANT|FUNCTION RESPONSE):[ \t]*/g, role: glaiveRole };

/** Source: data cards of glaiveai/glaive-function-calling (v1: `sample`, v2: `chat`), read 2026-11; ChatML and Llama 3 as rendered templates. */
const transcripts: readonly Transcript[] = [{ key: "chat", ...glaive }, { key: "sample", ...glaive }, chatMarkup];

function glaiveRole(word: string): string {
  return word === "FUNCTION RESPONSE" ? "tool" : word.toLowerCase();
}

/** The messages of a conversation that a row keeps as one text. */
function transcriptOf(body: JsonNode): JsonNode | undefined {
  for (const { key, head, role } of transcripts) {
    const node = body.get(key);
    if (node?.kind !== "string" || !isTranscript(body, key)) continue;
    const text = node.string() ?? "";
    const heads = [...text.matchAll(head)];
    const whole = sliceText(node, 0, text.length);
    const messages = heads.map((found, position) => {
      const from = found.index + found[0].length;
      const said = sliceText(whole, from, heads[position + 1]?.index ?? text.length);
      const word = role(found[1] ?? found[2] ?? "");
      return composeObject(
        [
          ["role", literal(word, sliceText(whole, found.index, from))],
          ["content", said],
        ],
        said,
      );
    });
    return composeArray(messages, node);
  }
  return undefined;
}

/** Whether a row is one of Alpaca's: an instruction, perhaps more of it under `input`, and the answer (LLaMA-Factory, data/README.md, read 2026-12). */
export function isAlpaca(body: JsonNode): boolean {
  return body.get("instruction")?.kind === "string" && body.get("output")?.kind === "string";
}

function alpacaOf(body: JsonNode): JsonNode | undefined {
  if (!isAlpaca(body)) return undefined;
  const instruction = body.get("instruction");
  const output = body.get("output");
  if (instruction === undefined || output === undefined) return undefined;
  const said = (from: string, value: JsonNode) =>
    composeObject(
      [
        ["from", literal(from, value)],
        ["value", value],
      ],
      value,
    );
  const history = body.get("history")?.items() ?? [];
  const before = history.flatMap((pair) => pair.items().map((text, side) => said(side === 0 ? "human" : "gpt", text)));
  const input = body.get("input");
  const asked = input?.kind === "string" && input.string() !== "" ? joinText([instruction, input], instruction) : instruction;
  const isCalls = /^\s*\[\s*\{\s*"name"/.test(beginningOf(output, 40));
  return composeArray([...before, said("human", asked), said(isCalls ? "function_call" : "gpt", output)], body);
}

const marks: ReadonlyMap<string, readonly string[]> = new Map([
  ["chat", ["USER:"]],
  ["sample", ["SYSTEM:", "USER:"]],
  ["text", ["<|im_start|>", "<|start_header_id|>"]],
]);

/** Whether a text begins as a conversation does; its start alone is looked at. */
export function isTranscript(body: JsonNode, key: string): boolean {
  const node = body.get(key);
  if (node?.kind !== "string") return false;
  const start = beginningOf(node, 200).replace(/^(?:\s|<\|begin_of_text\|>)*/, "");
  return (marks.get(key) ?? []).some((mark) => start.startsWith(mark));
}

function textOf(node: JsonNode | undefined): JsonNode | undefined {
  return node?.kind === "string" ? node : undefined;
}
